"""Settings are saved whole; damaged files are set aside, and wrong values are replaced singly."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from game.platform import storage
from game.platform.settings import (
    Settings,
    WindowPlace,
    load_settings,
    save_settings,
    settings_path,
)
from game.screen.app.app import App
from game.screen.menus.title import TitleScene
from game.screen.scenes import open_scene


def test_all_fields_come_back() -> None:
    kept = Settings(
        theme="night",
        language="de",
        font_scale=1.15,
        animation_speed=0.0,
        reduced_motion=True,
        volume=0.3,
        mute=True,
        fullscreen=True,
        attract_delay=0,
        window=(1024, 768),
        keys={"hint": ("j",)},
        names=("Ada", "Ben"),
        initials="ADA",
        matches={"less": {"players": 4}},
        board_link="/dev/ttyUSB0",
    )
    save_settings(kept)
    assert load_settings() == (kept, "")


def test_no_file_gives_defaults_silently() -> None:
    assert load_settings() == (Settings(), "")


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"version": 0}', "\ufeff{}", '{"theme": "night"}']
)
def test_damaged_file_is_set_aside_with_a_message(text: str) -> None:
    settings_path().write_text(text, encoding="utf-8")
    settings, message = load_settings()
    assert settings == Settings()
    aside = settings_path().with_name("settings.json.damaged-1")
    assert aside.read_text(encoding="utf-8") == text
    assert aside.name in message
    assert not settings_path().exists()


def test_bytes_that_are_no_text_are_set_aside() -> None:
    settings_path().write_bytes(b"\xff\xfe\x00")
    assert load_settings()[0] == Settings()
    assert settings_path().with_name("settings.json.damaged-1").exists()


def test_second_damaged_file_does_not_replace_the_first() -> None:
    for text in ("first", "second"):
        settings_path().write_text(text, encoding="utf-8")
        load_settings()
    names = sorted(path.name for path in settings_path().parent.iterdir())
    assert names == ["settings.json.damaged-1", "settings.json.damaged-2"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("theme", "pink"),
        ("theme", 3),
        ("language", "xx"),
        ("font_scale", 9),
        ("font_scale", "big"),
        ("animation_speed", 77),
        ("reduced_motion", "yes"),
        ("volume", -1),
        ("volume", True),
        ("attract_delay", 1e9),
        ("window", [10, 10]),
        ("window", "wide"),
        ("keys", 5),
        ("initials", "LONG"),
        ("matches", [1]),
    ],
)
def test_a_wrong_value_costs_only_itself(field: str, value: object) -> None:
    storage.write_json(settings_path(), {"version": 1, "mute": True, field: value, "new": 1})
    settings, message = load_settings()
    assert message == ""
    assert settings == Settings(mute=True)


def test_file_is_json_with_a_version() -> None:
    save_settings(Settings())
    assert json.loads(settings_path().read_text(encoding="utf-8"))["version"] == 1


def test_two_programs_keep_what_the_other_has_changed() -> None:
    begun = Settings(matches={"less": {"players": 2}, "libra": {"size": 5}}, keys={"hint": ("j",)})
    save_settings(begun)
    here = begun.with_(theme="night", matches={**begun.matches, "less": {"players": 4}})
    there = begun.with_(volume=0.1, matches={**begun.matches, "libra": {"size": 7}}, keys={})
    save_settings(here, begun)
    save_settings(there, begun)
    kept, _message = load_settings()
    assert kept == begun.with_(
        theme="night",
        volume=0.1,
        matches={"less": {"players": 4}, "libra": {"size": 7}},
        keys={},
    )


def test_many_programs_at_once_lose_nothing() -> None:
    begun = Settings()
    save_settings(begun)

    def write(name: str) -> None:
        save_settings(begun.with_(matches={name: {"seen": True}}), begun)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, map(str, range(24))))
    assert set(load_settings()[0].matches) == set(map(str, range(24)))


def test_a_window_writes_what_was_changed_in_it_alone() -> None:
    settings = Settings(language="en", attract_delay=0)
    scene = TitleScene("menu")
    app = App(scene, scenes=open_scene, settings=settings, size=(800, 600), keep=True)
    save_settings(load_settings()[0].with_(theme="slate"))
    app.change_settings(volume=0.25)
    app.change_settings(mute=True)
    app.close()
    kept = load_settings()[0]
    assert (kept.theme, kept.volume, kept.mute) == ("slate", 0.25, True)


def test_failed_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kept.json"
    storage.write_text(path, "old")

    def broken(*_args: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.replace", broken)
    with pytest.raises(OSError, match="disk full"):
        storage.write_text(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert [p.name for p in tmp_path.iterdir() if p.is_file()] == ["kept.json"]


def test_folders_lie_below_the_home_variable(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(storage.CACHE_VARIABLE, raising=False)
    for folder in (storage.config_folder(), storage.data_folder(), storage.cache_folder()):
        assert folder.is_relative_to(home)
        assert folder.is_dir()


@pytest.mark.parametrize(
    "window",
    [None, "wide", [], [900], [900, 640, 3], [0, 0], [-5, 640], [10**9, 10**9], [12, 640.5], {}],
)
def test_nonsense_about_the_window_is_forgotten(window: object) -> None:
    place = {"monitor": 7, "x": "left", "y": 10**12, "maximised": "no"}
    text = json.dumps({"version": 1, "theme": "night", "window": window, "window_place": place})
    settings_path().write_text(text)
    settings, message = load_settings()
    assert (settings.window, settings.theme, message) == ((0, 0), "night", "")
    assert settings.window_place == WindowPlace()


def test_the_window_of_an_earlier_program_is_known_by_its_size_alone() -> None:
    settings_path().write_text(json.dumps({"version": 1, "window": [1024, 768]}))
    settings, _message = load_settings()
    assert (settings.window, settings.window_place) == ((1024, 768), WindowPlace())
    place = WindowPlace("HDMI-1", -20, 60, True)
    save_settings(settings.with_(window=(480, 900), window_place=place), settings)
    again, _message = load_settings()
    assert (again.window, again.window_place) == ((480, 900), place)

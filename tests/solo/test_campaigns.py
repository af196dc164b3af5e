"""Each game's campaign has twenty growing deals, fair to a better player and won by no trick."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.rules.registry import GAMES, plugin_folder
from game.screen.plugin.registry import campaign_of
from game.screen.plugin.texts import ContentError, read_campaign
from game.solo.mode import STARS, CampaignDeal, modes, open_deals, read_deal
from tests.solo.strategies import BETTER, SIMPLE, stars_of

GAME_KEYS = [game.key for game in GAMES if game.key in {mode.game for mode in modes().values()}]
STEPS = [
    pytest.param(step, id=f"{key}-{number}")
    for key in GAME_KEYS
    for number, step in enumerate(campaign_of(key), 1)
]


@pytest.mark.parametrize("key", GAME_KEYS)
def test_each_game_has_twenty_different_deals(key: str) -> None:
    steps = campaign_of(key)
    assert len(steps) == 20
    assert len({step.deal.text for step in steps}) == len({step.say for step in steps}) == 20
    assert all(modes()[step.deal.mode].game == key for step in steps)
    assert all(len(step.say.split()) <= 25 for step in steps)


def check(step: CampaignDeal) -> None:
    """Check that a better player gets two stars and no simple one three; check `best` and `par`."""
    mode = modes()[step.deal.mode]
    assert step.best == mode.best(step.deal.seed, **dict(step.deal.options))
    assert mode.stars(step.best, step.par) == STARS
    assert stars_of(step.deal, BETTER[mode.key](), step.best) >= 2
    for name, player in SIMPLE[mode.key].items():
        assert stars_of(step.deal, player(), step.best) < STARS, name


@pytest.mark.parametrize("step", STEPS[3::7])
def test_some_deals_are_fair_and_won_by_no_trick(step: CampaignDeal) -> None:
    check(step)


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS)
def test_every_deal_is_fair_and_won_by_no_trick(step: CampaignDeal) -> None:
    check(step)


@pytest.mark.parametrize("key", GAME_KEYS)
def test_rules_grow(key: str) -> None:
    """Later deals have more turns, cells or black pieces, and show less of what comes next."""
    told: dict[str, list[tuple[int, int]]] = {}
    for step in campaign_of(key):
        options = dict(step.deal.options)
        mode = modes()[step.deal.mode]
        large = [mode.value(options, n) for n in ("turns", "size", "standing") if n in mode.options]
        hard = -mode.value(options, "shown") if "shown" in mode.options else 0
        told.setdefault(mode.key, []).append((sum(large), hard))
    for sizes in told.values():
        assert sizes == sorted(sizes)
        assert len(set(sizes)) >= 3


def test_three_deals_without_a_star_are_open() -> None:
    assert open_deals([0] * 5) == [True, True, True, False, False]
    assert open_deals([0, 2, 0, 1, 0, 0, 0]) == [True] * 5 + [False] * 2
    assert open_deals([1, 2, 3]) == [True] * 3


def test_a_damaged_campaign_says_where(tmp_path: Path) -> None:
    path = tmp_path / "campaign.toml"
    assert read_campaign(path) == ()
    path.write_text('[[deal]]\ndeal = "less-par seed=0"\nbest = 1\nsay = "x"', encoding="utf-8")
    with pytest.raises(ContentError, match="deal 1 deal"):
        read_campaign(path)
    path.write_text('[[deal]]\ndeal = "less-par seed=1"\nbest = 1', encoding="utf-8")
    with pytest.raises(ContentError, match="deal 1 say"):
        read_campaign(path)


def test_options_of_a_text_are_those_of_the_mode() -> None:
    known = tuple(modes())
    deal = read_deal("alone less-par seed=3 standing=2", known)
    assert deal is not None
    assert deal.options == (("standing", 2),)
    assert read_deal("alone less-par standing=2 seed=3", known) == deal
    assert read_deal("alone more-or-less-twelve seed=3 turns=12", known) == read_deal(
        "alone more-or-less-twelve seed=3", known
    ), "what is plain is left out"
    for text in ("standing=7", "size=4", "standing=2 standing=2", "standing", "standing=²"):
        assert read_deal(f"alone less-par seed=3 {text}", known) is None
    assert plugin_folder("less", "texts") is not None

#!/usr/bin/env bash
# Installs the built packages in a clean root of this Debian, tries the programs there, removes them.
# usage: tools/packaging/debian/try.sh FOLDER   (with the packages that build.sh has made)
# Needs root, mmdebstrap, Xvfb, xdotool, xwininfo and .venv.  The root has only the packages' dependencies.
set -euo pipefail
packages=$(cd "$1" && pwd)
# shellcheck disable=SC1091
. /etc/os-release

work=$(mktemp -d)
chmod 755 "$work"
root="$work/root"
finish() {
    for child in $(jobs -p); do kill "$child" 2>/dev/null || true; done
    umount "$root$work/homes" "$root/proc" 2>/dev/null || true
    rm -rf --one-file-system "$work"
}
trap finish EXIT

say() { printf '  %s\n' "$*"; }
fail() { say "NOT SO: $*" && exit 1; }
inside() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/games HOME=/root LANG=C.UTF-8 \
        SDL_AUDIODRIVER=dummy DISPLAY="${DISPLAY:-}" "$@"
}
quietly() { inside "$@" >"$work/log" 2>&1 || { cat "$work/log"; fail "$*"; }; }

mmdebstrap --quiet --variant=apt --skip=cleanup/apt/lists --include=desktop-file-utils,shared-mime-info,libglib2.0-bin \
    "$VERSION_CODENAME" "$root"
mount -t proc proc "$root/proc"
cp "$packages"/*.deb "$root/tmp/"
(cd "$root" && find etc usr lib | LC_ALL=C sort) >"$work/before"

(cd "$packages" && printf '/tmp/%s\n' *.deb) >"$work/debs"
mapfile -t debs <"$work/debs"
quietly apt-get -qq install --no-install-recommends -y "${debs[@]}"
say "installed in an empty $PRETTY_NAME: $(inside less-is-more --version)"
quietly dpkg --verify less-is-more less-is-more-libs
quietly desktop-file-validate /usr/share/applications/org.lessismore.lessismore.desktop

kind() { inside gio info -a standard::content-type "$1" | sed -n 's/.*content-type: //p'; }
assets=/usr/share/less-is-more/less_is_more/assets
[ "$(kind $assets/puzzles/libra-last.json)" = application/x-less-is-more-puzzles ] || fail "type of puzzles"
cp tests/data/v1.0/reviewed.json "$root/tmp/2026-11-22T12-00-00-multiplicity.json"
[ "$(kind /tmp/2026-11-22T12-00-00-multiplicity.json)" = application/x-less-is-more-game ] || fail "type of games"
opener=$(inside gio mime application/x-less-is-more-game | grep -c org.lessismore.lessismore.desktop)
[ "$opener" -gt 0 ] || fail "nothing opens games"
say "games and puzzles have their types, and the program opens them"

# Commands that run in the root, with the home, working folder and environment of their caller.
mkdir -p "$work/installed/bin" "$work/homes"
mkdir -p "$root$work/homes"
mount --bind "$work/homes" "$root$work/homes"
for name in less-is-more less-is-more-board less-is-more-engine; do
    cat >"$work/installed/bin/$name" <<END
#!/bin/sh
exec $(command -v chroot) $root sh -c 'cd "\$0" && exec "\$@"' "\$PWD" $(inside sh -c "command -v $name") "\$@"
END
done
chmod 755 "$work/installed/bin/"*
firmware=""
test ! -d "$root${assets%/assets}/hardware/firmware/images" || firmware=--firmware
TMPDIR="$work/homes" .venv/bin/python -m tools.packaging.drive "$work/installed/bin" $firmware
umount "$root$work/homes"
say "every command answers in the root, and a whole game was played in its window"

Xvfb -displayfd 3 -screen 0 1280x800x24 -noreset 3>"$work/number" 2>/dev/null &
for _ in $(seq 100); do
    if [ -s "$work/number" ]; then break; fi
    sleep 0.1
done
DISPLAY=":$(cat "$work/number")"
export DISPLAY
inside less-is-more /tmp/2026-11-22T12-00-00-multiplicity.json >"$work/window" 2>&1 &
window=$!
shown() { xwininfo -root -tree | grep -q '"Less is More"'; }
for _ in $(seq 300); do
    if shown; then break; fi
    sleep 0.1
done
shown || { cat "$work/window"; fail "no window opens"; }
say "a double click on a game opens the window"
sleep 2
kill -0 "$window" 2>/dev/null || { cat "$work/window"; fail "the window has gone"; }
kill "$window"
wait "$window" 2>/dev/null || true
busy() {
    for process in /proc/[0-9]*; do
        if [ "$(readlink "$process/root" || true)" = "$root" ]; then return 0; fi
    done
    return 1
}
for _ in $(seq 300); do
    if ! busy; then break; fi
    sleep 0.1
done

quietly apt-get -qq purge -y less-is-more less-is-more-libs
(cd "$root" && find etc usr lib | LC_ALL=C sort) >"$work/after"
left=$(LC_ALL=C comm -13 "$work/before" "$work/after" | grep -E 'less.?is.?more|lessismore' || true)
[ -z "$left" ] || fail "left behind: $(head -5 <<<"$left")"
say "removed, and nothing of it is left"

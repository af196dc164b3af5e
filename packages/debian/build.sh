#!/usr/bin/env bash
# Builds the Debian packages of the tree as it is under version control, and has lintian look at them.
# usage: packages/debian/build.sh [FOLDER for the packages, dist/debian if none is named]
set -euo pipefail
cd "$(dirname "$0")/../.."
mkdir -p "${1:-dist/debian}"
out=$(cd "${1:-dist/debian}" && pwd)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree="$work/less-is-more"
mkdir "$tree"
git ls-files -z | xargs -0 cp --parents -t "$tree"
cp -r packages/debian "$tree/debian"
rm "$tree"/debian/*.sh
test ! -d hardware/firmware/images || cp -r hardware/firmware/images "$tree/hardware/firmware"
# The licence's words are those of LICENSE, a line that is empty being a dot there.
sed -n '5,$p' LICENSE | sed 's/^$/./; s/^/ /' >>"$tree/debian/copyright"

(cd "$tree" && dpkg-buildpackage --build=binary --no-sign >"$work/log" 2>&1) || {
    cat "$work/log"
    exit 1
}
rm -f "$out"/*.deb
mv "$work"/*.deb "$out"
lintian --fail-on error,warning --tag-display-limit 0 "$out"/*.deb
ls -l "$out"

#!/usr/bin/env bash
# Builds the Debian packages from a wheel, for its architecture, and checks them with lintian.
# usage: tools/packaging/debian/build.sh WHEEL [FOLDER for the packages, default: dist/debian]
set -euo pipefail
cd "$(dirname "$0")/../../.."
wheel=$1
case $wheel in
*_x86_64.whl) architecture=amd64 ;;
*_aarch64.whl) architecture=arm64 ;;
*) architecture=$(dpkg --print-architecture) ;;
esac
mkdir -p "${2:-dist/debian}"
out=$(cd "${2:-dist/debian}" && pwd)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree="$work/less-is-more"
mkdir "$tree"
cp --parents requirements*.txt workshop/requirements.txt tools/packaging/kiosk/* CHANGELOG.md -t "$tree"
python3 -m zipfile -e "$wheel" "$tree"
rm -r "$tree"/*.dist-info
cp -r tools/packaging/debian "$tree/debian"
rm "$tree"/debian/*.sh
# The licence text is that of LICENSE; debian/copyright writes empty lines as dots.
sed -n '5,$p' LICENSE | sed 's/^$/./; s/^/ /' >>"$tree/debian/copyright"

(cd "$tree" && dpkg-buildpackage --host-arch "$architecture" --build=binary --no-sign >"$work/log" 2>&1) || {
    cat "$work/log"
    exit 1
}
rm -f "$out"/*.deb
mv "$work"/*.deb "$out"
# The spelling check would search the machine code of third-party libraries.  It would take a third of
# the time, and its tags are below errors and warnings.
lintian --dont-check-part binaries/spelling --fail-on error,warning --tag-display-limit 0 "$out"/*.deb
ls -l "$out"

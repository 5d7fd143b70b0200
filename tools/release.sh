#!/bin/sh
# Makes the archives of a release in dist: for each of $SYSTEMS one with the
# binary, README, LICENSE, CHANGELOG, the licences of the modules in the binary,
# the manual pages and the completions of four shells; and their checksums.
# $VERSION names the release; without it the binary names itself.
set -eu
cd "$(dirname "$0")/.."
go=${GO:-go}
for tool in tar zip sha256sum; do
	command -v "$tool" >/dev/null 2>&1 || { echo "please install $tool" >&2; exit 1; }
done
flags="-s -w"
[ -z "${VERSION:-}" ] || flags="$flags -X main.linked=$VERSION"

build() { # OS ARCH FILE
	GOOS=$1 GOARCH=$2 CGO_ENABLED=0 $go build -trimpath -ldflags "$flags" -o "$3" ./cmd/aranea
}

# licences prints the licence of every module that the binary is made of.
licences() {
	$go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}' ./cmd/aranea | sort -u |
		while read -r path version dir; do
			found=""
			for file in "$dir"/[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]* "$dir"/COPYING* "$dir"/NOTICE*; do
				[ -f "$file" ] || continue
				found=yes
				printf '==== %s %s, %s\n\n' "$path" "$version" "$(basename "$file")"
				cat "$file"
				printf '\n'
			done
			[ -n "$found" ] || { echo "no licence of $path" >&2; return 1; }
		done
}

rm -rf dist
mkdir -p dist/shared
build "$($go env GOHOSTOS)" "$($go env GOHOSTARCH)" dist/shared/aranea
version=$(dist/shared/aranea version | cut -d' ' -f2)
mkdir dist/shared/man dist/shared/completions
dist/shared/aranea man dist/shared/man
for shell in bash zsh fish powershell; do
	dist/shared/aranea completion "$shell" >"dist/shared/completions/aranea.$shell"
done
rm dist/shared/aranea
licences >dist/shared/LICENSES-OF-MODULES
cp README.md LICENSE CHANGELOG.md dist/shared/

for system in $SYSTEMS; do
	os=${system%/*} arch=${system#*/}
	name=aranea-$version-$os-$arch
	cp -r dist/shared "dist/$name"
	if [ "$os" = windows ]; then
		build "$os" "$arch" "dist/$name/aranea.exe"
		(cd dist && zip -qr "$name.zip" "$name")
	else
		build "$os" "$arch" "dist/$name/aranea"
		tar -C dist -czf "dist/$name.tar.gz" "$name"
	fi
	rm -r "dist/$name"
	echo "dist/$name"
done
rm -r dist/shared
(cd dist && sha256sum -- *.tar.gz *.zip >SHA256SUMS)

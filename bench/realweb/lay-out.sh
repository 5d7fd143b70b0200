#!/bin/sh
# Lays documentation packages of Debian 12 out as virtual hosts DIR/web/NAME.test.
#
#   lay-out.sh [--set small|public|wide] [DIR]
#
# Downloads packages with apt-get (nothing is installed), unpacks them, and
# arranges hosts.tsv's hosts. Run it again after a break: what is complete is
# left alone. DIR defaults to bench/realweb/work, which git ignores.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
set_name=small
dir=
while [ $# -gt 0 ]; do
	case $1 in
	--set) [ $# -ge 2 ] || { echo "lay-out: --set wants small, public or wide" >&2; exit 2; }
		set_name=$2; shift 2 ;;
	--set=*) set_name=${1#--set=}; shift ;;
	-h|--help) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 0 ;;
	-*) echo "lay-out: unknown flag $1" >&2; exit 2 ;;
	*) [ -z "$dir" ] || { echo "lay-out: one folder, not more: $1" >&2; exit 2; }
		dir=$1; shift ;;
	esac
done
case $set_name in
small|public|wide) ;;
*) echo "lay-out: unknown set $set_name, want small, public or wide" >&2; exit 2 ;;
esac
for tool in apt-get apt-cache dpkg-deb dpkg go; do
	command -v $tool >/dev/null || { echo "lay-out: $tool is missing; this script needs Debian or a relative, and Go" >&2; exit 1; }
done
[ -n "$dir" ] || dir=$here/work
mkdir -p "$dir/deb" "$dir/unpacked" "$dir/bin"
dir=$(cd "$dir" && pwd)

# apt-get drops its rights to a user who may not be able to write here.
apt='apt-get -q -o APT::Sandbox::User='$(id -un)

(cd "$here/.." && go build -o "$dir/bin/realweb" ./realweb/cmd/realweb)
packages=$("$dir/bin/realweb" packages --hosts "$here/hosts.tsv" --set "$set_name")

fetched=0
for p in $packages; do
	if [ -s "$dir/unpacked/$p.version" ]; then
		continue
	fi
	if ! apt-cache show "$p" >/dev/null 2>&1; then
		echo "lay-out: apt knows no package $p; run apt-get update first, and mind that the table of hosts is made for Debian 12" >&2
		exit 1
	fi
	set -- "$dir/deb/${p}_"*.deb
	if [ ! -e "$1" ] || ! dpkg-deb --field "$1" Version >/dev/null 2>&1; then
		rm -f "$dir/deb/${p}_"*.deb
		(cd "$dir/deb" && $apt download "$p") || { echo "lay-out: download of $p failed; run the same command again to go on" >&2; exit 1; }
		set -- "$dir/deb/${p}_"*.deb
		fetched=$((fetched + 1))
	fi
	rm -rf "$dir/unpacked/$p" "$dir/unpacked/$p.part"
	dpkg -x "$1" "$dir/unpacked/$p.part" || { echo "lay-out: cannot unpack $1" >&2; exit 1; }
	mv "$dir/unpacked/$p.part" "$dir/unpacked/$p"
	dpkg-deb --field "$1" Version > "$dir/unpacked/$p.version"
done
echo "packages: $(echo "$packages" | wc -w), downloaded now: $fetched"
"$dir/bin/realweb" arrange --hosts "$here/hosts.tsv" --moved "$here/moved.tsv" --robots "$here/robots" --set "$set_name" --dir "$dir"
for part in deb unpacked web; do
	echo "$part: $(du -sh "$dir/$part" | cut -f1) (files shared by unpacked and web count in each)"
done

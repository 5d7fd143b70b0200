#!/usr/bin/env bash
# Crawls a web whole and then some pages of it in each order, and tells which part of
# the links between its pages, and of their popularity (PageRank over those links, 0.85),
# belongs to the pages that came first.
#
#   bench/order.sh WEB SEEDS [PAGES]...
#
# WEB and SEEDS come from bench/realweb/lay-out.sh; PAGES default to 1000 2000 4000.
# ALSO=PROGRAM crawls in the order "best" with another build of aranea as well.
# OUT=FOLDER keeps what was crawled.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
web=$(realpath "$1")
seeds=$(realpath "$2")
shift 2
[ $# -gt 0 ] || set -- 1000 2000 4000
. "$root/bench/common.sh"
start_server "$work/access.log"

# crawl PROGRAM NAME FLAG...: writes the pages that it visited to NAME.
crawl() {
	local program=$1 name=$work/$2
	shift 2
	rm -rf "$name.data"
	"$program" crawl --data "$name.data" --contact bench@example.org --seeds "$seeds" --scope host --delay 0s \
		--proxy "$proxy" --allow-net 127.0.0.0/8 --quiet "$@" >"$name.out" 2>&1 || [ $? -eq 3 ]
	"$program" export --data "$name.data" | sed -n '/"status":200,/s/^{"url":"\([^"]*\)".*/\1/p' >"$name"
}

# share NAME: which part of all links and of the popularity the pages of NAME have.
share() {
	awk -v name="$1" '
		FILENAME == ARGV[1] { page[$1] = 1; n++; next }
		FILENAME == ARGV[2] { if ($1 in page && $2 in page && $1 != $2 && !(($1, $2) in known)) {
			known[$1, $2] = 1; from[++links] = $1; to[links] = $2; out[$1]++; in_[$2]++ }; next }
		{ first[$1] = 1 }
		END {
			for (p in page) rank[p] = 1 / n
			for (round = 0; round < 40; round++) {
				lost = 0
				for (p in page) { if (!out[p]) lost += rank[p]; next_[p] = 0 }
				for (i = 1; i <= links; i++) next_[to[i]] += rank[from[i]] / out[from[i]]
				for (p in page) rank[p] = (0.15 + 0.85 * lost) / n + 0.85 * next_[p]
			}
			for (p in first) if (p in page) { visited++; had += in_[p]; weight += rank[p] }
			printf "| %s | %d | %.1f %% | %.1f %% |\n", name, visited, 100 * had / links, 100 * weight
		}' "$work/whole" "$work/links" "$work/$1"
}

crawl "$work/aranea" whole
"$work/aranea" export --data "$work/whole.data" --links | sed -n 's/^{"from":"\([^"]*\)","to":"\([^"]*\)".*/\1 \2/p' >"$work/links"
echo "| order | pages | links to them | popularity |"
echo "|---|---|---|---|"
for pages in "$@"; do
	for order in bfs best; do
		crawl "$work/aranea" "$order-$pages" --order "$order" --max-pages "$pages"
		share "$order-$pages"
	done
	[ -z "${ALSO:-}" ] || { crawl "$ALSO" "also-$pages" --order best --max-pages "$pages"; share "also-$pages"; }
done

#!/usr/bin/env bash
# Crawls a laid-out web with Aranea and with Colly in turn, A B A B, each with a
# server and a log of its own, and prints a Markdown table.
#
#   bench/run.sh WEB SEEDS [ROUNDS]
#   bench/run.sh --set small|public|wide [DIR] [ROUNDS]    lays the set out first
#
# WEB and SEEDS come from bench/realweb/lay-out.sh or from "realweb cut". The column
# "set" says whether the pages fetched are exactly those the checker computed.
# OUT=FOLDER keeps logs and the data folder of the last run. DELAY=200ms asks both for a
# delay between two requests to a host; BLEVE=1 lets Colly also bring the text of the
# pages into an index of bleve, in turn with the others; SPIDER=1 has spider-rs crawl as
# well, built by cargo, which takes minutes, and without a delay.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
if [ "${1:-}" = --set ]; then
	dir=${3:-$root/bench/realweb/work}
	"$root/bench/realweb/lay-out.sh" --set "$2" "$dir" >&2
	set -- "$dir/web" "$dir/seeds.txt" "${4:-2}"
fi
[ $# -ge 2 ] || { sed -n '2,14s/^# \{0,1\}//p' "$0" >&2; exit 2; }
web=$(realpath "$1")
seeds=$(realpath "$2")
rounds=${3:-2}
delay=${DELAY:-0s}
. "$root/bench/common.sh"

(cd "$root/bench" && go build -o "$work/colly" ./peers/colly)
if [ -n "${SPIDER:-}" ]; then
	CARGO_TARGET_DIR=$work/cargo cargo build --release --manifest-path "$root/bench/peers/spider/Cargo.toml" >&2
fi
"$work/realweb" check --web "$web" --seeds "$seeds" --out "$work/set.tsv" >&2

echo "load before: $(cut -d' ' -f1-3 /proc/loadavg), cores: $(nproc), $(date -u +%Y-%m-%dT%H:%MZ)" >&2
"$work/realweb" measure --head
for round in $(seq "$rounds"); do
	rm -rf "$work/data"
	start_server "$work/aranea-$round.log"
	"$work/realweb" measure --name "Aranea, run $round" --log "$work/aranea-$round.log" --set "$work/set.tsv" \
		--agent Aranea/ --index "$work/data/index" --output "$work/aranea-$round.out" -- \
		"$work/aranea" crawl --data "$work/data" --contact bench@example.org --seeds "$seeds" --scope host \
		--delay "$delay" --proxy "$proxy" --allow-net 127.0.0.0/8 --quiet --json
	stop_server
	start_server "$work/colly-$round.log"
	"$work/realweb" measure --name "Colly, links only, run $round" --log "$work/colly-$round.log" --set "$work/set.tsv" \
		--agent Aranea-peer-colly --output "$work/colly-$round.out" -- \
		"$work/colly" --seeds "$seeds" --proxy "$proxy" --delay "$delay"
	stop_server
	if [ -n "${SPIDER:-}" ]; then
		start_server "$work/spider-$round.log"
		"$work/realweb" measure --name "spider-rs, links only, run $round" --log "$work/spider-$round.log" --set "$work/set.tsv" \
			--agent Aranea-peer-spider --output "$work/spider-$round.out" -- \
			"$work/cargo/release/spider-peer" "$seeds" "$proxy"
		stop_server
	fi
	[ -n "${BLEVE:-}" ] || continue
	rm -rf "$work/bleve"
	start_server "$work/bleve-$round.log"
	"$work/realweb" measure --name "Colly with bleve, run $round" --log "$work/bleve-$round.log" --set "$work/set.tsv" \
		--agent Aranea-peer-colly --index "$work/bleve" --output "$work/bleve-$round.out" -- \
		"$work/colly" --seeds "$seeds" --proxy "$proxy" --delay "$delay" --index "$work/bleve"
	stop_server
done
echo "load after: $(cut -d' ' -f1-3 /proc/loadavg)" >&2

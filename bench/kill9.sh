#!/usr/bin/env bash
# Crawls with a delay, kills the crawler with kill -9 on the way, starts the same
# command again each time, and compares the server's log with the checker's set:
# same pages, nothing closed, no delay broken, only the requests under way
# repeated. Ends with 0 when all of that holds.
#
#   bench/kill9.sh WEB SEEDS [DELAY] [MAX_REPEATS]
#   EVERY=5 TIMES=60 bench/kill9.sh WEB SEEDS [DELAY] [MAX_REPEATS]
#
# It is killed three times, at a fifth, at less than half and at two thirds of the
# pages; with EVERY it is killed after so many seconds, TIMES times at most.
#
# WEB and SEEDS come from bench/realweb/lay-out.sh. DELAY defaults to 50ms,
# MAX_REPEATS to 256 for each kill: the fetchers and the outcomes of one commit.
# OUT=FOLDER keeps logs and data.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,18s/^# \{0,1\}//p' "$0" >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
web=$(realpath "$1")
seeds=$(realpath "$2")
delay=${3:-50ms}
times=${TIMES:-3}
repeats=${4:-$((times * 256))}
. "$root/bench/common.sh"

"$work/realweb" check --web "$web" --seeds "$seeds" --out "$work/set.tsv"
log=$work/access.log
rm -rf "$work/data"
start_server "$log"

crawl() {
	exec "$work/aranea" crawl --data "$work/data" --contact bench@example.org --seeds "$seeds" --scope host \
		--delay "$delay" --proxy "$proxy" --allow-net 127.0.0.0/8 --quiet --json
}
expected=$(awk -F'\t' '$1 == "html" || $1 == "redirect"' "$work/set.tsv" | wc -l)
# kill_when WHAT COMMAND...: begins a crawl and kills it when the command succeeds;
# returns 1 if it ended before.
kill_when() {
	local what=$1
	shift
	crawl >"$work/killed.out" 2>&1 &
	crawler=$!
	until "$@"; do
		kill -0 "$crawler" 2>/dev/null || { crawler=; return 1; }
		sleep 0.1
	done
	kill -9 "$crawler"
	wait "$crawler" 2>/dev/null || true
	crawler=
	echo "killed $what, after $(wc -l <"$log") requests"
}
answered() { [ "$(wc -l <"$log")" -ge "$1" ]; }
passed() { [ "$SECONDS" -ge "$1" ]; }
if [ -n "${EVERY:-}" ]; then
	for n in $(seq "$times"); do
		kill_when "for the time $n" passed $((SECONDS + EVERY)) || { echo "the crawl ended in run $n"; break; }
	done
else
	for share in 20 45 70; do
		kill_when "at $share %" answered $((expected * share / 100)) || { echo "the crawl ended before: $(cat "$work/killed.out")" >&2; exit 1; }
	done
fi
crawl >"$work/last.out" 2>&1 &
crawler=$!
code=0
wait "$crawler" || code=$?
crawler=
stop_server
tail -1 "$work/last.out"
echo "exit code of the last run: $code"
[ "$code" -eq 0 ] || exit 1
# Hosts that ask for a longer delay in their robots files.
own=()
for f in $(grep -il '^crawl-delay:' "$web"/*/robots.txt); do
	own+=(--host-delay "$(basename "$(dirname "$f")")=$(sed -n 's/^[Cc]rawl-[Dd]elay: *\([0-9.]*\).*/\1/p' "$f" | head -1)s")
done
"$work/realweb" compare --log "$log" --set "$work/set.tsv" --agent Aranea/ --delay "$delay" --max-repeats "$repeats" "${own[@]}"

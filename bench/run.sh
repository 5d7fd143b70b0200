#!/usr/bin/env bash
# Crawls the laid-out web with Aranea and with Colly in turn, A B A B, and prints
# the figures as a Markdown table. Usage: bench/run.sh WEB SEEDS [ROUNDS]
# WEB and SEEDS come from bench/realweb/lay-out.sh.
set -euo pipefail
web=$(realpath "$1")
seeds=$(realpath "$2")
rounds=${3:-2}
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$work"' EXIT
(cd "$root" && go build -o "$work/aranea" ./cmd/aranea)
(cd "$root/bench" && go build -o "$work/realweb" ./realweb/cmd/realweb && go build -o "$work/colly" ./peers/colly)

port=8490
start() { # a new server and a new log for each run, as loaded as the last
	port=$((port + 1))
	"$work/realweb" serve --web "$web" --listen "127.0.0.1:$port" --log "$work/log" >/dev/null 2>&1 &
	server=$!
	for _ in $(seq 100); do
		curl -s -o /dev/null "http://127.0.0.1:$port/" && return
		sleep 0.1
	done
}
stop() {
	kill "$server"
	wait "$server" 2>/dev/null || true
}
# Columns of the access log: time, host, method, path and query, status, bytes, type or agent.
unique() { awk -F'\t' '$5 == 200 && $4 != "/robots.txt" {print $2 $4}' "$work/log" | sort -u | wc -l; }
requests() { wc -l <"$work/log"; }
row() { # name, unique pages, requests, wall, cpu, rss, bytes a page
	awk -v n="$1" -v u="$2" -v q="$3" -v w="$4" -v c="$5" -v r="$6" -v b="$7" \
		'BEGIN {printf "| %s | %d | %d | %.1f | %.0f | %.1f | %.0f | %.0f | %s |\n", n, u, q, w, u/w, c, u/c, r/1024, b}'
}
# Prints the wall and CPU seconds and the peak memory in KiB of a command.
measure() { /usr/bin/env python3 - "$work/out" "$@" <<'PY'
import resource, subprocess, sys, time
t = time.time()
with open(sys.argv[1], "w") as out:
    code = subprocess.call(sys.argv[2:], stdout=out, stderr=subprocess.DEVNULL)
r = resource.getrusage(resource.RUSAGE_CHILDREN)
print(time.time() - t, r.ru_utime + r.ru_stime, r.ru_maxrss)
sys.exit(code)
PY
}

echo "| crawler | unique pages | requests | seconds | pages/s | CPU seconds | pages/CPU-s | peak MiB | index bytes/page |"
echo "|---|---|---|---|---|---|---|---|---|"
for _ in $(seq "$rounds"); do
	rm -rf "$work/data" "$work/log"
	start
	read -r wall cpu rss < <(measure "$work/aranea" crawl --data "$work/data" --contact bench@example.org --seeds "$seeds" \
		--scope host --delay 0s --proxy "http://127.0.0.1:$port" --allow-net 127.0.0.0/8 --quiet --json)
	stop
	bytes=$(du -sb "$work/data/index" | cut -f1)
	row Aranea "$(unique)" "$(requests)" "$wall" "$cpu" "$rss" "$((bytes / $(unique)))"
	rm -f "$work/log"
	start
	read -r wall cpu rss < <(measure timeout 600 "$work/colly" --seeds "$seeds" --proxy "http://127.0.0.1:$port")
	stop
	row "Colly, links only" "$(unique)" "$(requests)" "$wall" "$cpu" "$rss" "-"
done

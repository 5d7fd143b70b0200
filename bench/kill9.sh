#!/usr/bin/env bash
# Crawls with a delay, kills the crawl with -9 three times on the way, starts the
# same command again, and holds the server's log against the reachable set.
# Usage: bench/kill9.sh WEB SEEDS [DELAY]
set -euo pipefail
web=$(realpath "$1")
seeds=$(realpath "$2")
delay=${3:-20ms}
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$work"' EXIT
(cd "$root" && go build -o "$work/aranea" ./cmd/aranea)
(cd "$root/bench" && go build -o "$work/realweb" ./realweb/cmd/realweb)
"$work/realweb" serve --web "$web" --listen 127.0.0.1:8495 --log "$work/log" >/dev/null 2>&1 &
server=$!
for _ in $(seq 100); do
	curl -s -o /dev/null http://127.0.0.1:8495/ && break
	sleep 0.1
done
crawl() {
	exec "$work/aranea" crawl --data "$work/data" --contact bench@example.org --seeds "$seeds" --scope host \
		--delay "$delay" --proxy http://127.0.0.1:8495 --allow-net 127.0.0.0/8 --quiet --json
}
for pause in 14 18 22; do
	(crawl) >/dev/null &
	pid=$!
	sleep "$pause"
	kill -9 "$pid"
	wait "$pid" 2>/dev/null || true
	echo "killed after $pause seconds, $(wc -l <"$work/log") requests so far"
done
(crawl)
kill "$server"
wait "$server" 2>/dev/null || true
"$work/realweb" check --web "$web" --seeds "$seeds" --out "$work/set"
"$work/realweb" compare --log "$work/log" --set "$work/set" --agent Aranea --delay "$delay" --max-repeats 600

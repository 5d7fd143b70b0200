#!/usr/bin/env bash
# Crawls with a cluster of nodes with a delay, kills nodes with kill -9 on the way,
# starts each again at once, and compares the server's log with the checker's set:
# all pages, nothing closed, no delay broken, each site asked by one node only.
# Then it crawls with one folder, and prints how the two indexes differ.
# Ends with 0 when all of that holds.
#
#   bench/cluster.sh WEB SEEDS [NODES] [DELAY] [KILLS]
#
# WEB and SEEDS come from bench/realweb/lay-out.sh. NODES defaults to 4, DELAY to
# 50ms, KILLS to 6. OUT=FOLDER keeps logs and data.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,12s/^# \{0,1\}//p' "$0" >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
web=$(realpath "$1")
seeds=$(realpath "$2")
nodes=${3:-4}
delay=${4:-50ms}
kills=${5:-6}
first=${PORT:-7373}
. "$root/bench/common.sh"

"$work/realweb" check --web "$web" --seeds "$seeds" --out "$work/set.tsv"
log=$work/access.log
rm -rf "$work"/node.* "$work/whole"
start_server "$log"

# The cluster's file.
{
	echo "key = \"$(head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n')\""
	echo "nodes = ["
	for n in $(seq "$nodes"); do echo "  \"http://127.0.0.1:$((first + n))\","; done
	echo "]"
} >"$work/cluster.toml"
chmod 600 "$work/cluster.toml"

declare -a pid
start_node() {
	"$work/aranea" run --cluster "$work/cluster.toml" --node "$1" --data "$work/node.$1" --contact bench@example.org \
		--seeds "$seeds" --scope host --delay "$delay" --every 1s --proxy "$proxy" --allow-net 127.0.0.0/8 \
		--listen "127.0.0.1:$((first + 100 + $1))" --quiet >>"$work/node.$1.out" 2>&1 &
	pid[$1]=$!
}
stop_nodes() { for p in "${pid[@]}"; do kill "$p" 2>/dev/null || true; done; wait "${pid[@]}" 2>/dev/null || true; pid=(); }
trap 'stop_nodes; clean' EXIT
for n in $(seq "$nodes"); do start_node "$n"; done

for k in $(seq "$kills"); do
	sleep 4
	n=$((1 + RANDOM % nodes))
	kill -9 "${pid[$n]}"
	wait "${pid[$n]}" 2>/dev/null || true
	echo "killed node $n, after $(wc -l <"$log") requests"
	start_node "$n"
done
# It is done when nobody has asked for anything for 20 seconds.
before=-1
while [ "$(wc -l <"$log")" -ne "$before" ]; do
	before=$(wc -l <"$log")
	sleep 20
done
code=0
"$work/aranea" cluster check "$work/cluster.toml" || code=1
"$work/aranea" urls --cluster "$work/cluster.toml" --state indexed --json | sed -n 's/.*"url":"\([^"]*\)".*/\1/p' | sort -u >"$work/cluster.urls"
stop_nodes
stop_server

# One folder, without a delay, by another log.
start_server "$work/whole.log"
"$work/aranea" crawl --data "$work/whole" --contact bench@example.org --seeds "$seeds" --scope host \
	--delay 0s --proxy "$proxy" --allow-net 127.0.0.0/8 --quiet --json >"$work/whole.out" 2>&1
"$work/aranea" urls --data "$work/whole" --state indexed --json | sed -n 's/.*"url":"\([^"]*\)".*/\1/p' | sort -u >"$work/whole.urls"
stop_server
echo "indexed by the cluster: $(wc -l <"$work/cluster.urls"), by one folder: $(wc -l <"$work/whole.urls")"
echo "only in the cluster: $(comm -23 "$work/cluster.urls" "$work/whole.urls" | wc -l), only in one folder: $(comm -13 "$work/cluster.urls" "$work/whole.urls" | wc -l)"

# Hosts that ask for a longer delay in their robots files.
own=()
for f in $(grep -il '^crawl-delay:' "$web"/*/robots.txt); do
	own+=(--host-delay "$(basename "$(dirname "$f")")=$(sed -n 's/^[Cc]rawl-[Dd]elay: *\([0-9.]*\).*/\1/p' "$f" | head -1)s")
done
"$work/realweb" compare --log "$log" --set "$work/set.tsv" --agent Aranea/ --delay "$delay" --max-repeats $((kills * 256)) "${own[@]}" || code=1
exit "$code"

# Read by run.sh and kill9.sh, not run by itself. It needs $root and $web, builds
# the programs into $work, and starts and stops the server.
if [ -n "${OUT:-}" ]; then
	mkdir -p "$OUT"
	work=$(realpath "$OUT")
else
	work=$(mktemp -d)
fi
server=
crawler=
clean() {
	[ -z "$crawler" ] || kill "$crawler" 2>/dev/null || true
	[ -z "$server" ] || kill "$server" 2>/dev/null || true
	[ -n "${OUT:-}" ] || rm -rf "$work"
}
trap clean EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# The robot and its peers are built without cgo, as releases are.
export CGO_ENABLED=0
(cd "$root" && go build -o "$work/aranea" ./cmd/aranea)
(cd "$root/bench" && go build -o "$work/realweb" ./realweb/cmd/realweb)

# start_server LOG: serves $web with a new log; sets $server and $proxy.
start_server() {
	rm -f "$1"
	: >"$work/server.out"
	"$work/realweb" serve --web "$web" --listen 127.0.0.1:0 --log "$1" >"$work/server.out" 2>&1 &
	server=$!
	for _ in $(seq 300); do
		proxy=$(sed -n 's/^serving .* on \(http:.*\)$/\1/p' "$work/server.out")
		[ -z "$proxy" ] || return 0
		kill -0 "$server" 2>/dev/null || break
		sleep 0.1
	done
	echo "the server did not start: $(cat "$work/server.out")" >&2
	exit 1
}

stop_server() {
	kill "$server"
	wait "$server" || true
	server=
}

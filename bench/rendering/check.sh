#!/usr/bin/env bash
# check.sh: serves a page that only scripts make, whose script asks for the data it
# shows, and crawls it twice. Without a browser the page must not be found, and
# aranea explain must say that it needs scripts; with the Chromium of this machine the
# words that its script has put there must be found, what it says to browsers without
# scripts must not, and the log of exchanges must tell of the data. Needs chromium, python3 and aranea in PATH.
set -eu
dir=$(mktemp -d)
port=${1:-18472}
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$dir"' EXIT
mkdir "$dir/site"
cd "$dir"
cat >site/index.html <<'HTML'
<!DOCTYPE html><html lang=en><title>Harbour</title><div id=app></div>
<noscript>Please enable JavaScript in your butterscotch browser.</noscript>
<script>
fetch("tides.json").then(r => r.json()).then(list => {
	for (const t of list)
		document.getElementById("app").insertAdjacentHTML("beforeend", `<p>The ${t.name} tide reaches the quay at ${t.at}.</p>`)
	document.getElementById("app").insertAdjacentHTML("beforeend", "<a href=pilots.html>Pilots of the harbour</a>")
})
</script></html>
HTML
echo '[{"name": "cormorant", "at": "six in the morning"}, {"name": "curlew", "at": "noon"}]' >site/tides.json
echo '<!DOCTYPE html><html lang=en><title>Pilots</title><p>The pilots sleep in the guillemot house.</p></html>' >site/pilots.html
python3 -m http.server --bind 127.0.0.1 --directory site "$port" >server.log 2>&1 &
server=$!
for _ in $(seq 50); do
	(: </dev/tcp/127.0.0.1/"$port") 2>/dev/null && break
	sleep 0.1
done

expect() { # WHAT WANTED TEXT: prints a line, and fails if TEXT is not as wanted
	if [[ $3 == *"$2"* ]]; then echo "ok    $1: $2"; else
		echo "WRONG $1: no \"$2\" in: $3"
		wrong=1
	fi
}
found() { aranea search --data data "$1" 2>&1 || true; }

wrong=0
crawl() { aranea crawl --data data --delay 0s --refresh all --allow-net 127.0.0.0/8 --contact me@example.org --quiet "$@" "http://127.0.0.1:$port/" >crawl.log 2>&1 || true; }
crawl
expect "without a browser, the reason" INDEX.NEEDS-SCRIPT "$(aranea explain --data data "http://127.0.0.1:$port/" || true)"
expect "without a browser, its words" "Nothing found" "$(found cormorant)"
crawl --render chromium --crawl-log exchanges.log
expect "rendered, the reason" RENDER.DONE "$(aranea explain --data data "http://127.0.0.1:$port/" || true)"
expect "rendered, its words" "http://127.0.0.1:$port/" "$(found "cormorant tide")"
expect "rendered, a link that a script has put there" pilots.html "$(found guillemot)"
expect "rendered, what is said to browsers without scripts" "Nothing found" "$(found '"enable JavaScript"')"
expect "rendered, the log of exchanges" "/tides.json E http" "$(cat exchanges.log)"
cat crawl.log
exit $wrong

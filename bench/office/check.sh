#!/usr/bin/env bash
# check.sh: has LibreOffice write one document of each format, serves them on this
# machine, crawls them, and prints for each the word that stands in it alone and what
# a search for it finds. Needs soffice, python3 and aranea in PATH.
set -eu
dir=$(mktemp -d)
port=${1:-18471}
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$dir"' EXIT
mkdir "$dir/source" "$dir/site"
cd "$dir"

convert() { # FORMAT FILE TARGET
	soffice --headless "-env:UserInstallation=file://$dir/profile" --convert-to "$1" --outdir "$3" "$2" >>soffice.log 2>&1
}

declare -A word
for pair in odt:snowberry pdf:larkspur docx:quillwort rtf:hawthorn epub:bilberry doc:juniper; do
	f=${pair%:*} w=${pair#*:}
	word[$f]=$w
	echo "<html lang=en><meta charset=utf-8><title>Report on $w</title><h1>A report</h1><p>The carpenter measured $w before the winter came.</p><ul><li>An item</li></ul>" >"source/text-$f.html"
	convert odt "source/text-$f.html" source
	if [ "$f" = odt ]; then cp source/text-odt.odt site/; else convert "$f" "source/text-$f.odt" site; fi
done
for pair in ods:sandpiper xls:kittiwake xlsx:guillemot; do
	f=${pair%:*} w=${pair#*:}
	word[$f]=$w
	printf 'name,weight\n%s,12\nother,3\n' "$w" >"source/sheet-$f.csv"
	convert "$f" "source/sheet-$f.csv" site
done
for pair in odp:marjoram ppt:coriander pptx:tarragon; do
	f=${pair%:*} w=${pair#*:}
	word[$f]=$w
	cat >"source/slides-$f.fodp" <<XML
<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.presentation">
<office:body><office:presentation><draw:page><draw:frame svg:x="2cm" svg:y="5cm" svg:width="24cm" svg:height="12cm"><draw:text-box><text:p>The gardener planted $w in the spring.</text:p></draw:text-box></draw:frame></draw:page></office:presentation></office:body></office:document>
XML
	convert "$f" "source/slides-$f.fodp" site
done

for f in site/*; do echo "<a href='/${f#site/}'>a document</a>"; done >index.html
mv index.html site/
(cd site && exec python3 -m http.server "$port" >/dev/null 2>&1) &
server=$!
until (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
aranea crawl --data data --contact test@example.org --allow-net 127.0.0.0/8 --delay 0s --quiet "http://127.0.0.1:$port/"
for f in "${!word[@]}"; do
	printf '%-5s %-10s %s\n' "$f" "${word[$f]}" "$(aranea search --data data "${word[$f]}" 2>/dev/null | head -1)"
done | sort

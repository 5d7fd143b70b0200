#!/usr/bin/env bash
# check.sh: has LibreOffice write one document of each format, serves them on this
# machine, crawls them, and prints for each the word that stands in it alone and what
# a search for it finds; then where the links of each lead, with their words. Needs soffice, python3 and aranea in PATH.
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
	echo "<html lang=en><meta charset=utf-8><title>Report on $w</title><h1>A report</h1><p>The carpenter measured $w before <a href='http://127.0.0.1:$port/text-$f'>the winter of $w</a> came.</p><ul><li>An item</li></ul>" >"source/text-$f.html"
	convert odt "source/text-$f.html" source
	if [ "$f" = odt ]; then cp source/text-odt.odt site/; else convert "$f" "source/text-$f.odt" site; fi
done
for pair in ods:sandpiper xls:kittiwake xlsx:guillemot; do
	f=${pair%:*} w=${pair#*:}
	word[$f]=$w
	cat >"source/sheet-$f.fods" <<XML
<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:body><office:spreadsheet><table:table table:name="birds"><table:table-row><table:table-cell office:value-type="string"><text:p>$w</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p><text:a xlink:href="http://127.0.0.1:$port/sheet-$f">the cliff of $w</text:a></text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document>
XML
	convert "$f" "source/sheet-$f.fods" site
done
for pair in odp:marjoram ppt:coriander pptx:tarragon; do
	f=${pair%:*} w=${pair#*:}
	word[$f]=$w
	cat >"source/slides-$f.fodp" <<XML
<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.presentation">
<office:body><office:presentation><draw:page><draw:frame svg:x="2cm" svg:y="5cm" svg:width="24cm" svg:height="12cm"><draw:text-box><text:p>The gardener planted $w in <text:a xlink:href="http://127.0.0.1:$port/slides-$f">the spring of $w</text:a>.</text:p></draw:text-box></draw:frame></draw:page></office:presentation></office:body></office:document>
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
for f in "${!word[@]}"; do
	aranea links --data data --from "http://127.0.0.1:$port/$(cd site && ls | grep -e "-$f\.$f")" | sed "s/^/$f  /"
done | sort

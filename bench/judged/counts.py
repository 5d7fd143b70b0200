#!/usr/bin/env python3
"""Compares how many pages a word finds with a one-language engine, SQLite FTS5.

  counts.py DOCS WEB URL [WORDS]

DOCS is what aranea export --documents printed, which says the language of each page,
WEB the folder of the web that was crawled, in which the pages lie as files by host and
path, and URL the address of aranea serve over the same folder. Of each of four
languages WORDS words (200) are drawn by a seed: runs of at least three letters, of
Chinese whole runs of two to four characters between other characters, on at least three
pages, of which at least 95 % are in that language. None is drawn that stands in a page
of 50,000 words or more, for Aranea keeps no more of a page. FTS5 has what the markup of
all pages holds: text, titles, descriptions, the words of pictures and the titles of
elements; it knows forms as they are written, with case and accents folded. Chinese is
looked for as characters, wherever they stand, traditional ones made simplified. Aranea is asked for the word in quotes,
which is the form as it is written, and bare, which finds its other forms as well, both
among HTML pages.

Printed are, for each language, the share of words whose number in quotes is within 5 %
of that of FTS5, of words that find as many bare as in quotes at least, of words whose
first result is in their language, and the words of which any of that is not so.
"""
import collections
import html.parser
import json
import pathlib
import random
import re
import sqlite3
import sys
import unicodedata
import urllib.parse
import urllib.request

SEED = 20261122
MOST = 50_000  # words of a page that Aranea keeps
LANGUAGES = "en", "ru", "zh", "pt"
LEAST, SHARE = 3, 0.95
HAN = re.compile("(?<![㐀-鿿])[㐀-鿿]{2,4}(?![㐀-鿿])")
LETTERS = re.compile(r"(?<!\w)[^\W\d_]{3,}(?!\w)")


INLINE = set("a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var wbr".split())


class Text(html.parser.HTMLParser):
    """Gathers what a page says."""

    def __init__(self):
        super().__init__()
        self.parts, self.silent = [], 0

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag in ("script", "style"):
            self.silent += 1
        if tag not in INLINE:
            self.parts.append("\n")
        said = [attrs.get("alt"), attrs.get("title") if tag != "link" else None]  # nobody sees that of a link in the head
        if tag == "meta" and (attrs.get("name") or "").lower() == "description":
            said.append(attrs.get("content"))
        self.parts += [f"\n{text}\n" for text in said if text]

    def handle_endtag(self, tag):
        if tag in ("script", "style"):
            self.silent = max(0, self.silent - 1)
        if tag not in INLINE:
            self.parts.append("\n")

    def handle_data(self, data):
        if not self.silent:
            self.parts.append(data)


def text_of(page, web):
    at = urllib.parse.urlsplit(page["url"])
    path = pathlib.Path(web) / at.hostname / urllib.parse.unquote(at.path).lstrip("/")
    if not path.is_file():
        path = path / "index.html"
    if not path.is_file() or path.suffix not in (".html", ".htm"):
        return None
    text = path.read_bytes()
    charset = re.search(rb"charset=[\"']?([\w-]+)", text[:2048])
    parser = Text()
    parser.feed(text.decode(charset[1].decode() if charset else "utf-8", "replace"))
    return "".join(parser.parts)


def simplified():
    """Returns the characters of simplified writing by those of traditional writing."""
    table = {}
    for line in (pathlib.Path(__file__).parents[2] / "analyze" / "simplified.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            table.update(zip(map(ord, line[::2]), line[1::2]))
    return table


def folded(text):
    """Folds case, the accents of Latin letters, and yo to ye."""
    out = []
    for c in text.lower():
        base = c if c.isascii() else unicodedata.normalize("NFD", c)[0]
        out.append(base if base.isascii() else "\u0435" if c == "\u0451" else c)
    return "".join(out)


def draw(pages, lang, count):
    """Returns words of a language that hardly stand in pages of any other, as they are written."""
    here, everywhere, long, written = collections.Counter(), collections.Counter(), set(), {}
    for page in pages:
        found = {folded(w): w for w in (HAN if lang == "zh" else LETTERS).findall(page["text"])}
        everywhere.update(found.keys())
        if page["words"] >= MOST:
            long.update(found)
        if page["lang"] == lang:
            here.update(found.keys())
            written.update(found)
    words = sorted(w for w, n in here.items() if n >= LEAST and n >= SHARE * everywhere[w] and w not in long)
    random.Random(SEED).shuffle(words)
    return [written[w] for w in words[:count]]


def engine(pages, lang):
    """Returns a function that finds the pages with a word."""
    if lang == "zh":
        table = simplified()
        texts = [(p["url"], p["text"].translate(table)) for p in pages]
        return lambda word: {url for url, text in texts if word.translate(table) in text}
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE docs USING fts5(url UNINDEXED, text, tokenize='unicode61 remove_diacritics 0')")
    db.executemany("INSERT INTO docs VALUES (?, ?)", [(p["url"], folded(p["text"])) for p in pages])
    return lambda word: {u for (u,) in db.execute("SELECT url FROM docs WHERE docs MATCH ?", (f'"{folded(word)}"',))}


def aranea(base, query, limit=10):
    at = f"{base}/api/v1/search?" + urllib.parse.urlencode({"q": query + " filetype:html", "n": limit, "copies": "true", "exact_total": "true"})
    with urllib.request.urlopen(at) as answer:
        return json.load(answer)


def compare(base, pages, lang, count):
    words, ask = draw(pages, lang, count), engine(pages, lang)
    near = more = first = 0
    for word in words:
        want, quoted, bare = len(ask(word)), aranea(base, f'"{word}"'), aranea(base, word)
        close = abs(quoted["total"] - want) <= 0.05 * want
        enough = bare["total"] >= quoted["total"]
        best = bool(bare["results"]) and bare["results"][0].get("lang") == lang
        near, more, first = near + close, more + enough, first + best
        if not (close and enough and best):
            shown = bare["results"][0] if bare["results"] else {}
            print(f"  {lang} {word}: FTS5 {want}, in quotes {quoted['total']}, bare {bare['total']}, first {shown.get('lang')} {shown.get('url')}")
    n = max(len(words), 1)
    print(f"{lang}: {len(words)} words, {100 * near / n:.1f} % within 5 %, {100 * more / n:.1f} % bare at least as many, {100 * first / n:.1f} % first in the language")


def main(args):
    if len(args) not in (3, 4):
        sys.exit(__doc__)
    with pathlib.Path(args[0]).open(encoding="utf-8") as f:
        pages = [json.loads(line) for line in f]
    for page in pages:
        page["text"] = text_of(page, args[1])
    print(f"{sum(p['text'] is None for p in pages)} of {len(pages)} pages are no HTML files and left out of FTS5")
    pages = [p for p in pages if p["text"] is not None]
    for lang in LANGUAGES:
        compare(args[2].rstrip("/"), pages, lang, int(args[3]) if len(args) == 4 else 200)


if __name__ == "__main__":
    main(sys.argv[1:])

#!/usr/bin/env python3
"""Judged collections, asked of the whole program and of Lucene.

  judged.py convert smart DOCS QUERIES QRELS DIR      Cranfield, CISI, MED as SMART files
  judged.py convert trec DOCS QUERIES QRELS DIR       the same as TREC files
  judged.py convert npl DOCS QUERIES QRELS DIR        NPL (Vaswani)
  judged.py convert squad LANG FILE DIR               questions about paragraphs, SQuAD's form
  judged.py serve DIR PORT                            each document as a page of a site, named by a sitemap
  judged.py ask ARANEA DATA DIR [PORT] > RUN          the queries as they are typed, without punctuation; with a
                                                      port, of a folder with several collections that one's
  judged.py fts5 DIR > RUN                            the same asked of SQLite FTS5
  judged.py score DIR RUN RUN ...                     nDCG@10, MAP and P@10; the others beside the first

DIR gets docs.jsonl (id, title, text, lang), queries.tsv (id, text) and
qrels.tsv (query, document, grade). bench/README.md has the whole run and says
where the collections come from; none of them is in this repository.
"""
import html
import http.server
import json
import math
import pathlib
import random
import re
import sqlite3
import subprocess
import sys
import unicodedata
import urllib.parse

DEPTH = 100  # results of a query that count


def is_word(c):
    """Whether a character belongs to a word; marks do, since vowels are some in Hindi and Thai."""
    return unicodedata.category(c)[0] in "LMN" or c == "_"


def write(folder, docs, queries, qrels):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "docs.jsonl", "w", encoding="utf-8") as f:
        for doc in docs:
            f.write(json.dumps(doc, ensure_ascii=False) + "\n")
    known = {str(doc["id"]) for doc in docs}
    qrels = [r for r in qrels if r[1] in known and r[2] > 0]
    judged = {q for q, _, _ in qrels}
    with open(folder / "queries.tsv", "w", encoding="utf-8") as f:
        for number, text in queries:
            if number in judged:
                f.write(number + "\t" + " ".join("".join(c if is_word(c) else " " for c in text).split()) + "\n")
    with open(folder / "qrels.tsv", "w", encoding="utf-8") as f:
        for q, d, grade in qrels:
            f.write(f"{q}\t{d}\t{grade}\n")
    print(f"{len(docs)} documents, {len([q for q, _ in queries if q in judged])} judged queries, {len(qrels)} judgements")


def smart(path):
    """Yields number and fields of each record of a SMART file."""
    for record in re.split(r"(?m)^\.I\s+", open(path, encoding="utf-8", errors="replace").read())[1:]:
        number, _, rest = record.partition("\n")
        fields, name = {}, None
        for line in rest.split("\n"):
            if re.fullmatch(r"\.[A-Z]\s*", line):
                name = line[1]
            elif name:
                fields[name] = fields.get(name, "") + line + "\n"
        yield number.strip(), fields


def convert_smart(docs, queries, qrels):
    pages = [dict(id=n, title=" ".join(f.get("T", "").split()), text=f.get("W", ""), lang="en") for n, f in smart(docs)]
    rows = [line.split() for line in open(qrels, encoding="utf-8") if line.strip()]
    return pages, [(n, f.get("W", "")) for n, f in smart(queries)], [(r[0], r[1], 1) for r in rows]


def tag(text, name):
    found = re.search(f"<{name}>(.*?)</{name}>", text, re.S)
    return found.group(1).strip() if found else ""


def convert_trec(docs, queries, qrels):
    pages = []
    for doc in re.findall(r"<doc>(.*?)</doc>", open(docs, encoding="utf-8").read(), re.S):
        title, text = " ".join(tag(doc, "title").split()), tag(doc, "text")
        # Cranfield's texts begin with the title once more.
        bare = " ".join(text.split())
        pages.append(dict(id=tag(doc, "docno"), title=title, text=bare.removeprefix(title), lang="en"))
    # The judgements number the queries by their place in the file.
    topics = re.findall(r"<top>(.*?)</top>", open(queries, encoding="utf-8").read(), re.S)
    asked = [(str(i), tag(topic, "title")) for i, topic in enumerate(topics, 1)]
    rows = [line.split() for line in open(qrels, encoding="utf-8") if line.strip()]
    return pages, asked, [(r[0], r[2], int(r[3])) for r in rows]


def convert_npl(docs, queries, qrels):
    def records(path):
        for part in open(path, encoding="utf-8", errors="replace").read().split("\n/\n" if "\n/\n" in open(path).read() else "\n   /\n"):
            number, _, text = part.strip().partition("\n")
            if number.strip().isdigit():
                yield number.strip(), text
    pages = [dict(id=n, title="", text=t, lang="en") for n, t in records(docs)]
    rows = [(n, d, 1) for n, t in records(qrels) for d in t.split()]
    return pages, [(n, t.lower()) for n, t in records(queries)], rows


def convert_squad(lang, path):
    pages, asked, rows = [], [], []
    for article in json.load(open(path, encoding="utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            number = str(len(pages) + 1)
            pages.append(dict(id=number, title=article.get("title", "") if lang == "en" else "", text=paragraph["context"], lang=lang))
            for qa in paragraph["qas"]:
                asked.append((str(len(asked) + 1), qa["question"]))
                rows.append((asked[-1][0], number, 1))
    return pages, asked, rows


def pages_of(folder):
    with open(pathlib.Path(folder) / "docs.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def serve(folder, port):
    pages = {str(p["id"]): p for p in pages_of(folder)}
    base = f"http://127.0.0.1:{port}"

    class Site(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            kind, body = "text/html; charset=utf-8", None
            name = urllib.parse.urlsplit(self.path).path
            if name == "/robots.txt":
                kind, body = "text/plain", f"User-agent: *\nDisallow:\nSitemap: {base}/sitemap.xml\n"
            elif name == "/sitemap.xml":
                urls = "".join(f"<url><loc>{base}/d/{n}</loc></url>" for n in pages)
                kind, body = "application/xml", f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'
            elif name == "/":
                body = "<!doctype html><meta name=robots content=noindex>"
            elif name.startswith("/d/") and name[3:] in pages:
                p = pages[name[3:]]
                title = f"<title>{html.escape(p['title'])}</title>" if p["title"] else ""
                body = f"<!doctype html><html lang={p['lang']}>{title}<body><p>{html.escape(p['text'])}</p></body></html>"
            data = (body or "not here").encode()
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    http.server.ThreadingHTTPServer(("127.0.0.1", port), Site).serve_forever()


def queries_of(folder):
    with open(pathlib.Path(folder) / "queries.tsv", encoding="utf-8") as f:
        return [line.rstrip("\n").split("\t", 1) for line in f]


def ask(program, data, folder, port=None):
    """Prints a run: query, document, place. Documents of other ports than the one given are nobody's."""
    numbers = {}
    for number, text in queries_of(folder):
        numbers.setdefault(text, []).append(number)
    done = subprocess.run([program, "search", "--data", data, "--json", "--batch", "-n", str(DEPTH)],
                          input="\n".join(numbers) + "\n", capture_output=True, text=True)
    if not done.stdout:
        sys.exit(done.stderr)
    place = {}
    for line in done.stdout.splitlines():
        row = json.loads(line)
        url = urllib.parse.urlsplit(row.get("url", ""))
        doc = url.path.removeprefix("/d/")
        for number in numbers.get(row["query"], []):
            if doc.isdigit():
                place[number] = place.get(number, 0) + 1
                print(number, doc if port in (None, url.port) else "0", place[number], sep="\t")


def fts5(folder):
    """Prints the run of FTS5: stems of English, three characters at a time of Chinese, titles three times."""
    docs = [json.loads(line) for line in open(pathlib.Path(folder) / "docs.jsonl", encoding="utf-8")]
    tokens = "trigram" if docs[0]["lang"] == "zh" else "porter unicode61 remove_diacritics 2"
    db = sqlite3.connect(":memory:")
    db.execute(f"CREATE VIRTUAL TABLE docs USING fts5(id UNINDEXED, title, text, tokenize='{tokens}')")
    db.executemany("INSERT INTO docs VALUES (?, ?, ?)", [(str(d["id"]), d["title"], d["text"]) for d in docs])
    for number, text in queries_of(folder):
        found = []
        for joined in " AND ", " OR ":  # pages with all words first
            rows = db.execute("SELECT id FROM docs WHERE docs MATCH ? ORDER BY bm25(docs, 0, 3, 1) LIMIT ?",
                              (joined.join(f'"{word}"' for word in text.split()), DEPTH))
            found += [row[0] for row in rows if row[0] not in found]
        for place, doc in enumerate(found[:DEPTH], 1):
            print(number, doc, place, sep="\t")


def measures(ranked, grades):
    gains = [grades.get(d, 0) for d in ranked]
    dcg = lambda g: sum((2 ** x - 1) / math.log2(i + 2) for i, x in enumerate(g[:10]))
    ideal = dcg(sorted(grades.values(), reverse=True))
    hits, total = 0, 0.0
    for i, gain in enumerate(gains[:DEPTH], 1):
        if gain:
            hits += 1
            total += hits / i
    return dcg(gains) / ideal, total / len(grades), sum(g > 0 for g in gains[:10]) / 10


def score(folder, runs):
    qrels = {}
    with open(pathlib.Path(folder) / "qrels.tsv", encoding="utf-8") as f:
        for line in f:
            q, d, grade = line.split("\t")
            qrels.setdefault(q, {})[d] = int(grade)
    first = None
    print(f"{'run':24} {'nDCG@10':>8} {'MAP':>7} {'P@10':>6}   beside the first (nDCG@10, p by 10,000 random swaps)")
    for run in runs:
        ranked = {}
        for line in open(run, encoding="utf-8"):
            q, d, _ = line.split("\t")
            ranked.setdefault(q, []).append(d)
        rows = [measures(ranked.get(q, []), g) for q, g in sorted(qrels.items())]
        mean = [sum(column) / len(rows) for column in zip(*rows)]
        text = f"{pathlib.Path(run).name:24} {mean[0]:8.4f} {mean[1]:7.4f} {mean[2]:6.3f}"
        if first is None:
            first = rows
        else:
            difference = [a[0] - b[0] for a, b in zip(rows, first)]
            seen, rnd, far = abs(sum(difference)), random.Random(1), 0
            for _ in range(10_000):
                far += abs(sum(d if rnd.random() < 0.5 else -d for d in difference)) >= seen
            text += f"   {sum(difference) / len(rows):+.4f}, p {far / 10_000:.3f}"
        print(text)


def main(args):
    match args:
        case ["convert", "smart" | "trec" | "npl" as form, docs, queries, qrels, folder]:
            write(folder, *globals()["convert_" + form](docs, queries, qrels))
        case ["convert", "squad", lang, path, folder]:
            write(folder, *convert_squad(lang, path))
        case ["serve", folder, port]:
            serve(folder, int(port))
        case ["ask", program, data, folder]:
            ask(program, data, folder)
        case ["ask", program, data, folder, port]:
            ask(program, data, folder, int(port))
        case ["fts5", folder]:
            fts5(folder)
        case ["score", folder, *runs] if runs:
            score(folder, runs)
        case _:
            sys.exit(__doc__)


main(sys.argv[1:])

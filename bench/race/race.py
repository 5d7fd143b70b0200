#!/usr/bin/env python3
"""Aranea beside Lucene, Tantivy, bleve and SQLite FTS5 over the same documents.

  aranea export --documents --data DATA > pages.jsonl
  python3 race.py pages.jsonl WORK [--each 100] [--rounds 3] [--turns 3] [--pages N] [--run NAME,NAME]

prints one Markdown table: what building costs, and processor time of a query by
classes without and with snippets. The engines are asked in turn, each in a process of
its own, and the least that a query cost in any turn counts. WORK gets the queries, the
indexes and what was noted of each engine; with --run only these run, and what was noted
of the others, on the same pages and queries, is taken again. An index that stands is
asked again, and how old it is is told; --rebuild builds it anew, as is right when what an
engine writes has changed since. It needs Go, Java 17 with Maven, and the Python
package tantivy (pip install tantivy) in the interpreter that runs this; an engine that
is not there is left out and told. bench/README.md says what is compared and what is not.
"""
import argparse
import datetime
import json
import pathlib
import random
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CLASSES = ["common", "rare", "and", "common and", "free", "or", "exclusion", "site", "phrase 2", "phrase 4"]
ENGINES = ["aranea", "lucene", "tantivy", "bleve", "fts5"]
WORD = re.compile(r"[^\W\d_]+")


def read(name, most):
    """The pages that queries are drawn from, and in how many each word stands."""
    pages, df = [], {}
    with open(name, encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if most and number == most:
                break
            page = json.loads(line)
            words = WORD.findall(page.get("text", "").lower())
            if len(words) >= 20:
                pages.append((page["url"].split("/")[2], words))
            for word in set(words):
                df[word] = df.get(word, 0) + 1
    return pages, df


class Drawing:
    """Draws queries of each class from pages, always the same ones."""

    def __init__(self, pages, df, seed):
        self.pages, self.df, self.random = pages, df, random.Random(seed)

    def word(self, words, least, most):
        for _ in range(200):
            word = self.random.choice(words)
            if len(word) > 2 and max(2, least * len(self.pages)) <= self.df[word] <= most * len(self.pages):
                return word
        return None

    def several(self, words, n, least, most):
        out = [self.word(words, least, most) for _ in range(n)]
        return out if None not in out and len(set(out)) == n else None

    def query(self, name):
        host, words = self.random.choice(self.pages)
        if name.startswith("phrase"):
            n = int(name[-1])
            at = self.random.randrange(len(words) - n)
            phrase = words[at:at + n]
            return {"phrase": phrase} if len("".join(phrase)) > 3 * n else None
        key, n, least, most = {
            "common": ("all", 1, .05, .5), "rare": ("all", 1, 0, .005), "and": ("all", 2, .01, .2),
            "common and": ("all", 2, .05, .5), "free": ("all", 3, .001, .2), "or": ("any", 3, .01, .2),
            "exclusion": ("all", 2, .01, .3), "site": ("all", 1, .005, .5),
        }[name]
        drawn = self.several(words, n, least, most)
        if drawn is None:
            return None
        if name == "exclusion":
            return {"all": drawn[:1], "not": drawn[1]}
        return {key: drawn, "site": host} if name == "site" else {key: drawn}


def draw(name, out, each, most, seed):
    drawing, rows = Drawing(*read(name, most), seed), []
    for kind in CLASSES:
        have = 0
        while have < each:
            query = drawing.query(kind)
            if query:
                rows.append(json.dumps({"class": kind} | query, ensure_ascii=False))
                have += 1
    drawing.random.shuffle(rows)
    out.write_text("\n".join(rows) + "\n", encoding="utf-8")


def command(engine, work):
    """The command of an engine, built if that is needed."""
    if engine in ("aranea", "bleve"):
        program = work / f"race-{engine}"
        subprocess.run(["go", "build", "-o", program, "."], cwd=HERE / engine, check=True)
        return [program]
    if engine == "lucene":
        paths = work / "classpath"
        subprocess.run(["mvn", "-q", f"-DbuildDirectory={work}/lucene-classes", "compile", "dependency:build-classpath",
                        f"-Dmdep.outputFile={paths}"], cwd=HERE / engine, check=True)
        return ["java", "-Xmx2g", "-cp", f"{work}/lucene-classes/classes:{paths.read_text()}", "Race"]
    return [sys.executable, HERE / f"race_{engine}.py"]


def built(engine, pages, work, again):
    """The command of an engine whose index stands; what building it cost stays in a file."""
    program, folder, note = command(engine, work), work / f"index-{engine}", work / f"{engine}.built"
    if again or not note.exists():
        subprocess.run(["rm", "-rf", folder], check=True)
        folder.mkdir()
        done = subprocess.run([*program, "build", pages, folder], check=True, capture_output=True, text=True)
        size = sum(f.stat().st_size for f in folder.rglob("*") if f.is_file())
        cost = json.loads(done.stdout) | {"bytes": size, "text": text_of(pages)}
        note.write_text(json.dumps(cost) + "\n")
    else:
        since = datetime.datetime.fromtimestamp(note.stat().st_mtime).isoformat(" ", "minutes")
        print(f"{engine}: asked of the index of {since}; --rebuild builds it anew", file=sys.stderr)
    return program


def text_of(name):
    """The bytes of the titles and texts of documents."""
    with open(name, encoding="utf-8") as lines:
        pages = (json.loads(line) for line in lines)
        return sum(len(page["title"].encode()) + len(page.get("text", "").encode()) for page in pages)


def asked(engine, program, work, queries, rounds):
    """Has an engine answer, and notes the least that each query cost in this and former turns."""
    done = subprocess.run([*program, "ask", queries, work / f"index-{engine}", str(rounds)], check=True, capture_output=True, text=True)
    note, rows = work / f"{engine}.asked", [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if note.exists():
        before = [json.loads(line) for line in open(note)]
        for row, old in zip(rows, before):
            row["costs"] = list(map(min, row["costs"], old["costs"]))
            row["rss"] = max(row["rss"], old["rss"])
    note.write_text("".join(json.dumps(row) + "\n" for row in rows))


def results(engine, work, queries):
    """What building cost, what searching took of memory, and the costs of each class."""
    cost, by = json.loads((work / f"{engine}.built").read_text()), {}
    kinds = [json.loads(line)["class"] for line in open(queries, encoding="utf-8")]
    for row in map(json.loads, open(work / f"{engine}.asked")):
        cost["searching"] = row["rss"]
        for kind, spent in zip(kinds, row["costs"]):
            by.setdefault((kind, row["snippets"]), []).append(spent)
    return cost, {key: sorted(spent) for key, spent in by.items()}


def table(found):
    names = list(found)
    print("| | " + " | ".join(names) + " |\n|" + "---|" * (len(names) + 1))
    for label, value in [
        ("build, MB of text a second of processor time", lambda b: f"{b['text'] / 1e6 / b['cpu']:.1f}"),
        ("files, share of the text", lambda b: f"{b['bytes'] / b['text']:.2f}"),
        ("resident at most while building, MB", lambda b: f"{b['rss'] >> 20}"),
        ("resident at most while searching, MB", lambda b: f"{b['searching'] >> 20}"),
    ]:
        print(f"| {label} | " + " | ".join(value(found[n][0]) for n in names) + " |")
    for snippets in False, True:
        for kind in CLASSES:
            cells = [found[n][1].get((kind, snippets)) for n in names]
            cells = [f"{c[len(c) // 2]} / {c[len(c) * 95 // 100]}" if c else "-" for c in cells]
            print(f"| {kind}{', with snippets' if snippets else ''} | " + " | ".join(cells) + " |")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("documents", type=pathlib.Path)
    p.add_argument("work", type=pathlib.Path)
    p.add_argument("--each", type=int, default=100, help="queries of a class")
    p.add_argument("--rounds", type=int, default=3, help="rounds after the one that warms up; the least of each query counts")
    p.add_argument("--pages", dest="most", type=int, default=0, help="take the first so many pages")
    p.add_argument("--seed", type=int, default=20261122)
    p.add_argument("--turns", type=int, default=3, help="turns in which every engine is asked")
    p.add_argument("--rebuild", action="store_true", help="build indexes anew that stand")
    p.add_argument("--run", default=",".join(ENGINES), help="engines to run")
    a = p.parse_args()
    work, pages = a.work.resolve(), a.documents.resolve()
    work.mkdir(parents=True, exist_ok=True)
    if a.most:
        with open(pages, encoding="utf-8") as lines, open(work / "pages.jsonl", "w", encoding="utf-8") as out:
            out.writelines(line for _, line in zip(range(a.most), lines))
        pages = work / "pages.jsonl"
    queries = work / "queries.jsonl"
    draw(pages, queries, a.each, 0, a.seed)
    programs = {}
    for engine in a.run.split(","):
        try:
            programs[engine] = built(engine, pages, work, a.rebuild)
            (work / f"{engine}.asked").unlink(missing_ok=True)
        except (OSError, subprocess.CalledProcessError) as err:
            print(f"{engine} is left out: {err}\n{getattr(err, 'stderr', '') or ''}", file=sys.stderr)
    for _ in range(a.turns):
        for engine, program in programs.items():
            asked(engine, program, work, queries, a.rounds)
    table({e: results(e, work, queries) for e in ENGINES if (work / f"{e}.asked").exists()})


main()

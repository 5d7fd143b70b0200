#!/usr/bin/env python3
"""Asks Tantivy the queries of querycost and prints what they cost.

  querycost --data DIR --queries FILE --draw 100 --dump PAGES.jsonl
  python3 tantivy_cost.py PAGES.jsonl FILE

needs the package tantivy (pip install tantivy). The same texts, English stems for
all, titles counted three times, all matches counted, the address and the title
of ten results read: no snippets.
"""
import json
import sys
import tempfile
import time

import tantivy


def build(pages):
    schema = tantivy.SchemaBuilder()
    schema.add_text_field("url", stored=True, tokenizer_name="raw")
    schema.add_text_field("host", tokenizer_name="raw")
    schema.add_text_field("title", stored=True, tokenizer_name="en_stem")
    schema.add_text_field("text", tokenizer_name="en_stem")
    index = tantivy.Index(schema.build(), path=tempfile.mkdtemp())
    writer = index.writer(heap_size=128 << 20, num_threads=1)
    size, start = 0, time.process_time()
    for line in open(pages, encoding="utf-8"):
        page = json.loads(line)
        size += len(page["text"].encode())
        writer.add_document(tantivy.Document(url=page["url"], host=page["host"], title=page["title"], text=page["text"]))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    spent = time.process_time() - start
    print(f"built from {size / 1e6:.1f} MB of text in {spent:.2f} s of processor time")
    return index


def translated(query):
    words = []
    for word in query.split(" "):
        if word.startswith("site:"):
            words.append('+host:"' + word[5:] + '"')
        else:
            words.append(word)
    if "OR" not in words:
        words = [w if w[:1] in "+-" else "+" + w for w in " ".join(words).split(" ")] if '"' not in query.split(" site:")[0] else words
    return " ".join(w for w in words)


def main():
    index = build(sys.argv[1])
    searcher = index.searcher()
    cost = {}
    rows = [line.rstrip("\n").split("\t", 1) for line in open(sys.argv[2], encoding="utf-8")]
    for turn in range(4):
        for i, (name, query) in enumerate(rows):
            start = time.process_time_ns()
            try:
                parsed = index.parse_query(translated(query), ["title", "text"], field_boosts={"title": 3.0})
            except ValueError:
                continue
            found = searcher.search(parsed, 10, count=True)
            for _, address in found.hits:
                searcher.doc(address)["url"]
            spent = time.process_time_ns() - start
            if turn > 0:
                cost[i] = min(cost.get(i, spent), spent)
    print(f"{'class':12} {'p50 us':>8} {'p95 us':>8}")
    for name in dict.fromkeys(n for n, _ in rows):
        all_of = sorted(cost[i] for i, (n, _) in enumerate(rows) if n == name and i in cost)
        print(f"{name:12} {all_of[len(all_of) // 2] // 1000:8} {all_of[len(all_of) * 95 // 100] // 1000:8}")


main()

#!/usr/bin/env python3
"""SQLite FTS5 in the race: stems of English for all, titles three times, nothing counted."""
import pathlib
import sqlite3

from engine import race


class Engine:
    def open(self, folder):
        self.db = sqlite3.connect(pathlib.Path(folder) / "race.db")

    def build(self, documents, folder):
        self.open(folder)
        self.db.execute("PRAGMA journal_mode=off")
        self.db.execute("CREATE VIRTUAL TABLE docs USING fts5(url UNINDEXED, host, title, text, tokenize='porter unicode61 remove_diacritics 2')")
        self.db.executemany("INSERT INTO docs VALUES (:url, :host, :title, :text)", documents)
        self.db.execute("INSERT INTO docs(docs) VALUES ('optimize')")
        self.db.commit()

    def ask(self, query, snippets):
        quoted = lambda words: [f'"{w}"' for w in words]
        text = " AND ".join(quoted(query.get("all", []))) or " OR ".join(quoted(query.get("any", [])))
        if "phrase" in query:
            text = '"' + " ".join(query["phrase"]) + '"'
        text = "{title text} : (" + text + ")"
        if "not" in query:
            text += ' NOT {title text} : "' + query["not"] + '"'
        if "site" in query:
            text += ' AND host : "' + query["site"] + '"'
        cut = ", snippet(docs, 3, '[', ']', '...', 30)" if snippets else ""
        rows = self.db.execute(f"SELECT url, title{cut} FROM docs WHERE docs MATCH ? ORDER BY bm25(docs, 0, 0, 3, 1) LIMIT 10", (text,))
        rows.fetchall()


race(Engine())

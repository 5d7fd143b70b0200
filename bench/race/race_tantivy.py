#!/usr/bin/env python3
"""Tantivy in the race: stems of English for all, titles three times, all matches counted."""
import tantivy

from engine import race

FIELDS = {"title": 3.0, "text": 1.0}


class Engine:
    def open(self, folder):
        schema = tantivy.SchemaBuilder()
        schema.add_text_field("url", stored=True, tokenizer_name="raw")
        schema.add_text_field("host", tokenizer_name="raw")
        schema.add_text_field("title", stored=True, tokenizer_name="en_stem")
        schema.add_text_field("text", stored=True, tokenizer_name="en_stem")
        self.schema = schema.build()
        self.index = tantivy.Index(self.schema, path=folder)
        self.searcher = self.index.searcher()

    def build(self, documents, folder):
        self.open(folder)
        writer = self.index.writer(heap_size=128 << 20, num_threads=1)
        for d in documents:
            writer.add_document(tantivy.Document(**d))
        writer.commit()
        writer.wait_merging_threads()

    def ask(self, query, snippets):
        parts = [f"+{w}" for w in query.get("all", [])] + query.get("any", [])
        if "phrase" in query:
            parts.append('"' + " ".join(query["phrase"]) + '"')
        if "not" in query:
            parts.append("-" + query["not"])
        if "site" in query:
            parts.append(f'+host:"{query["site"]}"')
        parsed = self.index.parse_query(" ".join(parts), list(FIELDS), field_boosts=FIELDS)
        hits = self.searcher.search(parsed, 10, count=True).hits
        cut = tantivy.SnippetGenerator.create(self.searcher, parsed, self.schema, "text") if snippets else None
        for _, address in hits:
            doc = self.searcher.doc(address)
            doc["url"], doc["title"]
            if cut:
                cut.snippet_from_doc(doc).to_html()


race(Engine())

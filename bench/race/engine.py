"""What the engines that are asked from Python have in common."""
import json
import sys
import time


def rss():
    # That of getrusage would be the parent's, if that had more.
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM:"))


def race(build, ask):
    """Builds and asks. build(documents, folder) takes dictionaries with url, host, title
    and text; ask(query, snippets) searches for ten results and reads them."""
    pages, queries, folder, rounds = sys.argv[1:5]
    size = 0

    def documents():
        nonlocal size
        with open(pages, encoding="utf-8") as lines:
            for line in lines:
                page = json.loads(line)
                size += len(page["title"].encode()) + len(page.get("text", "").encode())
                yield {"url": page["url"], "host": page["url"].split("/")[2], "title": page["title"], "text": page.get("text", "")}

    start = time.process_time()
    build(documents(), folder)
    print(json.dumps({"cpu": time.process_time() - start, "text": size, "built_rss": rss(), "rss": rss()}), flush=True)
    rows = [json.loads(line) for line in open(queries, encoding="utf-8")]
    for snippets in False, True:
        cost = [float("inf")] * len(rows)
        for turn in range(int(rounds) + 1):
            for i, query in enumerate(rows):
                start = time.process_time_ns()
                ask(query, snippets)
                if turn > 0:  # the first one warms up
                    cost[i] = min(cost[i], time.process_time_ns() - start)
        for kind in dict.fromkeys(r["class"] for r in rows):
            these = sorted(c for c, r in zip(cost, rows) if r["class"] == kind)
            print(json.dumps({"class": kind, "snippets": snippets, "p50": these[len(these) // 2] // 1000,
                              "p95": these[len(these) * 95 // 100] // 1000}), flush=True)

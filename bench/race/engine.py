"""What the engines that are asked from Python have in common."""
import json
import sys
import time


def rss():
    # That of getrusage would be the parent's, if that had more.
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM:"))


def documents(name):
    with open(name, encoding="utf-8") as lines:
        for line in lines:
            page = json.loads(line)
            yield {"url": page["url"], "host": page["url"].split("/")[2], "title": page["title"], "text": page.get("text", "")}


def race(engine):
    """Builds or asks, by the arguments of the program. engine.build(documents, folder) takes
    dictionaries with url, host, title and text; engine.open(folder) opens what was built;
    engine.ask(query, snippets) searches for ten results and reads them."""
    task, name, folder = sys.argv[1:4]
    if task == "build":
        begun = time.process_time()
        for _ in documents(name):  # what reading costs is not the engine's
            pass
        start = time.process_time()
        engine.build(documents(name), folder)
        spent = time.process_time() - start
        print(json.dumps({"cpu": spent - (start - begun), "reading": start - begun, "rss": rss()}))
        return
    engine.open(folder)
    rows = [json.loads(line) for line in open(name, encoding="utf-8")]
    for snippets in False, True:
        costs = [float("inf")] * len(rows)
        for turn in range(int(sys.argv[4]) + 1):
            for i, query in enumerate(rows):
                start = time.process_time_ns()
                engine.ask(query, snippets)
                if turn > 0:  # the first one warms up
                    costs[i] = min(costs[i], (time.process_time_ns() - start) // 1000)
        print(json.dumps({"snippets": snippets, "costs": costs, "rss": rss()}))

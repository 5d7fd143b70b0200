// Command soak applies, merges, deletes, hides and searches at once for minutes and
// holds each answer against a scan of all pages.
//
//	soak [--minutes 10] [--pages 20000] [--searchers 3] [--seed 1]
//
// Pages of invented words are put, put again, deleted, hidden and shown without end;
// the index writes and merges all the time, and is closed and opened again every
// half minute. Searches go through package search: words, rows of words, several
// words, exclusions and hosts. While changes are under way more than one answer can
// be right. A page that was found and not removed must be found at every moment, in
// its old version or its new one; a page that was removed must not.
//
// The first wrong answer is told and ends it with exit code 1.
//
// Floor: none, it is no part of the robot. Stability: engine.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"time"
)

func main() {
	log.SetFlags(0)
	var s settings
	flag.Float64Var(&s.minutes, "minutes", 10, "how long")
	flag.IntVar(&s.pages, "pages", 20_000, "how many URLs")
	flag.IntVar(&s.searchers, "searchers", 3, "how many search at once")
	flag.Uint64Var(&s.seed, "seed", 1, "what chance begins with")
	flag.Parse()
	if flag.NArg() > 0 || s.pages < hosts || s.searchers < 1 {
		log.Fatal("soak: at least 50 pages and one searcher")
	}
	if err := run(context.Background(), s); err != nil {
		log.Fatal("soak: ", err)
	}
}

func run(ctx context.Context, s settings) error {
	dir, err := os.MkdirTemp("", "soak")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }() // it is the system's folder for such
	ctx, cancel := context.WithTimeout(ctx, time.Duration(s.minutes*float64(time.Minute)))
	defer cancel()
	l, err := newLoad(s, dir)
	if err != nil {
		return err
	}
	err = l.run(ctx)
	fmt.Println(l.tally.String())
	return err
}

package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"sort"
	"strings"

	"github.com/aranea-search/aranea/bench/realweb/checker"
	"github.com/aranea-search/aranea/bench/realweb/site"
)

func check(args []string) error {
	fs := flag.NewFlagSet("check", flag.ContinueOnError)
	dir := fs.String("web", "", "folder of the laid-out web")
	seeds := fs.String("seeds", "", "file of seed URLs, one per line")
	out := fs.String("out", "", "set file to write")
	agent := fs.String("agent", "Aranea", "product token")
	rels := fs.String("rels", "canonical,next,prev", "link relations that are followed, by commas")
	if err := parse(fs, args); err != nil {
		return err
	}
	if *dir == "" || *seeds == "" || *out == "" {
		return fmt.Errorf("%w: --web, --seeds and --out are needed", errUsage)
	}
	web, err := site.Open(*dir)
	if err != nil {
		return err
	}
	o := checker.Options{Agent: *agent, Rels: strings.Split(*rels, ",")}
	if o.Seeds, err = lines(*seeds); err != nil {
		return err
	}
	items, err := checker.Reach(context.Background(), web, o)
	if err != nil {
		return err
	}
	f, err := os.Create(*out)
	if err != nil {
		return fmt.Errorf("create set: %w", err)
	}
	if err := errors.Join(checker.WriteSet(f, items), f.Close()); err != nil {
		return err
	}
	summary(items)
	return nil
}

// lines returns the lines of a file that are not empty and no comments.
func lines(name string) ([]string, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open list: %w", err)
	}
	defer f.Close()
	var all []string
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		if l := strings.TrimSpace(sc.Text()); l != "" && l[0] != '#' {
			all = append(all, l)
		}
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("read list: %w", err)
	}
	return all, nil
}

func summary(items []checker.Item) {
	classes, langs := map[string]int{}, map[string]int{}
	noindex := 0
	for _, it := range items {
		classes[string(it.Class)]++
		if it.Class == checker.HTML {
			lang, _, _ := strings.Cut(it.Lang, "-")
			langs[lang]++
			if it.NoIndex {
				noindex++
			}
		}
	}
	fmt.Printf("reachable: %s\n", counts(classes))
	fmt.Printf("html by language: %s\n", counts(langs))
	fmt.Printf("html with noindex: %d\n", noindex)
}

// counts prints a table on one line, the largest count first.
func counts(m map[string]int) string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		if m[keys[i]] != m[keys[j]] {
			return m[keys[i]] > m[keys[j]]
		}
		return keys[i] < keys[j]
	})
	var b strings.Builder
	for i, k := range keys {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%s=%d", k, m[k])
	}
	return b.String()
}

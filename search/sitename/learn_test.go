package sitename

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/linkgraph/rank"
)

// A web is titles by host.
type web map[string][]string

func (w web) pages(order []string) func() iter.Seq2[Page, error] {
	a := analyze.New(1 << 8)
	return func() iter.Seq2[Page, error] {
		return func(yield func(Page, error) bool) {
			for _, host := range order {
				for i, title := range w[host] {
					p := Page{URL: fmt.Sprintf("https://%s/%d", host, i), Title: title, Key: rank.Key(i + 1), Lang: analyze.En}
					if words := a.Query(title); len(words) > 0 {
						p.Words = words[len(words)-1].Pos + 1
					}
					if !yield(p, nil) {
						return
					}
				}
			}
		}
	}
}

// having counts the titles with a word.
func (w web) having(word string) (n int, err error) {
	a := analyze.New(1 << 8)
	for _, titles := range w {
		for _, t := range titles {
			for _, q := range a.Query(t) {
				if q.Form == word {
					n++
					break
				}
			}
		}
	}
	return n, nil
}

// titles returns titles in which %s is a different word each time.
func titles(n int, format string) (out []string) {
	for i := range n {
		out = append(out, strings.ReplaceAll(format, "%s", fmt.Sprintf("word%d", i)))
	}
	return out
}

// TestLearn: a word is a name of a host if most of its titles have it at one place, and few other pages have it.
func TestLearn(t *testing.T) {
	t.Parallel()
	w := web{
		"jdk.test":       titles(20, "%s (Java SE 17 & JDK 17)"),
		"few.test":       titles(leastPages-1, "%s | Few"),
		"most.test":      append(titles(8, "%s | Most"), titles(2, "%s | Other")...),
		"less.test":      append(titles(7, "%s | Less"), titles(3, "%s | Others")...),
		"about.test":     {"Spider a", "A spider b", "What spider c d", "The big spider", "Spider e f", "No spider g h i", "One spider", "Of spider j k l m", "From there spider", "A spider n o p q r s"},
		"first.test:81":  titles(10, "Первая — %s"),
		"中文.test":        titles(10, "%s 示例网站"),
		"guide1.test":    titles(10, "%s | Guide of Acme | 42"),
		"guide2.test":    titles(10, "%s | Guide of Acme"),
		"notes.test":     append(titles(25, "guide, a %s"), titles(25, "The guide of old %s")...),
		"untitled.test":  make([]string, 20),
		"[2001:db8::1]":  titles(10, "%s | Sixth"),
		"once.more.test": append(titles(1, "%s"), titles(12, "%s | Late")...),
	}
	order := []string{"jdk.test", "few.test", "most.test", "less.test", "about.test", "first.test:81", "中文.test", "guide1.test", "guide2.test", "notes.test", "untitled.test", "[2001:db8::1]", "once.more.test"}
	table, err := Learn(w.pages(order), w.having)
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]string{
		"java": "jdk.test", "jdk": "jdk.test", "17": "", "se": "jdk.test", "few": "", "most": "most.test", "less": "", "spider": "", "первая": "first.test",
		"acme": "guide1.test guide2.test", "guide": "", "of": "", "42": "", "sixth": "", "示例": "", "late": "once.more.test", "word1": "", "": "",
	} {
		if got := strings.Join(table.Hosts(word), " "); got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
	if table.Len() != 6 {
		t.Errorf("%d hosts have names: %v", table.Len(), table.names)
	}
	if hosts := (*Table)(nil).Hosts("java"); hosts != nil || (*Table)(nil).Len() != 0 || Source(nil).Table() != nil {
		t.Error("no table has names")
	}
}

// TestLearnTells: what fails while pages are read or words are looked up is told.
func TestLearnTells(t *testing.T) {
	t.Parallel()
	bad, w := errors.New("bad"), web{"a.test": titles(20, "%s | Acme")}
	for fails := range 4 {
		reads := 0
		_, err := Learn(func() iter.Seq2[Page, error] {
			if reads++; reads > fails {
				return func(yield func(Page, error) bool) { yield(Page{}, bad) }
			}
			return w.pages([]string{"a.test"})()
		}, w.having)
		if !errors.Is(err, bad) {
			t.Errorf("reading %d: %v", fails, err)
		}
	}
	if _, err := Learn(w.pages([]string{"a.test"}), func(string) (int, error) { return 0, bad }); !errors.Is(err, bad) {
		t.Errorf("looking up: %v", err)
	}
}

// TestLearnBounded: of very many hosts those with the most pages are learned.
func TestLearnBounded(t *testing.T) {
	t.Parallel()
	pages := func() iter.Seq2[Page, error] {
		return func(yield func(Page, error) bool) {
			for i := range leastPages + 1 {
				for h := range mostHosts + 50 {
					if i == leastPages && h < 100 {
						continue
					}
					if !yield(Page{URL: fmt.Sprintf("https://h%d.test/%d", h, i), Title: fmt.Sprintf("x%d | Name%d", i, h), Lang: analyze.En}, nil) {
						return
					}
				}
			}
		}
	}
	table, err := Learn(pages, func(string) (int, error) { return 10, nil })
	if err != nil || table.Len() != mostHosts {
		t.Fatalf("%d hosts, %v; want %d", table.Len(), err, mostHosts)
	}
	if table.Hosts(fmt.Sprintf("name%d", mostHosts+49)) == nil {
		t.Error("a host with the most pages has no name")
	}
}

// TestOneSiteTakesNoName: however many hosts a site has, what others are called they stay.
func TestOneSiteTakesNoName(t *testing.T) {
	t.Parallel()
	w, order := web{"docs.snake.test": titles(20, "%s | Python")}, []string{"docs.snake.test"}
	for i := range mostCalled + 1 {
		host := fmt.Sprintf("h%d.evil.test", i)
		w[host], order = titles(10, "%s | Python"), append(order, host)
	}
	table, err := Learn(w.pages(order), w.having)
	if got := strings.Join(table.Hosts("python"), " "); err != nil || got != "docs.snake.test" {
		t.Errorf("%q, %v", got, err)
	}
}

// Command extract measures what reading HTML costs, on the pages of a folder, one
// thread: the tokenizer of golang.org/x/net/html with all attributes, the lexer of
// extract/html/lexer with all attributes, and the whole extraction. Each line is the
// best of some rounds, which take turns.
//
//	extract [--rounds N] [--check] DIR...
//
// With --check it holds the tokens of the two against each other on every page.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"golang.org/x/net/html"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/html/lexer"
	"github.com/aranea-search/aranea/weburl"
)

func main() {
	rounds := flag.Int("rounds", 5, "how often each is measured")
	check := flag.Bool("check", false, "compare tokens")
	flag.Parse()
	if err := run(flag.Args(), *rounds, *check); err != nil {
		fmt.Fprintln(os.Stderr, "extract:", err)
		os.Exit(1)
	}
}

// read returns the HTML files below folders.
func read(dirs []string) (pages [][]byte, err error) {
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".html") && !strings.HasSuffix(path, ".htm") {
				return err
			}
			b, err := os.ReadFile(path)
			pages = append(pages, b)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if len(pages) == 0 {
		return nil, fmt.Errorf("no pages in %s", strings.Join(dirs, " "))
	}
	return pages, nil
}

func run(dirs []string, rounds int, check bool) error {
	pages, err := read(dirs)
	if err != nil {
		return err
	}
	size := 0
	for _, p := range pages {
		size += len(p)
	}
	fmt.Printf("%d pages, %.1f MB\n", len(pages), float64(size)/1e6)
	if check {
		return compare(pages)
	}
	u, err := weburl.Parse("http://site.test/page.html")
	if err != nil {
		return err
	}
	x, l := extract.New(extract.Limits{}), &lexer.Lexer{}
	steps := []struct {
		name string
		read func([]byte) error
	}{
		{"x/net tokenizer", tokenize},
		{"lexer", func(p []byte) error { return lex(l, p) }},
		{"extraction", func(p []byte) error {
			_, err := x.Extract(context.Background(), extract.Document{URL: u, Header: aranea.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: p})
			return err
		}},
	}
	best := make([]time.Duration, len(steps))
	objects := make([]uint64, len(steps))
	for range rounds {
		for i, s := range steps {
			runtime.GC()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			for _, p := range pages {
				if err := s.read(p); err != nil {
					return err
				}
			}
			took := time.Since(start)
			runtime.ReadMemStats(&after)
			if best[i] == 0 || took < best[i] {
				best[i] = took
			}
			objects[i] = after.Mallocs - before.Mallocs
		}
	}
	for i, s := range steps {
		fmt.Printf("%-16s %7.1f MB/s %8.1f µs/page %8.1f allocations/page\n", s.name, float64(size)/1e6/best[i].Seconds(),
			float64(best[i].Microseconds())/float64(len(pages)), float64(objects[i])/float64(len(pages)))
	}
	return nil
}

func tokenize(page []byte) error {
	z := html.NewTokenizer(bytes.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return nil
		case html.TextToken:
			z.Text()
		case html.StartTagToken, html.SelfClosingTagToken:
			for _, more := z.TagName(); more; {
				_, _, more = z.TagAttr()
			}
		case html.EndTagToken:
			z.TagName()
		}
	}
}

func lex(l *lexer.Lexer, page []byte) error {
	l.Reset(page)
	for {
		switch l.Next() {
		case lexer.End:
			return nil
		case lexer.Text:
			l.Text()
		case lexer.StartTag, lexer.SelfClosingTag:
			l.Name()
			for ok := true; ok; {
				_, _, ok = l.Attribute()
			}
		case lexer.EndTag:
			l.Name()
		}
	}
}

// compare counts the pages whose tokens differ.
func compare(pages [][]byte) error {
	kinds := map[html.TokenType]lexer.Kind{
		html.TextToken: lexer.Text, html.StartTagToken: lexer.StartTag, html.SelfClosingTagToken: lexer.SelfClosingTag,
		html.EndTagToken: lexer.EndTag, html.CommentToken: lexer.Comment, html.DoctypeToken: lexer.Doctype,
	}
	differ, tokens := 0, 0
	for _, page := range pages {
		z, l := html.NewTokenizer(bytes.NewReader(page)), &lexer.Lexer{}
		l.Reset(page)
		for {
			k, got := z.Next(), l.Next()
			if kinds[k] != got || got != lexer.End && !bytes.Equal(z.Raw(), l.Raw()) || !same(z, l, got) {
				differ++
				break
			}
			if got == lexer.End {
				break
			}
			tokens++
		}
	}
	fmt.Printf("%d tokens, %d pages differ\n", tokens, differ)
	return nil
}

// same reports whether the contents of a token are the same.
func same(z *html.Tokenizer, l *lexer.Lexer, k lexer.Kind) bool {
	switch k {
	case lexer.Text, lexer.Comment, lexer.Doctype:
		return bytes.Equal(z.Text(), l.Text())
	case lexer.StartTag, lexer.SelfClosingTag, lexer.EndTag:
		name, more := z.TagName()
		if !bytes.Equal(name, l.Name()) {
			return false
		}
		for more {
			var key, value []byte
			key, value, more = z.TagAttr()
			if k, v, ok := l.Attribute(); !ok || !bytes.Equal(k, key) || !bytes.Equal(v, value) {
				return false
			}
		}
		return !l.HasAttributes()
	}
	return true
}

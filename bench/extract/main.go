// Command extract measures what reading HTML costs, on the pages of a folder, on one
// thread: the tokenizer and the tree of golang.org/x/net/html, goquery, lol_html, the
// lexer of extract/html/lexer, and the whole extraction. Each line is the least processor
// time of some rounds, in which they take turns. Then the pages are walked as a crawl does,
// and what of their extraction telling the charset takes, and telling the language behind
// it, is timed for each page.
//
//	extract [--rounds N] [--lol-html PROGRAM] [--check] [--walk] DIR...
//
// PROGRAM is what cargo makes of the folder lolhtml. With --check the tokens of the
// tokenizer and the lexer are held against each other on every page. With --walk there is
// nothing but the walk.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/net/html"

	"github.com/aranea-search/aranea/extract/html/lexer"
)

func main() {
	rounds := flag.Int("rounds", 5, "how often each is measured")
	check := flag.Bool("check", false, "compare tokens")
	alone := flag.Bool("walk", false, "nothing but the walk")
	lolHTML := flag.String("lol-html", "", "program that reads the pages with lol_html")
	flag.Parse()
	if err := run(flag.Args(), *rounds, *lolHTML, *check, *alone); err != nil {
		fmt.Fprintln(os.Stderr, "extract:", err)
		os.Exit(1)
	}
}

// A webPage is one HTML file of a web: a folder for each host.
type webPage struct {
	host string
	body []byte
}

// read returns the HTML files below folders.
func read(dirs []string) (pages []webPage, err error) {
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".html") && !strings.HasSuffix(path, ".htm") {
				return err
			}
			b, err := os.ReadFile(path)
			name, _ := filepath.Rel(dir, path)
			host, _, _ := strings.Cut(filepath.ToSlash(name), "/")
			pages = append(pages, webPage{host, b})
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

func run(dirs []string, rounds int, lolHTML string, check, alone bool) error {
	web, err := read(dirs)
	if err != nil {
		return err
	}
	size, pages := 0, make([][]byte, len(web))
	for i, p := range web {
		size, pages[i] = size+len(p.body), p.body
	}
	fmt.Printf("%d pages, %.1f MB\n", len(pages), float64(size)/1e6)
	if check {
		return compare(pages)
	}
	if !alone {
		if err := beside(pages, dirs, rounds, lolHTML, size); err != nil {
			return err
		}
	}
	w, err := newWalk(web)
	if err != nil {
		return err
	}
	for range rounds {
		if err := w.round(); err != nil {
			return err
		}
	}
	w.print()
	return nil
}

// beside measures the readers of HTML beside each other.
func beside(pages [][]byte, dirs []string, rounds int, lolHTML string, size int) error {
	readers, err := readers()
	if err != nil {
		return err
	}
	for range rounds {
		for i := range readers {
			if err := readers[i].measure(pages); err != nil {
				return err
			}
		}
	}
	for _, r := range readers {
		r.print(size, len(pages))
	}
	if lolHTML == "" {
		return nil
	}
	return printLOL(lolHTML, rounds, dirs, size, len(pages))
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

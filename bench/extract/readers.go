package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"strconv"
	"time"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/bench/cost"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/html/lexer"
	"github.com/aranea-search/aranea/weburl"
)

// A reader reads one page after another.
type reader struct {
	name    string
	read    func(page []byte) error
	best    time.Duration
	objects uint64 // of the last round
}

// readers returns what is measured.
func readers() ([]reader, error) {
	u, err := weburl.Parse("http://site.test/page.html")
	if err != nil {
		return nil, err
	}
	x, l := extract.New(extract.Limits{}), &lexer.Lexer{}
	field := aranea.Header{"Content-Type": {"text/html"}}
	return []reader{
		{name: "x/net tokenizer", read: tokenize},
		{name: "x/net tree", read: func(p []byte) error {
			_, err := html.Parse(bytes.NewReader(p))
			return err
		}},
		{name: "goquery, text and hrefs", read: query},
		{name: "lexer", read: func(p []byte) error { return lex(l, p) }},
		{name: "extraction", read: func(p []byte) error {
			_, err := x.Extract(context.Background(), extract.Document{URL: u, Header: field, Body: p})
			return err
		}},
	}, nil
}

// query takes the text and the links of a page as most programs with goquery do.
func query(page []byte) error {
	d, err := goquery.NewDocumentFromReader(bytes.NewReader(page))
	if err != nil {
		return err
	}
	d.Find("a[href]").Each(func(_ int, s *goquery.Selection) { s.Attr("href") })
	d.Text()
	return nil
}

// measure reads all pages once.
func (r *reader) measure(pages [][]byte) error {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start, err := cost.Processor()
	if err != nil {
		return err
	}
	for _, p := range pages {
		if err := r.read(p); err != nil {
			return err
		}
	}
	end, err := cost.Processor()
	if err != nil {
		return err
	}
	runtime.ReadMemStats(&after)
	r.objects = after.Mallocs - before.Mallocs
	if took := end - start; r.best == 0 || took < r.best {
		r.best = took
	}
	return nil
}

func (r *reader) print(size, pages int) {
	row(r.name, r.best, size, pages)
	fmt.Printf(" %8.1f allocations/page\n", float64(r.objects)/float64(pages))
}

func row(name string, took time.Duration, size, pages int) {
	fmt.Printf("%-24s %7.1f MB/s %8.1f µs/page", name, float64(size)/1e6/took.Seconds(), float64(took.Microseconds())/float64(pages))
}

// printLOL has the program read the pages.
func printLOL(program string, rounds int, dirs []string, size, pages int) error {
	out, err := exec.Command(program, append([]string{strconv.Itoa(rounds)}, dirs...)...).Output()
	if err != nil {
		return fmt.Errorf("%s: %w", program, err)
	}
	var took, text, links int64
	if _, err := fmt.Sscan(string(out), &took, &text, &links); err != nil {
		return fmt.Errorf("%s: %w", program, err)
	}
	row("lol_html, text and hrefs", time.Duration(took)*time.Microsecond, size, pages)
	fmt.Printf(" (%.1f MB of text, %.1f MB of hrefs)\n", float64(text)/1e6, float64(links)/1e6)
	return nil
}

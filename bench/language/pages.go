package main

import (
	"context"
	"fmt"
	"hash/maphash"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze/prior"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/weburl"
)

// others are the languages that pages are made to declare, in turn.
var others = []string{"en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "ru", "cs", "hu", "tr", "id", "vi"}

// seed is that of the hashes of texts.
var seed = maphash.MakeSeed()

// A page is one file of the web.
type page struct {
	host, path string
	title      string
	declared   string
	told       string
	sited      string   // told with the usual language of its host, as a crawl does
	given      string   // a language that it is made to declare
	misled     string   // told then
	threes     []uint64 // hashes of three words each
}

// measurePages tells the language of each page. The language of a page is known
// from its host's name; it is English if two thirds of its text stand in English
// pages, and not known if a sixth does: manuals are often translated in part.
func measurePages(web string) error {
	var pages []page
	hosts := map[string]*prior.Record{}
	err := filepath.WalkDir(web, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".html") {
			return err
		}
		body, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(web, path)
		host, name, _ := strings.Cut(filepath.ToSlash(rel), "/")
		if hosts[host] == nil {
			hosts[host] = new(prior.Record)
		}
		p, err := read(host, name, body, hosts[host], others[len(pages)%len(others)])
		pages = append(pages, p)
		return err
	})
	if err != nil {
		return err
	}
	english := map[uint64]bool{}
	for _, p := range pages {
		if strings.HasPrefix(p.host, "en.") {
			for _, h := range p.threes {
				english[h] = true
			}
		}
	}
	count(pages, english)
	fmt.Println("where the text tells none, by the usual language of the pages of the host that came before:")
	for i := range pages {
		pages[i].told = pages[i].sited
	}
	count(pages, english)
	countMisled(pages, english)
	return nil
}

// countMisled prints how many pages are told wrong that are made to declare another
// language than their own, if that is known.
func countMisled(pages []page, english map[uint64]bool) {
	known, wrong, declared := 0, 0, 0
	for _, p := range pages {
		truth := truthOf(p, english)
		if truth == "" || truth == p.given {
			continue
		}
		known++
		if p.misled != truth {
			wrong++
		}
		if p.misled == p.given {
			declared++
		}
	}
	fmt.Printf("made to declare one of %d other languages: %d of %d told wrong (%.2f %%), %d of them as declared\n",
		len(others), wrong, known, 100*float64(wrong)/float64(max(known, 1)), declared)
}

// read extracts a page and tells its language as indexing does, without its site, with
// it, and as if it declared the given one.
func read(host, name string, body []byte, site *prior.Record, given string) (page, error) {
	u, err := weburl.Parse("http://" + host + "/" + name)
	if err != nil {
		return page{}, err
	}
	x, err := extract.New(extract.Limits{}).Extract(context.Background(), extract.Document{
		URL: u, Header: aranea.Header{"Content-Type": {"text/html"}}, Body: body,
	})
	if err != nil {
		return page{}, err
	}
	p := page{host: host, path: name, title: x.Title(), declared: x.Lang, told: document.Language(&x, "")}
	usual := site.Usual()
	switch p.sited = document.Language(&x, site.Likely()); {
	case p.sited != "und":
		site.Add(p.sited)
	case usual != "":
		x.Lang = usual
		p.sited = document.Language(&x, "")
	}
	x.Lang, p.given = given, given
	p.misled = document.Language(&x, "")
	words := strings.Fields(string(x.Text))
	for i := 3; i <= len(words); i++ {
		p.threes = append(p.threes, maphash.String(seed, strings.Join(words[i-3:i], " ")))
	}
	return p, nil
}

// count prints what was told, by host, and every page of which it is wrong.
func count(pages []page, english map[uint64]bool) {
	type tally struct{ pages, und, known, right int }
	hosts := map[string]*tally{}
	var all tally
	for _, p := range pages {
		t := hosts[p.host]
		if t == nil {
			t = &tally{}
			hosts[p.host] = t
		}
		truth := truthOf(p, english)
		for _, t := range []*tally{t, &all} {
			t.pages++
			if p.told == "und" {
				t.und++
			}
			if truth != "" {
				t.known++
				if truth == p.told {
					t.right++
				}
			}
		}
		if truth != "" && truth != p.told {
			fmt.Printf("%s/%s declares %q, is %s, told %s\n", p.host, p.path, p.declared, truth, p.told)
		}
	}
	fmt.Println("| host | pages | und | known | right |\n|---|---|---|---|---|")
	for _, h := range slices.Sorted(maps.Keys(hosts)) {
		t := hosts[h]
		fmt.Printf("| %s | %d | %d | %d | %d |\n", h, t.pages, t.und, t.known, t.right)
	}
	fmt.Printf("| all | %d | %d (%.1f %%) | %d | %d (%.2f %%) |\n", all.pages, all.und, 100*float64(all.und)/float64(all.pages), all.known, all.right, 100*float64(all.right)/float64(max(all.known, 1)))
}

// truthOf returns the language of a page, "" if it is not known: that of its host,
// English if most of its text stands in English pages, and none between.
func truthOf(p page, english map[uint64]bool) string {
	if p.path == "index.html" && strings.HasPrefix(p.title, "Contents of ") {
		return "en" // a list that was made for a host without a first page
	}
	if strings.Contains(p.path, "/japanese/") {
		return "" // translated in part
	}
	lang, _, _ := strings.Cut(p.host, ".")
	lang, _, _ = strings.Cut(lang, "-")
	if strings.Count(p.host, ".") < 2 {
		return "en" // vim.test, xfig.test
	}
	shared := 0
	for _, h := range p.threes {
		if english[h] {
			shared++
		}
	}
	switch {
	case lang == "en" || shared*3 > len(p.threes)*2:
		return "en"
	case shared*6 > len(p.threes):
		return ""
	}
	return lang
}

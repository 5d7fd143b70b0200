package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/weburl"
)

// A page is an extracted page.
type page struct {
	host, path string
	page       aranea.Page
}

// pages reads and extracts the HTML pages of a web.
func pages(ctx context.Context, web string) (out []page, err error) {
	x := extract.New(extract.Limits{})
	err = filepath.WalkDir(web, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".html") && !strings.HasSuffix(path, ".htm") {
			return err
		}
		body, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(web, path)
		if err != nil {
			return err
		}
		host, rest, _ := strings.Cut(filepath.ToSlash(rel), "/")
		p := page{host: host, path: rest}
		u, err := p.url(0)
		if err != nil {
			return err
		}
		p.page, err = x.Extract(ctx, extract.Document{URL: u, Header: aranea.Header{"Content-Type": {"text/html"}}, Body: body})
		if err == nil && len(p.page.Text) > 0 {
			out = append(out, p)
		}
		return err
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("no pages in %s", web)
	}
	return out, err
}

// url returns the address of a copy of the page.
func (p *page) url(n int) (weburl.URL, error) {
	host := p.host
	if n > 0 {
		host = fmt.Sprintf("copy%d.%s", n, host)
	}
	return weburl.Parse("http://" + host + "/" + p.path)
}

// change puts a copy of the page.
func (p *page) change(n int) (aranea.IndexChange, error) {
	u, err := p.url(n)
	return aranea.IndexChange{Action: aranea.IndexPut, URL: u, Version: 1, Page: &p.page, FetchedAt: start, Depth: 2, Snippet: true}, err
}

// dump writes the pages as lines of JSON, with the languages that a crawl would tell.
func dump(name string, all []page) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	e := json.NewEncoder(w)
	for i := range all {
		p := &all[i]
		title := ""
		for _, el := range p.page.Elements {
			if el.Kind == aranea.ElementTitle {
				title = string(p.page.Text[el.Start:el.End])
				break
			}
		}
		err = e.Encode(map[string]string{"url": p.page.URL.String(), "host": p.host, "title": title, "lang": document.Language(&p.page, ""), "text": string(p.page.Text)})
		if err != nil {
			break
		}
	}
	return errors.Join(err, w.Flush(), f.Close())
}

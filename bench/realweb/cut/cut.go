// Package cut makes a web of another shape from the text of a laid-out one: chapters of
// a size, on so many hosts, with few links. Its pages are real text in many languages,
// and cost a crawler words where documentation costs it links.
package cut

import (
	"errors"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"

	"github.com/aranea-search/aranea/bench/realweb/site"
)

// A Shape says what a web is like.
type Shape struct {
	Hosts, Pages int // hosts, and pages of each
	Bytes        int // of a page, about
	Links        int // of a page to others of its host, besides the next and the one before
}

// Shapes are the webs that are measured.
func Shapes() map[string]Shape {
	return map[string]Shape{
		"light": {Hosts: 2000, Pages: 25, Bytes: 5 << 10, Links: 5},
		"prose": {Hosts: 100, Pages: 40, Bytes: 60 << 10, Links: 3},
	}
}

// Make writes a web of the shape into dir/web, and its first pages into dir/seeds.txt.
// Its text is that of the pages of the laid-out web in from.
func Make(from, dir string, s Shape) error {
	files, err := pages(from)
	if err != nil {
		return err
	}
	w := &writer{web: filepath.Join(dir, "web"), shape: s, texts: source{files: files}}
	if _, err := os.Stat(w.web); err == nil {
		return fmt.Errorf("%s is there already", w.web)
	}
	var hosts, seeds strings.Builder
	for h := range s.Hosts {
		if err := w.host(h); err != nil {
			return fmt.Errorf("write host %d: %w", h, err)
		}
		fmt.Fprintf(&hosts, "%s\tmul\tutf-8\tnone\t%d\n", name(h), s.Pages)
		fmt.Fprintf(&seeds, "http://%s/\n", name(h))
	}
	return errors.Join(
		os.WriteFile(filepath.Join(w.web, site.HostsFile), []byte(hosts.String()), 0o644),
		os.WriteFile(filepath.Join(w.web, site.MovedFile), nil, 0o644),
		os.WriteFile(filepath.Join(dir, "seeds.txt"), []byte(seeds.String()), 0o644),
	)
}

// name returns the name of a host. Each is a site of its own.
func name(h int) string { return fmt.Sprintf("site%d.test", h) }

// path returns the path of a page of a host.
func path(p int) string {
	if p == 0 {
		return "/"
	}
	return fmt.Sprintf("/chapter-%d.html", p)
}

// A writer writes hosts one after another.
type writer struct {
	web   string
	shape Shape
	texts source
}

func (w *writer) host(h int) error {
	root := filepath.Join(w.web, name(h))
	if err := os.MkdirAll(root, 0o755); err != nil {
		return err
	}
	for p := range w.shape.Pages {
		page, err := w.page(h, p)
		if err != nil {
			return err
		}
		file := filepath.Base(path(p))
		if p == 0 {
			file = "index.html"
		}
		if err := os.WriteFile(filepath.Join(root, file), []byte(page), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// page makes a page: links above, then text up to the size.
func (w *writer) page(h, p int) (string, error) {
	first, err := w.texts.next()
	if err != nil {
		return "", err
	}
	title := html.EscapeString(clip(first, 60))
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>%s</title>\n</head>\n<body>\n<h1>%s</h1>\n<ul>\n", title, title)
	for _, to := range w.links(h, p) {
		fmt.Fprintf(&b, "<li><a href=\"%s\">%s</a></li>\n", to.href, to.text)
	}
	fmt.Fprintf(&b, "</ul>\n<p>%s</p>\n", html.EscapeString(first))
	for b.Len() < w.shape.Bytes {
		text, err := w.texts.next()
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "<p>%s</p>\n", html.EscapeString(clip(text, w.shape.Bytes)))
	}
	b.WriteString("</body>\n</html>\n")
	return b.String(), nil
}

// A link is where a page leads.
type link struct{ href, text string }

// links returns where a page leads: to its neighbours, to some pages of its host, and
// to the first page of the next host.
func (w *writer) links(h, p int) []link {
	n := w.shape.Pages
	out := []link{{path((p + 1) % n), "next"}, {path((p + n - 1) % n), "before"}}
	for i := range w.shape.Links {
		to := (p*7 + i*11 + 3) % n
		out = append(out, link{path(to), fmt.Sprintf("chapter %d", to)})
	}
	other := (h + 1) % w.shape.Hosts
	return append(out, link{"http://" + name(other) + "/", "site " + fmt.Sprint(other)})
}

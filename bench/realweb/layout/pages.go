package layout

import (
	"bytes"
	"fmt"
	"html"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
)

// changes returns what is done to each page of a host, or nil for nothing.
func (r Row) changes() func(name string, b []byte) []byte {
	_, domain, _ := strings.Cut(r.Host, ".")
	apart := domain == "apache2.test"
	if !apart && r.Recode == "" {
		return nil
	}
	return func(_ string, b []byte) []byte {
		if apart {
			b = crossLinks(b, domain)
		}
		if r.Recode != "" {
			b = recode(b, r.Recode)
		}
		return b
	}
}

// langLink matches a link from the tree of one language into that of another.
// Links into the English tree stay as they are: the server redirects them.
var langLink = regexp.MustCompile(`(href=")(?:\.\./)+(da|de|es|fr|ja|ko|pt-br|ru|tr|zh-cn)/`)

// crossLinks makes links between the language trees of one manual into links
// between the hosts that these trees have become.
func crossLinks(b []byte, domain string) []byte {
	return langLink.ReplaceAll(b, []byte("${1}http://${2}."+domain+"/"))
}

// declared matches the places where a page names its charset.
var declared = regexp.MustCompile(`(?i)(<meta[^>]*charset=["']?|<\?xml[^>]*encoding=["'])([-_a-z0-9]+)`)

// recode writes a page in another charset and says so in the page. What the
// charset does not have becomes a character reference.
func recode(b []byte, name string) []byte {
	from, _, _ := charset.DetermineEncoding(b, "")
	text, err := from.NewDecoder().Bytes(b)
	if err != nil {
		return b
	}
	text = declared.ReplaceAll(text, []byte("${1}"+name))
	to, _ := charset.Lookup(name)
	out, err := encoding.HTMLEscapeUnsupported(to.NewEncoder()).Bytes(text)
	if err != nil {
		return b
	}
	return out
}

// addListings gives each folder below root that leads to pages and has no
// index.html a page that lists its pages and such folders.
func addListings(root string, r Row) error {
	leads := map[string]bool{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !isHTML(name) {
			return err
		}
		for dir := filepath.Dir(name); !leads[dir]; dir = filepath.Dir(dir) {
			leads[dir] = true
			if dir == root {
				break
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("look for pages: %w", err)
	}
	for dir := range leads {
		if err := addListing(root, dir, r, leads); err != nil {
			return fmt.Errorf("write entry page: %w", err)
		}
	}
	return nil
}

func addListing(root, dir string, r Row, leads map[string]bool) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var names []string
	for _, e := range entries {
		switch {
		case e.Name() == "index.html":
			return nil
		case e.IsDir() && leads[filepath.Join(dir, e.Name())]:
			names = append(names, e.Name()+"/")
		case !e.IsDir() && isHTML(e.Name()):
			names = append(names, e.Name())
		}
	}
	sort.Strings(names)
	rel, err := filepath.Rel(root, dir)
	if err != nil {
		return err
	}
	title := html.EscapeString("Contents of " + r.Host + strings.TrimSuffix("/"+filepath.ToSlash(rel), "."))
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>%s</title>\n</head>\n<body>\n<h1>%s</h1>\n<ul>\n", title, title)
	for _, n := range names {
		href := (&url.URL{Path: n}).String()
		fmt.Fprintf(&b, "<li><a href=\"%s\">%s</a></li>\n", html.EscapeString(href), html.EscapeString(n))
	}
	b.WriteString("</ul>\n</body>\n</html>\n")
	return os.WriteFile(filepath.Join(dir, "index.html"), b.Bytes(), 0o644)
}

package checker

import (
	"bytes"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"
)

// A Follow says which references beside ordinary links lead to other pages.
type Follow struct {
	Rels map[string]bool // values of link rel, for example "next"
}

// A Document is what the checker takes from one page.
type Document struct {
	Title    string
	Links    []string // as written, in the order of the page
	Scripts  []string // sources of scripts whose names are those of menus, as written
	Base     string   // href of the first base element that has one, or ""
	NoFollow bool     // no link of this page is followed
	NoIndex  bool
}

// Parse reads a page with the tree parser of x/net/html, scripting off, so
// that noscript is markup. Agent is the product token that a meta element may
// name beside "robots".
func Parse(body []byte, contentType, agent string, f Follow) (Document, error) {
	r, err := charset.NewReader(bytes.NewReader(body), contentType)
	if err != nil {
		return Document{}, err
	}
	root, err := html.ParseWithOptions(r, html.ParseOptionEnableScripting(false))
	if err != nil {
		return Document{}, err
	}
	w := walker{agent: strings.ToLower(agent), follow: f}
	w.walk(root)
	return w.doc, nil
}

// menuName fits the source of a script that may be a menu, and namedPage a string in it that is the address of
// a page.
var (
	menuName  = regexp.MustCompile(`(?i)(nav|menu|toc|sidebar)[^/]*\.js($|\?)`)
	namedPage = regexp.MustCompile(`["']([^"'<>\s#]+\.html?)(?:#[^"']*)?["']`)
)

type walker struct {
	doc    Document
	agent  string
	follow Follow
	based  bool
	titled bool
}

func (w *walker) walk(n *html.Node) {
	if n.Type == html.ElementNode {
		w.element(n)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.walk(c)
	}
}

func (w *walker) element(n *html.Node) {
	switch n.DataAtom {
	case atom.A, atom.Area:
		if href, ok := attr(n, "href"); ok && !hasToken(n, "rel", "nofollow", "ugc", "sponsored") {
			w.doc.Links = append(w.doc.Links, href)
		}
	case atom.Frame, atom.Iframe:
		if src, ok := attr(n, "src"); ok {
			w.doc.Links = append(w.doc.Links, src)
		}
	case atom.Link:
		w.link(n)
	case atom.Script:
		if src, ok := attr(n, "src"); ok && menuName.MatchString(src) {
			w.doc.Scripts = append(w.doc.Scripts, src)
		}
	case atom.Base:
		if href, ok := attr(n, "href"); ok && !w.based {
			w.doc.Base, w.based = href, true
		}
	case atom.Meta:
		w.meta(n)
	case atom.Title:
		if !w.titled && n.Namespace == "" {
			w.doc.Title, w.titled = text(n), true
		}
	case atom.Noframes:
		w.noframes(n)
	}
}

func (w *walker) link(n *html.Node) {
	href, ok := attr(n, "href")
	rel, _ := attr(n, "rel")
	if !ok {
		return
	}
	for _, t := range strings.Fields(strings.ToLower(rel)) {
		if w.follow.Rels[t] {
			w.doc.Links = append(w.doc.Links, href)
			return
		}
	}
}

func (w *walker) meta(n *html.Node) {
	content, _ := attr(n, "content")
	if v, _ := attr(n, "http-equiv"); strings.EqualFold(v, "refresh") {
		if to := refresh(content); to != "" {
			w.doc.Links = append(w.doc.Links, to)
		}
	}
	name, _ := attr(n, "name")
	if name = strings.ToLower(strings.TrimSpace(name)); name != "robots" && name != w.agent {
		return
	}
	for _, t := range strings.FieldsFunc(strings.ToLower(content), func(r rune) bool { return r == ',' || r == ' ' }) {
		switch t {
		case "nofollow":
			w.doc.NoFollow = true
		case "noindex":
			w.doc.NoIndex = true
		case "none":
			w.doc.NoFollow, w.doc.NoIndex = true, true
		}
	}
}

// noframes reads the content that the tree keeps as one text: a robot has no
// frames, so its links count.
func (w *walker) noframes(n *html.Node) {
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragmentWithOptions(strings.NewReader(text(n)), body, html.ParseOptionEnableScripting(false))
	if err != nil {
		return
	}
	for _, c := range nodes {
		w.walk(c)
	}
}

// refresh returns the URL of a refresh value such as "0; url='x.html'".
func refresh(v string) string {
	i := strings.IndexAny(v, ";,")
	if i < 0 {
		return ""
	}
	v = strings.TrimSpace(v[i+1:])
	if len(v) >= 3 && strings.EqualFold(v[:3], "url") {
		if rest := strings.TrimLeft(v[3:], " \t\n\r\f"); strings.HasPrefix(rest, "=") {
			v = strings.TrimSpace(rest[1:])
		}
	}
	if v != "" && (v[0] == '"' || v[0] == '\'') {
		quote := v[:1]
		v, _, _ = strings.Cut(v[1:], quote)
	}
	return v
}

func attr(n *html.Node, key string) (string, bool) {
	for _, a := range n.Attr {
		if a.Namespace == "" && a.Key == key {
			return a.Val, true
		}
	}
	return "", false
}

func hasToken(n *html.Node, key string, tokens ...string) bool {
	v, _ := attr(n, key)
	for _, f := range strings.Fields(strings.ToLower(v)) {
		for _, t := range tokens {
			if f == t {
				return true
			}
		}
	}
	return false
}

// text returns the text below n with runs of whitespace as one space.
func text(n *html.Node) string {
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	if n.DataAtom == atom.Noframes {
		return b.String()
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

package robotsmeta

import (
	"slices"
	"strings"
)

// A Region is the set of purposes that a part of a page is closed to.
type Region uint8

// The closures.
const (
	// NoIndexText: the text is not indexed, but its links may be followed.
	NoIndexText Region = 1
	// NoAnchorText: link texts do not count for the pages that they link to.
	NoAnchorText Region = 2
	// NoSnippetText: the text is not shown.
	NoSnippetText Region = 4
)

var regionNames = [...]string{"noindex", "noanchor", "nosnippet"}

// String lists the closures separated by commas, or returns "open" if there are none.
func (r Region) String() string {
	var out []string
	for i, name := range regionNames {
		if r&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	if out == nil {
		return "open"
	}
	return strings.Join(out, ",")
}

// maxOpen is the maximum number of nested elements that a Scanner counts.
const maxOpen = 1 << 20

// A Scanner follows the tags and comments of a page, as a tokenizer delivers them, and reports
// what the text between them is closed to. It builds no tree: a misnested end tag ends the
// element that it names. The zero value is ready to use. It is not safe for concurrent use.
//
// It supports <noindex> and <!--noindex--> of Yandex, which need not be nested correctly;
// <!--googleoff: index--> and its variants of the Google Search Appliance; data-nosnippet on div,
// span and section; and class="robots-nocontent" of Yahoo.
type Scanner struct {
	tag     bool   // inside <noindex>
	comment bool   // after <!--noindex-->
	off     Region // closed by googleoff
	snippet nested // inside data-nosnippet
	content nested // inside robots-nocontent
}

// A nested follows one element to its end, which may be implied: a paragraph ends before a block,
// an item before the next one or with its list.
type nested struct {
	name  string
	depth int // open elements with this name, including the first
	inner int // open lists or tables inside it, if its end may be implied
}

// start handles a start tag. The tag opens the element if none is open and closes is true.
func (n *nested) start(name string, closes bool) {
	kin := kinOf(n.name)
	switch {
	case n.depth == 0:
	case kin == nil:
		if n.name == name && n.depth < maxOpen {
			n.depth++
		}
		return
	case slices.Contains(kin.inside, name):
		n.inner = min(n.inner+1, maxOpen)
		return
	case n.inner > 0 || !slices.Contains(kin.next, name):
		return
	}
	*n = nested{}
	if closes {
		n.name, n.depth = name, 1
	}
}

func (n *nested) end(name string) {
	kin := kinOf(n.name)
	switch {
	case n.depth == 0:
	case kin == nil:
		if n.name == name {
			n.depth--
		}
	case n.inner > 0:
		if slices.Contains(kin.inside, name) {
			n.inner--
		}
	case name == n.name || slices.Contains(kin.around, name):
		n.depth = 0
	}
}

// kin are the elements that end an element without an end tag (HTML, optional tags): elements
// that it cannot contain, and elements that contain it. Elements nested in another element of its
// kind do not count.
type kin struct{ next, around, inside []string }

var (
	blocks = []string{
		"address", "article", "aside", "blockquote", "body", "center", "details", "dialog", "dir", "div", "dl", "fieldset", "figcaption",
		"figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "html", "li", "main", "menu", "nav", "ol", "p",
		"pre", "section", "table", "td", "th", "ul",
	}
	lists  = []string{"ul", "ol", "menu", "dir"}
	tables = []string{"table"}
	rows   = []string{"tr", "tbody", "thead", "tfoot"}

	paragraph  = kin{next: blocks, around: blocks}
	item       = kin{next: []string{"li"}, around: lists, inside: lists}
	definition = kin{next: []string{"dt", "dd"}, around: []string{"dl"}, inside: []string{"dl"}}
	cell       = kin{next: append([]string{"td", "th"}, rows...), around: append([]string{"table"}, rows...), inside: tables}
	row        = kin{next: rows, around: []string{"table", "tbody", "thead", "tfoot"}, inside: tables}
)

// kinOf returns the elements that end an element, or nil if only its own end tag does.
func kinOf(name string) *kin {
	switch name {
	case "p":
		return &paragraph
	case "li":
		return &item
	case "dt", "dd":
		return &definition
	case "td", "th":
		return &cell
	case "tr":
		return &row
	}
	return nil
}

// StartTag handles a start tag: its name in lower case, whether it has the attribute
// data-nosnippet, and its class attribute. It must not be called for void elements.
func (s *Scanner) StartTag(name string, nosnippet bool, class string) {
	if name == "noindex" {
		s.tag = true
		return
	}
	s.snippet.start(name, nosnippet && (name == "div" || name == "span" || name == "section"))
	s.content.start(name, hasClass(class, "robots-nocontent"))
}

// EndTag handles an end tag with its name in lower case.
func (s *Scanner) EndTag(name string) {
	if name == "noindex" {
		s.tag = false
		return
	}
	s.snippet.end(name)
	s.content.end(name)
}

// Comment handles a comment with the given text.
func (s *Scanner) Comment(text string) {
	word := strings.ToLower(strings.TrimSpace(text))
	switch word {
	case "noindex":
		s.comment = true
		return
	case "/noindex":
		s.comment = false
		return
	}
	head, what, ok := strings.Cut(word, ":")
	if !ok {
		return
	}
	r := offRegion(strings.TrimSpace(what))
	switch strings.TrimSpace(head) {
	case "googleoff":
		s.off |= r
	case "googleon":
		s.off &^= r
	}
}

func offRegion(what string) Region {
	switch what {
	case "index":
		return NoIndexText
	case "anchor":
		return NoAnchorText
	case "snippet":
		return NoSnippetText
	case "all":
		return NoIndexText | NoAnchorText | NoSnippetText
	}
	return 0
}

// Counts reports whether an element that closes its text is open, so that the scanner needs all
// start and end tags. While it is false, the scanner needs only start tags that may close
// something and the tags of noindex.
func (s *Scanner) Counts() bool { return s.snippet.depth > 0 || s.content.depth > 0 }

// Region returns what the following text is closed to.
func (s *Scanner) Region() Region {
	r := s.off
	if s.tag || s.comment || s.content.depth > 0 {
		r |= NoIndexText
	}
	if s.snippet.depth > 0 {
		r |= NoSnippetText
	}
	return r
}

func hasClass(class, name string) bool {
	for word := range strings.FieldsSeq(class) {
		if strings.EqualFold(word, name) {
			return true
		}
	}
	return false
}

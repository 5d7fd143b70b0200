package robotsmeta

import (
	"slices"
	"strings"
)

// A Region says what a part of a page is closed to. It is a set.
type Region uint8

// The closures.
const (
	// NoIndexText: the text is not indexed; links in it may be followed.
	NoIndexText Region = 1
	// NoAnchorText: link texts do not count for the pages they lead to.
	NoAnchorText Region = 2
	// NoSnippetText: the text is not shown.
	NoSnippetText Region = 4
)

var regionNames = [...]string{"noindex", "noanchor", "nosnippet"}

// String lists the closures with commas, "open" if there is none.
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

// maxOpen is how many nested elements a Scanner counts.
const maxOpen = 1 << 20

// A Scanner follows the tags and comments of a page, as a tokenizer delivers
// them, and says what the text between them is closed to. It keeps no tree: a
// misnested tag ends what it names. The zero value is ready to use. It must not
// be used by several goroutines at once.
//
// It knows <noindex> and <!--noindex--> of Yandex, which need not be nested
// well; <!--googleoff: index--> and its kin of the Google Search Appliance;
// data-nosnippet on div, span and section; and class="robots-nocontent" of
// Yahoo.
type Scanner struct {
	tag     bool   // inside <noindex>
	comment bool   // behind <!--noindex-->
	off     Region // by googleoff
	snippet nested // inside data-nosnippet
	content nested // inside robots-nocontent
}

// A nested follows one element to its end, which may be implied: a paragraph ends
// before a block, an item before the next one or with its list.
type nested struct {
	name  string
	depth int // open elements of the name, the first included
	inner int // open lists or tables inside it, if its end may be implied
}

// start tells of a start tag, which opens the element if none is open and closes
// is set.
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

// kin are the elements that end an element without an end tag of its own (HTML,
// optional tags): those that cannot stand in it, and those that it stands in. What
// is inside others of its kind does not count.
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

// kinOf returns what ends an element, nil if its own end tag alone does.
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

// StartTag tells of a start tag: its name in lower case, whether it has the
// attribute data-nosnippet, and its class attribute. Elements that have no
// content must not be told of.
func (s *Scanner) StartTag(name string, nosnippet bool, class string) {
	if name == "noindex" {
		s.tag = true
		return
	}
	s.snippet.start(name, nosnippet && (name == "div" || name == "span" || name == "section"))
	s.content.start(name, hasClass(class, "robots-nocontent"))
}

// EndTag tells of an end tag by its name in lower case.
func (s *Scanner) EndTag(name string) {
	if name == "noindex" {
		s.tag = false
		return
	}
	s.snippet.end(name)
	s.content.end(name)
}

// Comment tells of a comment by its text.
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

// Counts reports whether an element that closes its text is open, so that all
// its start and end tags must be told of. While it is false, only start tags
// that may close something and the tags of noindex need be.
func (s *Scanner) Counts() bool { return s.snippet.depth > 0 || s.content.depth > 0 }

// Region says what the text that follows is closed to.
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

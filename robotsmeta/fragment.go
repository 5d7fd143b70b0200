package robotsmeta

import "strings"

// A Region says what a part of a page is closed to. It is a set.
type Region uint8

// The closures.
const (
	// NoIndexText: the text is not indexed; links in it may be followed.
	NoIndexText Region = 1 << iota
	// NoAnchorText: link texts do not count for the pages they lead to.
	NoAnchorText
	// NoSnippetText: the text is not shown.
	NoSnippetText
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

// maxOpen is how many nested closed elements a Scanner counts.
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

// A nested counts elements of one name, to find the end of the outermost.
type nested struct {
	name  string
	depth int
}

func (n *nested) start(name string, closes bool) {
	switch {
	case n.depth == 0 && closes:
		n.name, n.depth = name, 1
	case n.depth > 0 && n.name == name && n.depth < maxOpen:
		n.depth++
	}
}

func (n *nested) end(name string) {
	if n.depth > 0 && n.name == name {
		n.depth--
	}
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

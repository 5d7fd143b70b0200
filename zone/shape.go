package zone

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
)

// Thresholds for the zones of a single page, while nothing is known about its site.
const (
	proseText  = 80   // minimum bytes of text without links in a block of running text
	proseLinks = 0.4  // maximum part of links in a block of running text
	leastProse = 250  // minimum bytes of running text; with less, nothing is derived from the page alone
	leastPart  = 0.15 // the same, as a part of the text outside links: pages of tables have no running text
	holdsMost  = 0.6  // of the running text of a container: then the inner one is considered
	secondPart = 0.15 // of the running text of the content: then another container is content too
	asidePart  = 0.3  // of all running text: then a container is not beside the content, whatever its name
	namedPart  = 0.3  // of it: then a container whose name says so is the content
	linked     = 0.5  // of a block are links: then it belongs to a list of links
	shortText  = 40   // bytes; a shorter block is main only beside running text
	neighbours = 1    // blocks on each side that are considered
	headed     = 4    // blocks after a heading that are considered
	before     = 2    // blocks before the first running text that are main
	after      = 1    // and after the last
)

// A shape is the structure of the blocks of a page and its containers.
type shape struct {
	page  *aranea.Page
	all   []measure
	prose []uint32 // bytes of running text in each container, including inner ones
	aside []bool   // containers whose name says that they are beside the content
}

// byShape sets the zones of the blocks of a page from the page alone: most of the running text is
// in one container, and what is around that is not content.
func byShape(page *aranea.Page, all []measure) {
	s := shape{page: page, all: all, prose: make([]uint32, len(page.Containers)), aside: make([]bool, len(page.Containers))}
	s.weigh()
	if s.prose[0] < leastProse || float64(s.prose[0]) < leastPart*float64(s.unlinked()) {
		return
	}
	content := s.content()
	first, last := s.span(content)
	home := isHome(page)
	for i, m := range all {
		e := &page.Elements[m.element]
		switch {
		case e.Zone != aranea.ZoneMain, e.Kind == aranea.ElementHeading1:
		case s.within(int(e.Container), content) && !s.aside[e.Container]:
			e.Zone = s.inside(i, first, last)
		default:
			e.Zone = s.outside(m, content)
		}
		if home && (e.Zone == aranea.ZoneNavigation || e.Zone == aranea.ZoneLinks) && page.Containers[e.Container].Zone == aranea.ZoneMain {
			e.Zone = aranea.ZoneMain
		}
	}
}

// unlinked returns the bytes of the page's text outside links.
func (s *shape) unlinked() (n uint32) {
	for _, m := range s.all {
		n += m.text - m.links
	}
	return n
}

// weigh sums the running text of containers: first all of it, to find the containers beside the
// content, then without those.
func (s *shape) weigh() {
	cs := s.page.Containers
	s.sum()
	for i := range cs {
		named := isAside(cs[i].Name) && float64(s.prose[i]) < asidePart*float64(s.prose[0])
		s.aside[i] = named || cs[i].Parent >= 0 && s.aside[cs[i].Parent]
	}
	clear(s.prose)
	s.sum()
}

// sum sums the running text of containers that are not beside the content.
func (s *shape) sum() {
	cs := s.page.Containers
	for _, m := range s.all {
		if e := &s.page.Elements[m.element]; m.isProse() && e.Zone == aranea.ZoneMain && !s.aside[e.Container] {
			s.prose[e.Container] += m.text - m.links
		}
	}
	for i := len(cs) - 1; i > 0; i-- {
		if p := cs[i].Parent; p >= 0 {
			s.prose[p] += s.prose[i]
		}
	}
}

func (m *measure) isProse() bool {
	return m.text-m.links >= proseText && float64(m.links) <= proseLinks*float64(m.text)
}

// content returns the container of the content: the one whose name says so, if it has a good part
// of the running text, or else the innermost one with most of it.
func (s *shape) content() int {
	if at := s.named(); at > 0 {
		return at
	}
	at := 0
	for {
		next := -1
		for i := at + 1; i < len(s.page.Containers); i++ {
			if int(s.page.Containers[i].Parent) == at && float64(s.prose[i]) >= holdsMost*float64(s.prose[at]) {
				next = i
			}
		}
		if next < 0 || isText(s.page.Containers[next].Name) {
			return at
		}
		at = next
	}
}

// named returns the container with the most running text among those whose names say that they
// have the content, or 0 if none has enough of it.
func (s *shape) named() (at int) {
	most := uint32(namedPart * float64(s.prose[0]))
	for i := range s.page.Containers {
		if s.prose[i] > most && names(s.page.Containers[i].Name, contents[:]) {
			at, most = i, s.prose[i]
		}
	}
	return at
}

// within reports whether a container is equal to another one or in it.
func (s *shape) within(at, content int) bool {
	for ; at > content; at = int(s.page.Containers[at].Parent) {
	}
	return at == content
}

// inside returns the zone of a block in the content, whose running text extends from block first
// to block last.
func (s *shape) inside(i, first, last int) aranea.Zone {
	m := s.all[i]
	e := &s.page.Elements[m.element]
	switch {
	case i > last+after, i < first-before:
		return aranea.ZoneLinks
	case e.Kind.IsHeading() && !s.leads(i):
		return aranea.ZoneLinks
	case float64(m.links) >= linked*float64(m.text) && !e.Kind.IsHeading() && !s.besideProse(i):
		return aranea.ZoneLinks
	case m.text < shortText && e.Kind == aranea.ElementText && !s.besideProse(i):
		return aranea.ZoneLinks
	}
	return aranea.ZoneMain
}

// span returns the first and the last block of running text in the content.
func (s *shape) span(content int) (first, last int) {
	first, last = len(s.all), 0
	for i, m := range s.all {
		if e := &s.page.Elements[m.element]; m.isProse() && e.Zone == aranea.ZoneMain && !s.aside[e.Container] && s.within(int(e.Container), content) {
			first, last = min(first, i), i
		}
	}
	return first, last
}

// leads reports whether a heading is followed by text that is not beside the content.
func (s *shape) leads(i int) bool {
	for _, m := range s.all[i+1 : min(i+1+headed, len(s.all))] {
		switch e := &s.page.Elements[m.element]; {
		case e.Kind.IsHeading():
			continue
		case m.isProse(), m.text > shortText && float64(m.links) < linked*float64(m.text):
			return !s.aside[e.Container]
		}
	}
	return false
}

// besideProse reports whether there is running text near a block.
func (s *shape) besideProse(i int) bool {
	for j := max(i-neighbours, 0); j <= min(i+neighbours, len(s.all)-1); j++ {
		if j != i && s.all[j].isProse() {
			return true
		}
	}
	return false
}

// outside returns the zone of a block outside the content.
func (s *shape) outside(m measure, content int) aranea.Zone {
	e := &s.page.Elements[m.element]
	switch {
	case s.aside[e.Container]:
		return aranea.ZoneTemplate
	case m.isProse() && s.around(int(e.Container), content):
		return aranea.ZoneMain
	case m.isProse():
		return aranea.ZoneLinks
	case float64(m.links) >= linked*float64(m.text):
		return aranea.ZoneNavigation
	}
	return aranea.ZoneTemplate
}

// around reports whether a container, or one around it that does not contain the content, also
// has much running text.
func (s *shape) around(at, content int) bool {
	for ; at > 0 && !s.within(content, at); at = int(s.page.Containers[at].Parent) {
		if float64(s.prose[at]) >= secondPart*float64(s.prose[content]) {
			return true
		}
	}
	return false
}

// isText reports whether a container is itself an element of running text.
func isText(name string) bool {
	tag, _, _ := strings.Cut(name, ".")
	switch tag {
	case "p", "li", "td", "dd", "dt", "blockquote", "pre":
		return true
	}
	return false
}

// contents are parts of the names of containers with the content.
var contents = [...]string{
	"article-body", "article-content", "article-text", "article__body", "article__content", "article_body", "articlebody", "blogpost", "body-content",
	"content-body", "entry-body", "entry-content", "entry_content", "post-body", "post-content", "post-text", "post_content", "story-body", "storybody",
}

// asides are parts of the names of containers beside the content.
var asides = [...]string{
	"about-author", "advert", "author-box", "authorbox", "banner", "breadcrumb", "byline", "caption-credit", "comment", "cookie", "copyright", "disclaimer",
	"disqus", "entry-meta", "footer", "kommentar", "login", "menu", "meta-", "modal", "most-read", "mostread", "navigation", "newsletter", "pagination",
	"popup", "post-meta", "posted-on", "postmeta", "promo", "rating", "recommend", "register", "related", "respond", "share", "sharing", "sidebar", "social",
	"sponsor", "subscribe", "tagcloud", "tags", "teaser", "timestamp", "verwandt", "widget",
}

// isAside reports whether the name of a container says that it is beside the content.
func isAside(name string) bool { return strings.HasPrefix(name, "aside") || names(name, asides[:]) }

// names reports whether one of the classes in a container's name contains one of the parts.
func names(name string, parts []string) bool {
	_, classes, _ := strings.Cut(strings.ToLower(name), ".")
	return classes != "" && slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(classes, p) })
}

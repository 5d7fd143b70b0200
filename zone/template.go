package zone

import (
	"cmp"
	"slices"

	"github.com/aranea-search/aranea/weburl"
)

// A Template is a description of a Profile. Its JSON fields are only added, never renamed.
type Template struct {
	Origin   weburl.Origin `json:"origin"`
	Pages    uint32        `json:"pages"`    // number of pages that were read
	Counted  uint32        `json:"counted"`  // number of pages in the counts: old pages count for less
	Verdicts uint32        `json:"verdicts"` // how often they were computed
	// Containers are those of the pages, with the most text first.
	Containers []Judged `json:"containers"`
	// Texts is the number of counted texts; Frequent are the texts that many pages have, those on
	// the most pages first. Their wording is not known.
	Texts    int    `json:"texts"`
	Frequent []Text `json:"frequent"`
	// Profile is the whole profile, for Decode.
	Profile []byte `json:"profile,omitempty"`
}

// A Judged is a container of a Template, including the containers in it.
type Judged struct {
	Path string `json:"path"` // the names of the containers on the path to it
	// Zone is that of the markup or of the verdict; Verdict says which.
	Zone     string  `json:"zone"`
	Verdict  bool    `json:"verdict"`
	Pages    uint32  `json:"pages"`
	Blocks   float64 `json:"blocks"`   // mean number on pages that have it
	Text     float64 `json:"text"`     // share of the text of these pages
	Links    float64 `json:"links"`    // share of links in its text
	Frequent float64 `json:"frequent"` // share of its text that many pages have
}

// A Text is a text that many pages have, represented by its container.
type Text struct {
	Path  string  `json:"path"`
	Pages uint32  `json:"pages"`
	Text  float64 `json:"text"` // share of the text of these pages
}

// Template returns what is known about the template of the site.
func (p *Profile) Template() (Template, error) {
	t := Template{Origin: p.Origin, Pages: p.Seen, Counted: p.pages, Verdicts: p.Version, Containers: []Judged{}, Texts: len(p.blocks), Frequent: []Text{}}
	sums, _ := p.sums(p.parents())
	for i := range p.containers {
		c, s := &p.containers[i], sums[i]
		if s.text == 0 {
			continue
		}
		j := Judged{
			Path: p.path(c), Zone: c.markup.String(), Verdict: c.marked, Pages: c.pages,
			Blocks: s.blocks / float64(c.pages), Text: part(s.text, c.pages), Links: s.links / s.text, Frequent: s.frequent / s.text,
		}
		if c.marked {
			j.Zone = c.zone.String()
		}
		t.Containers = append(t.Containers, j)
	}
	slices.SortFunc(t.Containers, func(a, b Judged) int {
		return cmp.Or(cmp.Compare(b.Text*float64(b.Pages), a.Text*float64(a.Pages)), cmp.Compare(a.Path, b.Path))
	})
	for i := range p.blocks {
		b := &p.blocks[i]
		at, ok := p.find(b.path)
		if ok && enough(b.pages, p.containers[at].pages, minFrequent, frequentPart) {
			t.Frequent = append(t.Frequent, Text{p.path(&p.containers[at]), b.pages, part(float64(b.text), b.pages)})
		}
	}
	slices.SortFunc(t.Frequent, func(a, b Text) int {
		return cmp.Or(cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.Path, b.Path), cmp.Compare(b.Text, a.Text))
	})
	var err error
	t.Profile, err = p.Encode()
	return t, err
}

// part converts millionths of the text of some pages to a share of it.
func part(millionths float64, pages uint32) float64 { return millionths / 1e6 / float64(pages) }

// path returns the names of the containers on the path to a container.
func (p *Profile) path(c *container) string {
	path, parent := c.name, c.parent
	for range maxDepth {
		at, ok := p.find(parent)
		if !ok || p.containers[at].parent == 0 {
			break
		}
		path = p.containers[at].name + " " + path
		parent = p.containers[at].parent
	}
	return path
}

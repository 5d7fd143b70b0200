package feed

import (
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/filename"
	"github.com/aranea-search/aranea/sitemap"
)

// HowOf returns by what kind of reference a feed names a file, whose entry has a title or
// not, and whether the reference counts: as in pages, a picture, sound or video without
// words counts if its name says something, and programs for other programs do not.
func HowOf(m sitemap.Medium, titled bool) (aranea.How, bool) {
	group, sub, _ := strings.Cut(m.Type, "/")
	tells := func() bool { return titled || filename.Tells(filename.Words(m.URL)) }
	switch {
	case group == "image", m.Type == "" && filename.IsPicture(m.URL):
		return aranea.HowPicture, tells()
	case group == "audio", group == "video":
		return aranea.HowRecording, tells()
	}
	return aranea.HowEmbedded, !strings.HasPrefix(sub, "x-")
}

// media are the files that a feed and its entries name.
type media struct {
	entry  []sitemap.Medium // of the open entry
	own    []sitemap.Medium // of the feed itself
	shown  []file
	places map[string]int // in shown, by URL
}

// A file is one that is named, with its words.
type file struct {
	sitemap.Medium
	start, end uint32
}

// maxShown is how many files of a feed are known.
const maxShown = 20_000

// begin takes what an element names.
func (m *media) begin(e sitemap.Medium, inEntry bool) {
	list := &m.own
	if inEntry {
		list = &m.entry
	}
	if len(*list) < sitemap.MaxMedia {
		*list = append(*list, e)
	}
}

// endEntry gives what an entry names the words of its title. What several entries name is
// that of none of them.
func (m *media) endEntry(start, end uint32) {
	for _, e := range m.entry {
		m.add(file{e, start, end})
	}
	m.entry = m.entry[:0]
}

// add notes a file with its words.
func (m *media) add(f file) {
	if at, known := m.places[f.URL]; known {
		if m.shown[at].start != f.start {
			m.shown[at].start, m.shown[at].end = 0, 0
		}
		return
	}
	if len(m.shown) < maxShown {
		m.places[f.URL] = len(m.shown)
		m.shown = append(m.shown, f)
	}
}

// end gives what the feed names itself the words of its title, and writes all.
func (m *media) end(b *content.Builder, start, end uint32) {
	for _, e := range m.own {
		m.add(file{e, start, end})
		if at, known := m.places[e.URL]; known {
			m.shown[at].start, m.shown[at].end = start, end
		}
	}
	for _, f := range m.shown {
		if how, ok := HowOf(f.Medium, f.start < f.end); ok {
			b.Shows(f.URL, how, f.start, f.end)
		}
	}
}

package feed

import (
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/filename"
	"github.com/aranea-search/aranea/sitemap"
)

// HowOf returns the kind of reference by which a feed names a media file, and whether the
// reference counts; titled says whether its entry has a title. As in pages, a picture, audio or
// video without words counts if its file name says something, and plugin programs do not count.
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

// media are the media files of a feed and its entries.
type media struct {
	entry  []sitemap.Medium // of the open entry
	own    []sitemap.Medium // of the feed itself
	shown  []file
	places map[string]int // indexes in shown, by URL
}

// A file is a media file with its words.
type file struct {
	sitemap.Medium
	start, end uint32
}

// maxShown is the maximum number of files of a feed.
const maxShown = 20_000

// begin adds the file that an element names.
func (m *media) begin(e sitemap.Medium, inEntry bool) {
	list := &m.own
	if inEntry {
		list = &m.entry
	}
	if len(*list) < sitemap.MaxMedia {
		*list = append(*list, e)
	}
}

// endEntry gives the files of an entry the words of its title. A file of several entries gets
// none.
func (m *media) endEntry(start, end uint32) {
	for _, e := range m.entry {
		m.add(file{e, start, end})
	}
	m.entry = m.entry[:0]
}

// add adds a file with its words.
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

// end gives the files of the feed itself the words of its title, and writes all files.
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

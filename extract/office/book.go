package office

import (
	"io"

	"github.com/aranea-search/aranea/extract/content"
)

// Limits on a book.
const (
	maxChapters = 5000
	maxChapter  = 8 << 20 // bytes
)

// readBook reads an EPUB book: the properties in its package file, and its chapters in order.
func readBook(p *parcel, b *content.Builder) error {
	root := container{}
	if err := walk(p.open("META-INF/container.xml"), b, &root); (err != nil || root.path == "") && !p.cut {
		return content.ErrDamaged
	}
	if p.cut && root.path == "" {
		root.path = packageFileOf(p)
	}
	if err := walk(p.open(root.path), b, &properties{b: b, book: true}); err != nil && !p.cut {
		return err
	}
	list := spine{files: map[string]string{}}
	if err := walk(p.open(root.path), b, &list); err != nil && !p.cut {
		return err
	}
	chapters := list.chapters(root.path)
	if p.cut && len(chapters) == 0 {
		chapters = leavesOf(p)
	}
	for _, name := range chapters {
		chapter, err := io.ReadAll(io.LimitReader(p.open(name), maxChapter))
		b.Chapter(string(chapter))
		if b.End(); err != nil {
			return content.ErrDamaged
		}
	}
	return nil
}

// container finds the name of the package file.
type container struct{ path string }

var _ walker = (*container)(nil)

func (c *container) begin(name string, attr attributes) {
	if name == "rootfile" && c.path == "" {
		c.path = attr.get("full-path")
	}
}
func (c *container) end(string)  {}
func (c *container) text(string) {}

// spine reads the list of files of a book and their reading order.
type spine struct {
	files map[string]string
	order []string
}

var _ walker = (*spine)(nil)

// chapters returns the names of the parts that are chapters, in order; root is the package file
// that lists them.
func (s *spine) chapters(root string) []string {
	var names []string
	for _, id := range s.order {
		names = append(names, beside(root, s.files[id]))
	}
	return names
}

func (s *spine) begin(name string, attr attributes) {
	switch {
	case name == "item" && len(s.files) < maxParts:
		s.files[attr.get("id")] = attr.get("href")
	case name == "itemref" && len(s.order) < maxChapters:
		s.order = append(s.order, attr.get("idref"))
	}
}
func (s *spine) end(string)  {}
func (s *spine) text(string) {}

package extract

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

// AnyFile is the format of files of which nothing is read and whose extension tells no kind.
const AnyFile = "file"

// LimitOf is Limit for the document at a URL that is a file in a folder of files, which says its type by
// its content. Bytes that no format claims are not worth reading, neither by that nor by the file name
// extension.
func (x *Extractor) LimitOf(u weburl.URL) func(media string, most int64) int64 {
	e := ending(u)
	isRead, isUnread := slices.Contains(x.formats.Endings(), e), slices.Contains(x.formats.Unread(), e)
	return func(media string, most int64) int64 {
		octet := media == "" || slices.Contains(octets[:], media)
		if octet && !isRead || media == "application/zip" && isUnread {
			return 0
		}
		return x.Limit(media, most)
	}
}

// nameFile makes the names of a file and of the folders it is in elements of its page: the name a title,
// beside its own, the folders keywords. If there is nothing else, or of a document of a built-in
// format that is read outside no more than its properties, the page tells its type and size, and has the warning IndexName.
func nameFile(page *aranea.Page, d *Document) {
	folders, name := path.Split(d.File)
	added := []string{name}
	kinds := []aranea.ElementKind{aranea.ElementTitle}
	if folders != "" {
		added, kinds = append(added, strings.TrimSuffix(folders, "/")), append(kinds, aranea.ElementKeywords)
	}
	if len(page.Elements) == 0 || outsideFormat(page.Format) != nil && hasOnlyProperties(page.Elements) {
		page.Warnings = slices.DeleteFunc(page.Warnings, func(r aranea.Reason) bool { return r == aranea.BodyType })
		warn(page, aranea.IndexName)
		page.Format = cmp.Or(page.Format, KindOf(d.URL), AnyFile)
		added, kinds = append(added, typeAndSize(name, sizeOf(d.Header))), append(kinds, aranea.ElementDescription)
	}
	insert(page, added, kinds)
}

// hasOnlyProperties reports whether elements say something about a document, and nothing that is in it.
func hasOnlyProperties(all []aranea.Element) bool {
	return !slices.ContainsFunc(all, func(e aranea.Element) bool {
		return e.Kind != aranea.ElementTitle && e.Kind != aranea.ElementDescription && e.Kind != aranea.ElementKeywords
	})
}

// typeAndSize tells the type of a file by its extension, and its size in bytes: "ISO, 4.70 GB".
func typeAndSize(name string, size int64) string {
	told := show.Bytes(size)
	if e := strings.TrimPrefix(path.Ext(name), "."); e != "" {
		return strings.ToUpper(e) + ", " + told
	}
	return told
}

// insert inserts elements into a page, behind its own title if it has one, otherwise at its beginning.
func insert(page *aranea.Page, texts []string, kinds []aranea.ElementKind) {
	at, next := uint32(0), 0 // in the text, and among the elements
	if i := slices.IndexFunc(page.Elements, func(e aranea.Element) bool { return e.Kind == aranea.ElementTitle }); i >= 0 {
		if at, next = page.Elements[i].End+1, i+1; int(at) > len(page.Text) { // plugins may end a text without a line end
			page.Text = append(page.Text, '\n')
		}
	}
	var text []byte
	var elements []aranea.Element
	for i, t := range texts {
		t = strings.Join(strings.Fields(t), " ") // an element has single spaces
		start := at + uint32(len(text))
		text = append(append(text, t...), '\n')
		elements = append(elements, aranea.Element{Kind: kinds[i], Start: start, End: start + uint32(len(t))})
	}
	makeRoom(page, at, uint32(len(text)))
	page.Text = slices.Insert(page.Text, int(at), text...)
	page.Elements = slices.Insert(page.Elements, next, elements...)
}

// makeRoom moves what lies in the text of a page from an offset on, by a number of bytes.
func makeRoom(p *aranea.Page, at, by uint32) {
	move := func(offsets ...*uint32) {
		for _, o := range offsets {
			if *o >= at {
				*o += by
			}
		}
	}
	for i := range p.Elements {
		move(&p.Elements[i].Start, &p.Elements[i].End)
	}
	for i := range p.Links {
		move(&p.Links[i].Start, &p.Links[i].End)
	}
	for i := range p.HeadingIDs {
		move(&p.HeadingIDs[i].Start)
	}
	for i := range p.Breaks {
		move(&p.Breaks[i].At)
	}
	for i := range p.Cells {
		move(&p.Cells[i].At)
	}
	if p.Parts != nil {
		for i := range p.Parts.Links {
			move(&p.Parts.Links[i].Start, &p.Parts.Links[i].End)
		}
	}
}

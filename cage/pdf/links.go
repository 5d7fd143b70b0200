package pdf

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/structs"

	"github.com/aranea-search/aranea/extract/content"
)

// Limits on the links of a document, for all its pages together.
const (
	maxAnnotations = 100_000  // annotations, which include links
	maxLooked      = 50 << 20 // characters that are examined for the words of links
	maxTold        = 4 << 20  // bytes of targets and of outline titles
)

// A document is the document that is being read, with the remaining limits.
type document struct {
	ref         references.FPDF_DOCUMENT
	known       map[string]bool // targets of links
	links       int
	annotations int
	looked      int
	told        int
	accents     int  // number of accents that were processed
	limited     bool // a limit was reached
}

func newDocument(ref references.FPDF_DOCUMENT, l content.Limits) *document {
	return &document{
		ref: ref, known: map[string]bool{},
		links: l.Links, annotations: maxAnnotations, looked: maxLooked, told: maxTold, accents: maxAccents,
	}
}

// A link is an annotation of a page that leads to a URL.
type link struct {
	target string
	lines  []line
}

// A line is a part of the words under a link.
type line struct {
	top, left float32
	words     string // as returned by the library
}

// words returns the words of a link from top to bottom, whatever the order of its annotations.
func (l *link) words() string {
	slices.SortStableFunc(l.lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(b.top, a.top), cmp.Compare(a.left, b.left))
	})
	text := ""
	for _, part := range l.lines {
		text += part.words + "\r\n"
	}
	return text
}

// links returns the links of a page that lead out of the document, each target once per document.
// A link over several lines consists of several annotations with one target: a link that follows
// another one with the same target continues its words. What cannot be read is left out.
func (r *Reader) links(d *document, page requests.Page, w *written) []link {
	count, err := r.pdf.FPDFPage_GetAnnotCount(&requests.FPDFPage_GetAnnotCount{Page: page})
	if err != nil || count.Count <= 0 {
		return nil
	}
	if d.annotations -= count.Count; d.annotations < 0 {
		d.limited = true
		return nil
	}
	var found []link
	for at, n := 0, 0; n < count.Count; n++ {
		next, err := r.pdf.FPDFLink_Enumerate(&requests.FPDFLink_Enumerate{Page: page, StartPos: at})
		if err != nil || next.Link == nil {
			break
		}
		r.marks++
		at = *next.NextStartPos
		target := r.target(d, *next.Link)
		goesOn := len(found) > 0 && found[len(found)-1].target == target
		switch {
		case target == "" || d.known[target] && !goesOn:
			continue
		case !goesOn && d.links <= 0:
			d.limited = true
			return found
		case !goesOn:
			d.known[target] = true
			d.links--
			found = append(found, link{target: target})
		}
		if d.looked -= w.characters; d.looked < 0 {
			d.limited = true
			continue
		}
		if last := &found[len(found)-1]; len(last.lines) < maxLines {
			r.under(*next.Link, w, last)
		}
	}
	return found
}

// target returns the URL of a link, or "" for a place in the document, another file or a script.
func (r *Reader) target(d *document, l references.FPDF_LINK) string {
	action, err := r.pdf.FPDFLink_GetAction(&requests.FPDFLink_GetAction{Link: l})
	if err != nil || action.Action == nil {
		return ""
	}
	r.marks++
	kind, err := r.pdf.FPDFAction_GetType(&requests.FPDFAction_GetType{Action: *action.Action})
	if err != nil || kind.Type != enums.FPDF_ACTION_ACTION_URI {
		return ""
	}
	if d.told <= 0 {
		d.limited = true
		return ""
	}
	uri, err := r.pdf.FPDFAction_GetURIPath(&requests.FPDFAction_GetURIPath{Document: d.ref, Action: *action.Action})
	if err != nil || uri.URIPath == nil {
		return ""
	}
	d.told -= len(*uri.URIPath)
	return *uri.URIPath
}

// under adds the words under an annotation to its link: those from the character at its left to
// the character at its right, at half its height. If there are none, as under an annotation over
// several lines, it uses the text that the library returns for the rectangle, which takes ten
// times as long.
func (r *Reader) under(annotation references.FPDF_LINK, w *written, l *link) {
	got, err := r.pdf.FPDFLink_GetAnnotRect(&requests.FPDFLink_GetAnnotRect{Link: annotation})
	if err != nil || got.Rect == nil {
		return
	}
	box := inside(*got.Rect)
	words, ok := r.between(w, r.at(w, box.Left, (box.Top+box.Bottom)/2), r.at(w, box.Right, (box.Top+box.Bottom)/2))
	if !ok {
		got, err := r.pdf.FPDFText_GetBoundedText(&requests.FPDFText_GetBoundedText{
			TextPage: w.ref, Left: float64(box.Left), Top: float64(box.Top), Right: float64(box.Right), Bottom: float64(box.Bottom),
		})
		if err != nil {
			return
		}
		words = w.joinedIn(got.Text)
	}
	if len(words) <= maxAnchor*utf8.UTFMax {
		l.lines = append(l.lines, line{box.Top, box.Left, words})
	}
}

// near is the maximum distance of a character from a place, in units of the page: the boxes of
// spaces and periods are smaller than their places.
const near = 4

// at returns the character at or near a place of a page, or a negative number if there is none.
func (r *Reader) at(w *written, x, y float32) int {
	for _, tolerance := range []float64{0, near} {
		got, err := r.pdf.FPDFText_GetCharIndexAtPos(&requests.FPDFText_GetCharIndexAtPos{
			TextPage: w.ref, X: float64(x), Y: float64(y), XTolerance: tolerance, YTolerance: tolerance,
		})
		if err == nil && got.CharIndex >= 0 {
			return got.CharIndex
		}
	}
	return -1
}

// Limits on the words of a link.
const (
	maxAnchor = 300 // characters on one line
	maxLines  = 20  // further ones are left out
)

// inside returns a rectangle without its margin, because the rectangle often extends to the lines
// and words around it, and every character that it touches would count.
func inside(box structs.FPDF_FS_RECTF) structs.FPDF_FS_RECTF {
	x, y := min((box.Right-box.Left)/8, 1), min((box.Top-box.Bottom)/8, 1)
	return structs.FPDF_FS_RECTF{Left: box.Left + x, Top: box.Top - y, Right: box.Right - x, Bottom: box.Bottom + y}
}

package document

import (
	"bytes"
	"math"
	"slices"
	"sort"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document/outline"
)

// linkShare is the share of an element's text inside links from which on it is left out of
// snippets if it stands in a list of links.
const linkShare = 0.8

// minProse is the width, in Latin letters, from which on an element is more than a label. If a
// page has no such element, its lists of links stay in its snippets.
const minProse = 36

// snippetText appends the text that snippets are cut from: the block elements that people read,
// one on a line, without lists of links and the site's template. anchors are the links of the
// page. o becomes the outline of the page.
func snippetText(dst []byte, p *aranea.Page, anchors []aranea.Element, o *outline.Builder) []byte {
	out := readable(dst, p, anchors, linkShare, o)
	for line := range bytes.SplitSeq(out, []byte("\n")) {
		if isProse(line) {
			return out
		}
	}
	return readable(dst, p, anchors, math.Inf(1), o)
}

// isProse reports whether a line is at least minProse wide; a Chinese, Japanese or Korean
// character counts as three letters.
func isProse(line []byte) bool {
	width := 0
	for i := 0; i < len(line) && width < minProse; {
		r, n := utf8.DecodeRune(line[i:])
		if i, width = i+n, width+1; r > 0x2E80 {
			width += 2
		}
	}
	return width >= minProse
}

// readable appends the block elements that people read, without text that must not be shown and
// without the site's template and without those of lists of links whose share inside links is at
// least most. o becomes the outline of the page.
func readable(out []byte, p *aranea.Page, anchors []aranea.Element, most float64, o *outline.Builder) []byte {
	unshown, ids, lines := unshownOf(p), p.HeadingIDs, 0
	o.Reset()
	for _, e := range p.Elements {
		if !e.Kind.IsBlock() || e.Excluded || e.Zone != aranea.ZoneMain && e.Zone != aranea.ZoneLinks {
			continue
		}
		anchors = behind(anchors, e.Start)
		before, hidden := len(out), within(unshown, e)
		full := false
		if isRead(e.Kind) && hasWords(p.Text[e.Start:e.End]) && (e.Zone == aranea.ZoneMain || float64(linked(anchors, e)) < most*float64(e.End-e.Start)) {
			out, full = appendShown(out, p.Text, e, hidden, MaxSnippet)
		}
		switch {
		case e.Kind.IsHeading():
			ids = addHeading(o, p, e, ids, lines, len(out) > before, len(hidden) > 0)
		case len(ids) > 0 && len(out) > before:
			ids = addDefinition(o, e, ids, lines, len(hidden) > 0)
		}
		if full {
			break
		}
		if len(out) > before {
			lines++
		}
	}
	return out
}

// isRead reports whether people read elements of a kind as text of the page.
func isRead(k aranea.ElementKind) bool {
	switch k {
	case aranea.ElementText, aranea.ElementListItem, aranea.ElementCell, aranea.ElementCaption:
		return true
	}
	return k.IsHeading() && k != aranea.ElementHeading1
}

// hasWords reports whether a text has a letter or a digit: an icon in an element of its own, a
// brace or a separator say nothing in a snippet.
func hasWords(s []byte) bool {
	for len(s) > 0 {
		r, n := utf8.DecodeRune(s)
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return true
		}
		s = s[n:]
	}
	return false
}

// addHeading adds a heading to an outline. ids are the identifiers of it and of what follows, of
// which it returns the latter; line is where the heading is in the text, or, unless shown, what
// follows it. A heading that must not be shown in full names no section.
func addHeading(o *outline.Builder, p *aranea.Page, e aranea.Element, ids []aranea.HeadingID, line int, shown, closed bool) []aranea.HeadingID {
	for len(ids) > 0 && ids[0].Start < e.Start {
		ids = ids[1:]
	}
	id, heading := "", ""
	if len(ids) > 0 && ids[0].Start == e.Start && !closed {
		id = ids[0].ID
	}
	if !shown {
		heading = string(p.Text[e.Start:e.End])
	}
	o.Heading(int(e.Kind-aranea.ElementHeading1)+1, line, id, heading)
	return ids
}

// addDefinition adds a definition to an outline if the element is one, like addHeading.
func addDefinition(o *outline.Builder, e aranea.Element, ids []aranea.HeadingID, line int, closed bool) []aranea.HeadingID {
	for len(ids) > 0 && ids[0].Start < e.Start {
		ids = ids[1:]
	}
	if len(ids) > 0 && ids[0].Start == e.Start && !closed {
		o.Definition(line, ids[0].ID)
	}
	return ids
}

// linked returns how many bytes of an element are inside links. None of these ends before it.
func linked(anchors []aranea.Element, e aranea.Element) (n uint32) {
	for _, a := range anchors {
		if a.Start >= e.End {
			break
		}
		n += min(a.End, e.End) - max(a.Start, e.Start)
	}
	return n
}

// gap stands for text that is not shown.
const gap = "… "

// maxCut is how many bytes may stay empty at the end of the limit for a word that does not fit.
// Longer words are cut between characters.
const maxCut = 1 << 10

// appendShown appends what may be shown of an element, and a line feed. unshown are the spans
// of it that may not be shown. What makes out longer than most bytes is cut off, and full is true then.
func appendShown(out, text []byte, e aranea.Element, unshown []aranea.Element, most int) (_ []byte, full bool) {
	before := len(out)
	at, cut := e.Start, false
	add := func(end uint32) {
		piece := bytes.TrimSpace(text[at:end])
		if len(piece) == 0 || full {
			return
		}
		lead := ""
		if cut && len(out) > before {
			lead = " " + gap
		}
		if room := most - len(out) - len(lead) - len("\n"); len(piece) > room {
			piece, full = fitting(piece, room), true
		}
		if len(piece) > 0 {
			out = append(append(out, lead...), piece...)
		}
	}
	for _, u := range unshown {
		if u.Start > at {
			add(u.Start)
		}
		at, cut = min(max(at, u.End), e.End), true
	}
	add(e.End)
	if len(out) == before {
		return out, full
	}
	return append(out, '\n'), full
}

// fitting returns the whole words at the start of a piece, which is longer than room, that fit
// into room bytes.
func fitting(piece []byte, room int) []byte {
	end := max(0, room)
	for end > 0 && !utf8.RuneStart(piece[end]) {
		end--
	}
	for at := end; end-at < maxCut; {
		if at == 0 {
			return nil
		}
		if r, _ := utf8.DecodeRune(piece[at:]); unicode.IsSpace(r) {
			return piece[:at]
		}
		_, size := utf8.DecodeLastRune(piece[:at])
		at -= size
	}
	return piece[:end]
}

// ofKind appends the spans of one kind in the order of the text.
func ofKind(out []aranea.Element, p *aranea.Page, k aranea.ElementKind) []aranea.Element {
	for i := range p.Elements {
		if p.Elements[i].Kind == k {
			out = append(out, p.Elements[i])
		}
	}
	slices.SortStableFunc(out, func(a, b aranea.Element) int { return int(a.Start) - int(b.Start) })
	return out
}

// unshownOf returns the spans of text that must not be shown, in the order of the text, with
// overlapping spans merged.
func unshownOf(p *aranea.Page) []aranea.Element {
	spans := ofKind(nil, p, aranea.ElementUnshown)
	out := spans[:0]
	for _, s := range spans {
		last := len(out) - 1
		switch {
		case s.Start >= s.End:
		case last >= 0 && s.Start < out[last].End:
			out[last].End = max(out[last].End, s.End)
		default:
			out = append(out, s)
		}
	}
	return out
}

// behind drops the spans that end at or before an offset.
func behind(spans []aranea.Element, at uint32) []aranea.Element {
	for len(spans) > 0 && spans[0].End <= at {
		spans = spans[1:]
	}
	return spans
}

// within returns the spans that overlap an element. spans are in the order of the text and do
// not overlap.
func within(spans []aranea.Element, e aranea.Element) []aranea.Element {
	spans = spans[sort.Search(len(spans), func(i int) bool { return spans[i].End > e.Start }):]
	return spans[:sort.Search(len(spans), func(i int) bool { return spans[i].Start >= e.End })]
}

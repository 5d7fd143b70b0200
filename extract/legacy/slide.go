package legacy

import (
	"fmt"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// Records of a presentation ([MS-PPT] 2.13.24).
const (
	atomTextKind  = 0x0F9F
	atomTextWide  = 0x0FA0
	atomTextBytes = 0x0FA8
	boxMaster     = 0x03F8
	boxHandout    = 0x0FC9
	boxList       = 0x0FF0 // the texts of slides; those of masters have instance 1
	atomHead      = 8
	isBox         = 0xF
	maxNesting    = 32
	cryptToken    = 0xF3D1C4DF
)

// readSlides reads the texts of slides and notes, titles as headings.
func readSlides(b *content.Builder, streams map[string][]byte) error {
	stream := view(streams["PowerPoint Document"])
	if len(stream) < atomHead {
		return fmt.Errorf("%w: no presentation of PowerPoint 97 or later", content.ErrDamaged)
	}
	if view(streams["Current User"]).u32(12) == cryptToken {
		return content.ErrEncrypted
	}
	s := show{b: b, seen: map[string]bool{}}
	s.walk(stream, 0)
	return nil
}

// A show takes the records of a presentation.
type show struct {
	b     *content.Builder
	title bool            // the next text is a title
	seen  map[string]bool // texts that came: a presentation keeps some of them twice
	kept  int             // bytes of them
}

// maxSeen bounds the texts that are remembered.
const maxSeen = 4 << 20

// walk reads records, and those within them.
func (s *show) walk(v view, depth int) {
	for at := 0; at+atomHead <= len(v) && !s.b.Full(); {
		head, kind, size := v.u16(at), v.u16(at+2), v.u32(at+4)
		body := v.part(at+atomHead, size)
		at += atomHead + size
		switch {
		case kind == boxMaster || kind == boxHandout || kind == boxList && head>>4 == 1:
		case head&0xF == isBox:
			if depth < maxNesting {
				s.walk(body, depth+1)
			}
		case kind == atomTextKind:
			s.title = body.u32(0) == 0 || body.u32(0) == 6
		case kind == atomTextWide:
			s.text(utf16Text(body))
		case kind == atomTextBytes:
			s.text(latinText(body))
		}
	}
}

// text writes the paragraphs of a text.
func (s *show) text(text string) {
	if s.seen[text] {
		return
	}
	if s.kept += len(text); s.kept <= maxSeen {
		s.seen[text] = true
	}
	kind := aranea.ElementText
	if s.title {
		kind = aranea.ElementHeading2
	}
	s.title = false
	start := 0
	for i, r := range text + "\r" {
		if r == '\r' || r == '\v' {
			s.b.Block(kind)
			s.b.Write(text[start:i])
			s.b.End()
			start = min(i+1, len(text))
		}
	}
}

// pages are the code pages by the numbers that properties name.
var pages = map[int]string{
	932: "shift_jis", 936: "gb18030", 949: "euc-kr", 950: "big5", 1250: "windows-1250", 1251: "windows-1251", 1253: "windows-1253",
	1254: "windows-1254", 1255: "windows-1255", 1256: "windows-1256", 1257: "windows-1257", 1258: "windows-1258", 874: "windows-874",
}

// textIn decodes the text of a property.
func textIn(page int, v view) string {
	for len(v) > 0 && v[len(v)-1] == 0 {
		v = v[:len(v)-1]
	}
	switch page {
	case 65001:
		return string(v)
	case 1200:
		return utf16Text(v)
	}
	if enc, err := htmlindex.Get(pages[page]); err == nil {
		if text, err := enc.NewDecoder().Bytes(v); err == nil {
			return string(text)
		}
	}
	return westernText(v)
}

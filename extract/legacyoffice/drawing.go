package legacyoffice

import (
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/filename"
)

// Records and properties of drawings ([MS-ODRAW] 2.2 and 2.3.4).
const (
	boxDrawing        = 0xF002
	atomProperties    = 0xF00B // of a shape; the next two as well
	atomProperties2   = 0xF121
	atomProperties3   = 0xF122
	propertySize      = 6
	propertyIsComplex = 1 << 15 // its value is stored after all properties
	propertyNumber    = 1<<14 - 1
	propertyText      = 0x0381 // wzDescription
	propertyLink      = 0x0382 // pihlShape
)

// A drawn is the description of a picture or another shape.
type drawn struct{ alt, target string }

// take reads the properties of a record; n is their number.
func (d *drawn) take(body view, n int) {
	behind := propertySize * n
	for i := range min(n, len(body)/propertySize) {
		id, value := body.u16(propertySize*i), body.u32(propertySize*i+2)
		if id&propertyIsComplex == 0 {
			continue
		}
		whole := body.whole(behind, value)
		behind += value
		switch id & propertyNumber {
		case propertyText:
			d.alt = alternative(untilNUL(utf16Text(whole)))
		case propertyLink:
			if len(whole) > classSize {
				d.target = hyperlinkTarget(whole[classSize:])
			}
		}
	}
}

// alternative returns an alternative text, "" if it is the name of the picture's file, which
// older programs wrote there.
func alternative(text string) string {
	text = strings.TrimSpace(text)
	if strings.Contains(text, `:\`) || filename.IsPicture(text) && !strings.Contains(text, " ") {
		return ""
	}
	return text
}

// write writes the alternative text as the words of the link.
func (d *drawn) write(b *content.Builder) {
	if d.alt == "" && d.target == "" {
		return
	}
	b.Block(aranea.ElementAlt)
	b.Link(d.target)
	b.Write(d.alt)
	b.End()
}

// Offsets in the data about drawings and pictures in Word ([MS-DOC] 2.5.6, 2.9.192).
const (
	fibDrawings   = 0x022A
	pictureHead   = 4 // after the total length
	pictureKind   = 6
	pictureIsFile = 0x66 // a name comes before the shape
	leastPicture  = 44
)

// readDrawings reads the descriptions of the shapes of a document, floating ones and then those
// in the text. Their positions in the text are not known.
func readDrawings(b *content.Builder, main, table, data view) {
	drawings := table.part(main.u32(fibDrawings), main.u32(fibDrawings+4))
	if len(drawings) > 0 {
		at := atomHead + drawings.u32(4) // after the data common to all of them
		for at+1 < len(drawings) && !b.Full() {
			at++ // a byte that says whether it is in the text or in page headers
			size := atomHead + drawings.u32(at+4)
			if drawings.u16(at+2) == boxDrawing {
				readShapes(b, drawings.part(at, size), nil, 0)
			}
			at += size
		}
	}
	for len(data) > leastPicture && !b.Full() {
		size, head := data.u32(0), data.u16(pictureHead)
		if head < leastPicture || size < head {
			return
		}
		if picture := data.part(0, size); len(picture) > head {
			if picture = picture[head:]; data.u16(pictureKind) == pictureIsFile {
				picture = picture.part(1+int(picture[0]), len(picture))
			}
			readShapes(b, picture, nil, 0)
		}
		data = data.part(size, len(data))
	}
}

// readShapes reads records of drawings; around is the shape that they belong to.
func readShapes(b *content.Builder, v view, around *drawn, depth int) {
	for at := 0; at+atomHead <= len(v) && !b.Full(); {
		head, kind, size := v.u16(at), v.u16(at+2), v.u32(at+4)
		body := v.part(at+atomHead, size)
		at += atomHead + size
		switch {
		case kind == boxShape && depth < maxNesting:
			var shape drawn
			readShapes(b, body, &shape, depth+1)
			shape.write(b)
		case around != nil && (kind == atomProperties || kind == atomProperties2 || kind == atomProperties3):
			around.take(body, head>>4)
		case around == nil && depth == 0 && kind != boxDrawing:
			return // not a drawing
		case head&0xF == isBox && depth < maxNesting:
			readShapes(b, body, nil, depth+1)
		}
	}
}

package media

import (
	"bytes"
	"encoding/binary"

	"github.com/aranea-search/aranea"
)

// Limits of a directory of Exif.
const (
	maxEntries = 500 // of one directory
	maxFolders = 8   // directories in all
)

// The Exif and TIFF tags that are read (TIFF 6.0; Exif 3.0; those of Windows begin with 0x9C).
const (
	tagWidth       = 0x0100
	tagHeight      = 0x0101
	tagDescription = 0x010E
	tagMake        = 0x010F
	tagModel       = 0x0110
	tagChanged     = 0x0132
	tagArtist      = 0x013B
	tagXMP         = 0x02BC
	tagCopyright   = 0x8298
	tagIPTC        = 0x83BB
	tagPhotoshop   = 0x8649
	tagExif        = 0x8769
	tagTaken       = 0x9003
	tagComment     = 0x9286
	tagXPTitle     = 0x9C9B
	tagXPComment   = 0x9C9C
	tagXPAuthor    = 0x9C9D
	tagXPKeywords  = 0x9C9E
	tagXPSubject   = 0x9C9F
)

// An exif reads the directories of a TIFF file, which is the format of Exif data.
type exif struct {
	t       *tags
	b       []byte
	order   binary.ByteOrder
	folders int
	whole   bool // a TIFF file, whose directories have the size of the picture
}

func isTIFF(body []byte) bool {
	return bytes.HasPrefix(body, []byte("II*\x00")) || bytes.HasPrefix(body, []byte("MM\x00*"))
}

func readTIFF(body []byte, t *tags) { readExif(body, t, true) }

// readExif reads Exif data, which begin with the header of a TIFF file.
func readExif(b []byte, t *tags, whole bool) {
	if !isTIFF(b) || len(b) < 8 {
		return
	}
	x := exif{t: t, b: b, order: binary.LittleEndian, whole: whole}
	if b[0] == 'M' {
		x.order = binary.BigEndian
	}
	x.folder(x.order.Uint32(b[4:]))
}

// folder reads the directory at an offset.
func (x *exif) folder(at uint32) {
	if x.folders++; x.folders > maxFolders || uint64(at)+2 > uint64(len(x.b)) {
		return
	}
	n := int(x.order.Uint16(x.b[at:]))
	entries := x.b[at+2:]
	for range min(n, maxEntries) {
		if len(entries) < 12 {
			return
		}
		x.entry(entries[:12])
		entries = entries[12:]
	}
}

// sizes are the sizes in bytes of the types of values.
var sizes = [...]uint64{1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 129: 1}

// value returns the bytes of an entry's value, nil if they are missing.
func (x *exif) value(e []byte) []byte {
	kind := x.order.Uint16(e[2:])
	if int(kind) >= len(sizes) || sizes[kind] == 0 {
		return nil
	}
	size := sizes[kind] * uint64(x.order.Uint32(e[4:]))
	if size <= 4 {
		return e[8 : 8+size]
	}
	at := uint64(x.order.Uint32(e[8:]))
	if at > uint64(len(x.b)) {
		return nil
	}
	v, _ := cutAt(x.b[at:], size)
	return v
}

// number returns a value that is one number.
func (x *exif) number(v []byte) int {
	switch {
	case len(v) >= 4:
		return int(min(x.order.Uint32(v), 1<<30))
	case len(v) >= 2:
		return int(x.order.Uint16(v))
	}
	return 0
}

func (x *exif) entry(e []byte) {
	t, v := x.t, x.value(e)
	switch x.order.Uint16(e) {
	case tagWidth:
		if x.whole {
			t.width = x.number(v)
		}
	case tagHeight:
		if x.whole {
			t.height = x.number(v)
		}
	case tagDescription:
		t.add(aranea.ElementDescription, legacy(v))
	case tagArtist, tagCopyright, tagMake, tagModel:
		t.add(aranea.ElementText, legacy(v))
	case tagXPTitle:
		t.called(utf16Text(v, binary.LittleEndian))
	case tagXPComment, tagXPSubject:
		t.add(aranea.ElementDescription, utf16Text(v, binary.LittleEndian))
	case tagXPAuthor:
		t.add(aranea.ElementText, utf16Text(v, binary.LittleEndian))
	case tagXPKeywords:
		t.add(aranea.ElementKeywords, utf16Text(v, binary.LittleEndian))
	case tagComment:
		t.add(aranea.ElementDescription, comment(v, x.order))
	case tagTaken, tagChanged:
		x.date(x.order.Uint16(e), string(v))
	case tagXMP:
		readXMP(v, t)
	case tagIPTC:
		readIPTC(v, t)
	case tagPhotoshop:
		readResources(v, t)
	case tagExif:
		x.folder(uint32(x.number(v)))
	}
}

// date sets when the picture was taken; when its file was changed is used only if that is not
// known.
func (x *exif) date(which uint16, text string) {
	if which == tagTaken && x.t.made.Source == "Exif DateTime" {
		x.t.made = aranea.Date{}
	}
	source := "Exif DateTime"
	if which == tagTaken {
		source = "Exif DateTimeOriginal"
	}
	x.t.dated(source, text)
}

// comment reads a comment, which begins with the name of its charset in 8 bytes.
func comment(v []byte, order binary.ByteOrder) string {
	if len(v) < 8 {
		return ""
	}
	if bytes.HasPrefix(v, []byte("UNICODE\x00")) {
		return utf16Text(v[8:], order)
	}
	return legacy(v[8:])
}

package media

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"

	"github.com/aranea-search/aranea"
)

const (
	pngMagic  = "\x89PNG\r\n\x1a\n"
	exifMagic = "Exif\x00\x00"
	xmpMagic  = "http://ns.adobe.com/xap/1.0/\x00"
)

// readJPEG walks the segments before the image data (ITU-T T.81 B.1).
func readJPEG(b []byte, t *tags) {
	b = b[2:]
	for len(b) >= 4 && b[0] == 0xFF {
		marker := b[1]
		if marker == 0xFF { // a fill byte
			b = b[1:]
			continue
		}
		if marker == 0xD9 || marker == 0xDA { // the end, or the image data
			return
		}
		n := uint64(binary.BigEndian.Uint16(b[2:]))
		if n < 2 {
			return
		}
		segment, rest := cutAt(b[2:], n)
		jpegSegment(marker, segment[2:], t)
		b = rest
	}
}

func jpegSegment(marker byte, s []byte, t *tags) {
	switch {
	case marker == 0xE1 && bytes.HasPrefix(s, []byte(exifMagic)):
		readExif(s[len(exifMagic):], t, false)
	case marker == 0xE1 && bytes.HasPrefix(s, []byte(xmpMagic)):
		readXMP(s[len(xmpMagic):], t)
	case marker == 0xED:
		if resources, ok := bytes.CutPrefix(s, []byte("Photoshop 3.0\x00")); ok {
			readResources(resources, t)
		}
	case marker == 0xFE:
		t.add(aranea.ElementDescription, legacy(s))
	case marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC && len(s) >= 5:
		t.height, t.width = int(binary.BigEndian.Uint16(s[1:])), int(binary.BigEndian.Uint16(s[3:]))
	}
}

// readPNG walks the chunks (PNG, third edition, section 5).
func readPNG(b []byte, t *tags) {
	b = b[len(pngMagic):]
	for len(b) >= 8 {
		n, kind := uint64(binary.BigEndian.Uint32(b)), string(b[4:8])
		chunk, rest := cutAt(b[8:], n)
		switch kind {
		case "IHDR":
			if len(chunk) >= 8 {
				t.width, t.height = int(binary.BigEndian.Uint32(chunk)&(1<<31-1)), int(binary.BigEndian.Uint32(chunk[4:])&(1<<31-1))
			}
		case "tEXt", "zTXt", "iTXt":
			pngText(kind, chunk, t)
		case "eXIf":
			readExif(chunk, t, false)
		}
		_, b = cutAt(rest, 4) // the checksum
	}
}

// pngText reads a text chunk: a keyword and a text that may be compressed.
func pngText(kind string, chunk []byte, t *tags) {
	key, text, ok := bytes.Cut(chunk, []byte{0})
	if !ok {
		return
	}
	packed := kind == "zTXt"
	switch {
	case packed && len(text) > 0:
		text = text[1:] // the compression method; only one is defined
	case kind == "iTXt" && len(text) >= 2:
		packed = text[0] == 1
		_, text, _ = bytes.Cut(text[2:], []byte{0}) // the language
		_, text, _ = bytes.Cut(text, []byte{0})     // the keyword in that language
	}
	if packed {
		text = inflate(text)
	}
	switch string(key) {
	case "Title":
		t.called(legacy(text))
	case "Description", "Comment":
		t.add(aranea.ElementDescription, legacy(text))
	case "Author", "Copyright", "Source":
		t.add(aranea.ElementText, legacy(text))
	case "Creation Time":
		t.dated("PNG Creation Time", string(text))
	case "XML:com.adobe.xmp":
		readXMP(text, t)
	}
}

// maxInflated is the most bytes of a compressed text of a picture that are read.
const maxInflated = 1 << 18

func inflate(b []byte) []byte {
	r, err := zlib.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil
	}
	text, _ := io.ReadAll(io.LimitReader(r, maxInflated)) // a text that breaks off counts up to there
	return text
}

// readGIF walks the blocks (GIF89a, section 12).
func readGIF(b []byte, t *tags) {
	if len(b) < 13 {
		return
	}
	t.width, t.height = int(binary.LittleEndian.Uint16(b[6:])), int(binary.LittleEndian.Uint16(b[8:]))
	_, b = cutAt(b, 13+colors(b[10]))
	for len(b) >= 2 {
		switch b[0] {
		case ',':
			if len(b) < 11 {
				return
			}
			_, b = cutAt(b, 10+colors(b[9])+1)
			_, b = gifBlocks(b, 0)
		case '!':
			b = gifExtension(b[1], b[2:], t)
		default:
			return
		}
	}
}

// colors returns the size in bytes of the color table that the flags describe.
func colors(flags byte) uint64 {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

func gifExtension(label byte, b []byte, t *tags) (rest []byte) {
	const xmpName = "\x0bXMP DataXMP"
	if label == 0xFF && bytes.HasPrefix(b, []byte(xmpName)) {
		packet := b[len(xmpName):]
		end := bytes.IndexByte(packet, 0)
		if end < 0 {
			end = len(packet)
		}
		readXMP(packet[:end], t)
	}
	if label != 0xFE {
		_, rest = gifBlocks(b, 0)
		return rest
	}
	text, rest := gifBlocks(b, maxTag)
	t.add(aranea.ElementDescription, legacy(text))
	return rest
}

// gifBlocks reads blocks up to an empty one and returns at most the given number of their bytes.
func gifBlocks(b []byte, most int) (text, rest []byte) {
	for len(b) > 0 && b[0] != 0 {
		var block []byte
		block, b = cutAt(b[1:], uint64(b[0]))
		if len(text)+len(block) <= most {
			text = append(text, block...)
		}
	}
	_, rest = cutAt(b, 1)
	return text, rest
}

// isRIFF returns a function that reports whether a body is a RIFF file of a form.
func isRIFF(form string) func([]byte) bool {
	return func(b []byte) bool { return len(b) >= 12 && string(b[:4]) == "RIFF" && string(b[8:12]) == form }
}

// readWebP reads the chunks of a WebP file (RFC 9649).
func readWebP(b []byte, t *tags) {
	riffChunks(b[12:], func(id string, c []byte) {
		switch {
		case id == "VP8X" && len(c) >= 10:
			t.width, t.height = 1+int(c[4])+int(c[5])<<8+int(c[6])<<16, 1+int(c[7])+int(c[8])<<8+int(c[9])<<16
		case id == "VP8 " && len(c) >= 10 && t.width == 0:
			t.width, t.height = int(binary.LittleEndian.Uint16(c[6:])&0x3FFF), int(binary.LittleEndian.Uint16(c[8:])&0x3FFF)
		case id == "VP8L" && len(c) >= 5 && t.width == 0:
			bits := binary.LittleEndian.Uint32(c[1:])
			t.width, t.height = 1+int(bits&0x3FFF), 1+int(bits>>14&0x3FFF)
		case id == "EXIF":
			readExif(bytes.TrimPrefix(c, []byte(exifMagic)), t, false)
		case id == "XMP ":
			readXMP(c, t)
		}
	})
}

// riffChunks calls do for each chunk of a RIFF file.
func riffChunks(b []byte, do func(id string, chunk []byte)) {
	for len(b) >= 8 {
		n := uint64(binary.LittleEndian.Uint32(b[4:]))
		chunk, rest := cutAt(b[8:], n)
		do(string(b[:4]), chunk)
		_, b = cutAt(rest, n&1) // chunks begin at even offsets
	}
}

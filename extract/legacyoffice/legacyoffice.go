// Package legacyoffice reads the documents of office programs from before XML packages: DOC, XLS and
// PPT of 1997 and later ([MS-DOC], [MS-XLS], [MS-PPT] in compound files, [MS-CFB]). It reads
// their text, names and link targets, and their properties.
//
// Floor: 2 (pure). Stability: engine. It does not read older versions, macros, or embedded
// objects.
package legacyoffice

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"unicode/utf16"

	"github.com/richardlehane/mscfb"
	"golang.org/x/text/encoding/charmap"

	"github.com/aranea-search/aranea/extract/content"
)

// Reader is the name of this reader with its version, which changes when its results change.
const Reader = "legacy 7"

// Limits of a compound file.
const (
	maxStreams = 4096     // entries of its directory that are examined
	maxStream  = 48 << 20 // bytes of a stream
)

// signature begins every compound file.
const signature = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"

// mains are the streams that identify the formats.
var mains = [...]struct{ stream, format string }{
	{"WordDocument", "doc"}, {"Workbook", "xls"}, {"PowerPoint Document", "ppt"},
}

// Sniff returns the format of a compound file by the names in its directory: "doc", "xls",
// "ppt", or "".
func Sniff(body []byte) string {
	if !bytes.HasPrefix(body, []byte(signature)) {
		return ""
	}
	for _, m := range mains {
		if bytes.Contains(body, wide(m.stream)) {
			return m.format
		}
	}
	return ""
}

// Encrypted reports whether a compound file contains an encrypted package of an office program
// ([MS-OFFCRYPTO] section 2.3.4.4).
func Encrypted(body []byte) bool {
	return bytes.HasPrefix(body, []byte(signature)) && bytes.Contains(body, wide("EncryptedPackage"))
}

// wide returns a name as encoded in directories of compound files.
func wide(name string) []byte {
	out := make([]byte, 0, 2*len(name))
	for _, c := range utf16.Encode([]rune(name)) {
		out = binary.LittleEndian.AppendUint16(out, c)
	}
	return out
}

// Read reads a document of a format returned by Sniff.
func Read(format string, body []byte, l content.Limits) (content.Document, error) {
	b := content.New(l)
	streams, err := open(body)
	if err != nil {
		return b.Document(Reader), err
	}
	summary(b, streams["SummaryInformation"])
	switch format {
	case "doc":
		err = readWord(b, streams)
	case "xls":
		err = readWorkbook(b, streams["Workbook"])
	case "ppt":
		err = readSlides(b, streams)
	}
	return b.Document(Reader), err
}

// wanted are the streams that are read.
var wanted = map[string]bool{
	"WordDocument": true, "0Table": true, "1Table": true, "Workbook": true, "PowerPoint Document": true, "Current User": true,
	"SummaryInformation": true, "Data": true,
}

// open returns the streams of the root storage of a compound file.
func open(body []byte) (map[string][]byte, error) {
	r, err := mscfb.New(bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", content.ErrDamaged, err)
	}
	out := map[string][]byte{}
	for range maxStreams {
		f, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return out, fmt.Errorf("%w: %w", content.ErrDamaged, err)
		}
		if !wanted[f.Name] || len(f.Path) > 0 || f.Size > maxStream || out[f.Name] != nil {
			continue
		}
		// A stream that breaks off is read as far as it goes.
		text, _ := io.ReadAll(io.LimitReader(f, min(f.Size, int64(len(body)))))
		out[f.Name] = text
	}
	return out, nil
}

// A view reads little-endian numbers; beyond its end they are 0.
type view []byte

func (v view) u16(at int) int {
	if at < 0 || at+2 > len(v) {
		return 0
	}
	return int(binary.LittleEndian.Uint16(v[at:]))
}

func (v view) u32(at int) int {
	if at < 0 || at+4 > len(v) {
		return 0
	}
	return int(binary.LittleEndian.Uint32(v[at:]))
}

// part returns n bytes, fewer at the end.
func (v view) part(at, n int) view {
	if at < 0 || n <= 0 || at >= len(v) {
		return nil
	}
	return v[at:min(at+n, len(v))]
}

// whole returns n bytes, nil if there are fewer.
func (v view) whole(at, n int) view {
	if p := v.part(at, n); len(p) == n {
		return p
	}
	return nil
}

// units returns the UTF-16 code units of a text.
func units(v view) []uint16 {
	out := make([]uint16, len(v)/2)
	for i := range out {
		out[i] = binary.LittleEndian.Uint16(v[2*i:])
	}
	return out
}

// utf16Text decodes UTF-16.
func utf16Text(v view) string { return string(utf16.Decode(units(v))) }

// westernText decodes windows-1252.
func westernText(v view) string {
	out := make([]rune, len(v))
	for i, c := range v {
		out[i] = charmap.Windows1252.DecodeByte(c)
	}
	return string(out)
}

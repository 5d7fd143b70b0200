package media_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"math"
	"strings"
	"testing"
	"unicode/utf16"
)

// join concatenates texts, bytes, and big-endian numbers.
func join(parts ...any) []byte {
	var b []byte
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			b = append(b, p...)
		case []byte:
			b = append(b, p...)
		case byte:
			b = append(b, p)
		case uint16:
			b = binary.BigEndian.AppendUint16(b, p)
		case uint32:
			b = binary.BigEndian.AppendUint32(b, p)
		case uint64:
			b = binary.BigEndian.AppendUint64(b, p)
		}
	}
	return b
}

// little returns a little-endian number.
func little(n int) []byte { return binary.LittleEndian.AppendUint32(nil, uint32(n)) }

// little16 returns a short little-endian number.
func little16(n int) []byte { return binary.LittleEndian.AppendUint16(nil, uint16(n)) }

// wide returns a text in little-endian UTF-16.
func wide(s string) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return b
}

// segment returns a segment of a JPEG file.
func segment(marker byte, parts ...any) []byte {
	data := join(parts...)
	return join(byte(0xFF), marker, uint16(len(data)+2), data)
}

// jpegFile returns a picture with segments before it.
func jpegFile(segments ...any) []byte {
	return join("\xFF\xD8", join(segments...), segment(0xC0, byte(8), uint16(300), uint16(400), "\x01\x01\x11\x00"), segment(0xDA, "\x01\x01\x00\x00?\x00"), "pixels\xFF\xD9")
}

// A field is an entry of a directory of Exif.
type field struct {
	tag   uint16
	kind  uint16
	value []byte
}

// exifData returns little-endian Exif data with one directory.
func exifData(fields ...field) []byte {
	b := join("II*\x00", little(8), little16(len(fields)))
	at := len(b) + 12*len(fields)
	var values []byte
	size := map[uint16]int{1: 1, 2: 1, 3: 2, 4: 4, 7: 1}
	for _, f := range fields {
		b = join(b, little16(int(f.tag)), little16(int(f.kind)), little(len(f.value)/size[f.kind]))
		if len(f.value) <= 4 {
			b = append(b, append(f.value, make([]byte, 4-len(f.value))...)...)
			continue
		}
		b = append(b, little(at+len(values))...)
		values = append(values, f.value...)
	}
	return append(b, values...)
}

const packet = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="Vilnius" photoshop:DateCreated="2019-06-01T10:00:00.50+02:00">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Old bridge</rdf:li></rdf:Alt></dc:title>
<dc:subject><rdf:Bag><rdf:li>river</rdf:li><rdf:li>stone</rdf:li></rdf:Bag></dc:subject><photoshop:Headline>Spring flood</photoshop:Headline>
</rdf:Description></rdf:RDF></x:xmpmeta>`

// chunk returns a chunk of a PNG file.
func chunk(kind string, parts ...any) []byte {
	data := join(parts...)
	return join(uint32(len(data)), kind, data, uint32(0))
}

// riff returns a RIFF file, or a list in one.
func riff(id, form string, chunks ...[]byte) []byte {
	data := bytes.Join(chunks, nil)
	return join(id, little(4+len(data)), form, data)
}

// piece returns a chunk of a RIFF file.
func piece(id string, parts ...any) []byte {
	data := join(parts...)
	if b := join(id, little(len(data)), data); len(data)%2 == 1 {
		return append(b, 0)
	} else {
		return b
	}
}

// frame returns a frame of an ID3 tag of version 2.3.
func frame(id string, parts ...any) []byte {
	data := join(parts...)
	return join(id, uint32(len(data)), uint16(0), data)
}

// id3 returns a tag of version 2.3.
func id3(frames ...any) []byte {
	data := join(frames...)
	return join("ID3\x03\x00\x00", byte(len(data)>>21&0x7F), byte(len(data)>>14&0x7F), byte(len(data)>>7&0x7F), byte(len(data)&0x7F), data)
}

// box returns a box of an ISO base media file.
func box(kind string, parts ...any) []byte {
	data := join(parts...)
	return join(uint32(len(data)+8), kind, data)
}

// item returns an iTunes tag.
func item(key, text string) []byte { return box(key, box("data", uint32(1), uint32(0), text)) }

// comments returns Vorbis comments.
func comments(all ...string) []byte {
	b := join(little(4), "test", little(len(all)))
	for _, c := range all {
		b = join(b, little(len(c)), c)
	}
	return b
}

// oggPage returns a page of an Ogg file with packets of less than 255 bytes.
func oggPage(packets ...[]byte) []byte {
	b := join("OggS\x00\x02", make([]byte, 20), byte(len(packets)))
	for _, p := range packets {
		b = append(b, byte(len(p)))
	}
	return append(b, bytes.Join(packets, nil)...)
}

// element returns an element of Matroska, of at most 126 bytes or 2 MB.
func element(id uint32, parts ...any) []byte {
	data := join(parts...)
	name := bytes.TrimLeft(join(id), "\x00")
	return join(name, byte(0x20|len(data)>>16), byte(len(data)>>8), byte(len(data)), data)
}

// float returns a number of Matroska.
func float(v float64) []byte { return join(math.Float64bits(v)) }

// zipFile returns an archive of empty members.
func zipFile(tb testing.TB, names ...string) []byte {
	tb.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, n := range names {
		if _, err := w.CreateHeader(&zip.FileHeader{Name: n, Method: zip.Store}); err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// tarFile returns an archive of members with some bytes each.
func tarFile(tb testing.TB, names ...string) []byte {
	tb.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, n := range names {
		h := tar.Header{Name: n, Typeflag: tar.TypeReg, Size: 600, Mode: 0o600}
		if strings.HasSuffix(n, "/") {
			h = tar.Header{Name: n, Typeflag: tar.TypeDir, Mode: 0o700}
		}
		if err := w.WriteHeader(&h); err != nil {
			tb.Fatal(err)
		}
		if _, err := w.Write(make([]byte, h.Size)); err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func gzipped(tb testing.TB, b []byte) []byte {
	tb.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(b); err != nil {
		tb.Fatal(err)
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

func deflated(tb testing.TB, s string) []byte {
	tb.Helper()
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	if _, err := w.Write([]byte(s)); err != nil {
		tb.Fatal(err)
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

package media

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
)

// Limits of archives.
const (
	maxUnpacked  = 16 << 20 // bytes that are unpacked for the member names
	zipEnd       = "PK\x05\x06"
	zipEndBytes  = 22
	zipDirectory = "PK\x01\x02"
	zipLocal     = "PK\x03\x04"
	utf8Names    = 1 << 11
	sizeLater    = 1 << 3
)

// isZip reports whether a body begins like a ZIP file, or is the end of one. A text followed by
// an archive is not.
func isZip(b []byte) bool {
	return bytes.HasPrefix(b, []byte(zipLocal)) || packedBytes(b) && endOfZip(b) >= 0
}

// packedBytes reports whether a body begins with bytes that do not occur in text.
func packedBytes(b []byte) bool {
	return bytes.ContainsFunc(b[:min(len(b), 1024)], func(r rune) bool { return r < '\t' })
}

// endOfZip returns the offset of the record that ends a ZIP file, negative if the body has none.
func endOfZip(b []byte) int {
	from := max(len(b)-zipEndBytes-1<<16, 0)
	i := bytes.LastIndex(b[from:], []byte(zipEnd))
	if i < 0 {
		return -1
	}
	if i += from; len(b) < i+zipEndBytes || len(b) != i+zipEndBytes+int(binary.LittleEndian.Uint16(b[i+20:])) {
		return -1
	}
	return i
}

// readZip reads the names in the directory at the end, or those before the members if the end is
// missing (APPNOTE.TXT 4.3).
func readZip(b []byte, t *tags) {
	if i := endOfZip(b); i >= 0 {
		size := int(min(binary.LittleEndian.Uint32(b[i+12:]), 1<<30))
		t.cut = size > i
		directory := b[max(i-size, 0):i]
		if t.cut { // its beginning is missing: start with the first whole entry
			directory = directory[max(bytes.Index(directory, []byte(zipDirectory)), 0):]
		}
		for len(directory) >= 46 && string(directory[:4]) == zipDirectory {
			name, extra, comment := binary.LittleEndian.Uint16(directory[28:]), binary.LittleEndian.Uint16(directory[30:]), binary.LittleEndian.Uint16(directory[32:])
			flags := binary.LittleEndian.Uint16(directory[8:])
			text, _ := cutAt(directory[46:], uint64(name))
			zipName(text, flags, t)
			_, directory = cutAt(directory, 46+uint64(name)+uint64(extra)+uint64(comment))
		}
		return
	}
	t.cut = true
	for len(b) >= 30 && string(b[:4]) == zipLocal {
		flags, packed := binary.LittleEndian.Uint16(b[6:]), uint64(binary.LittleEndian.Uint32(b[18:]))
		name, extra := uint64(binary.LittleEndian.Uint16(b[26:])), uint64(binary.LittleEndian.Uint16(b[28:]))
		text, _ := cutAt(b[30:], name)
		zipName(text, flags, t)
		_, b = cutAt(b, 30+name+extra+packed)
		if flags&sizeLater != 0 && packed == 0 { // the offset of the next one is not given
			b = b[max(bytes.Index(b, []byte(zipLocal)), 0):]
		}
	}
}

// zipName adds a name. Names that are not marked as UTF-8 are in the charset of the system that
// wrote them.
func zipName(name []byte, flags uint16, t *tags) {
	if flags&utf8Names != 0 {
		t.member(string(name))
		return
	}
	t.member(legacy(name))
}

func isTar(b []byte) bool { return len(b) >= 263 && string(b[257:262]) == "ustar" }

func readTar(b []byte, t *tags) { readMembers(bytes.NewReader(b), t) }

// readMembers reads the names of the members of a TAR file as far as it goes.
func readMembers(r io.Reader, t *tags) {
	members := tar.NewReader(r)
	for !t.cut {
		h, err := members.Next()
		if err != nil {
			t.cut = err != io.EOF
			return
		}
		if h.Typeflag != tar.TypeDir {
			t.member(legacy([]byte(h.Name)))
		}
	}
}

// readGzip reads a gzipped TAR file, or the name of the single file that is gzipped.
func readGzip(b []byte, t *tags) {
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return
	}
	z.Multistream(false)
	unpacked := io.LimitReader(z, maxUnpacked)
	head := make([]byte, 512)
	n, _ := io.ReadFull(unpacked, head) // a file that breaks off is read as far as it goes
	if isTar(head[:n]) {
		readMembers(io.MultiReader(bytes.NewReader(head[:n]), unpacked), t)
		return
	}
	t.member(legacy([]byte(z.Name)))
	t.cut = false
}

package office

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"path"
	"slices"
	"strings"
)

// A package that lost its end has no directory. Its parts are found by the local header before
// each of them (APPNOTE.TXT 4.3.7).
const (
	localMark   = "PK\x03\x04"
	localHeader = 30     // bytes of a header without name and extra field
	encrypted   = 1 << 0 // flags of a part
	sizesBehind = 1 << 3
	maxName     = 1 << 10
)

// A localPart is a part found by its local header.
type localPart struct {
	method uint16
	data   []byte // up to the end of the part, or of the package if that is unknown
	size   int    // compressed bytes, -1 if unknown
}

// open returns the available content of the part.
func (l localPart) open() (io.ReadCloser, error) {
	r := bytes.NewReader(l.data)
	if l.method == zip.Deflate {
		return flate.NewReader(r), nil
	}
	if l.size < 0 || l.size > len(l.data) {
		return io.NopCloser(io.MultiReader(r, cutOff{})), nil
	}
	return io.NopCloser(r), nil
}

// cutOff is a reader for the missing end of a part.
type cutOff struct{}

func (cutOff) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// cutParcel opens a package without its directory. It finds no parts if the body is not a
// package.
func cutParcel(body []byte) *parcel {
	p := newParcel(body)
	p.cut = true
	for at := 0; len(p.names) < maxParts; {
		next := bytes.Index(body[at:], []byte(localMark))
		if next < 0 {
			break
		}
		at += next
		name, part, ok := localPartAt(body[at:])
		if !ok {
			at += len(localMark)
			continue
		}
		p.add(name, part.open)
		at += localHeader + len(name)
		if part.size > 0 && part.size <= len(part.data) {
			at += part.size
		}
	}
	return p
}

// localPartAt parses the local header at the beginning of b. It refuses parts that are encrypted
// or use a compression method that packages do not have.
func localPartAt(b []byte) (name string, part localPart, ok bool) {
	if len(b) < localHeader {
		return "", part, false
	}
	field := func(at int) int { return int(binary.LittleEndian.Uint16(b[at:])) }
	flags, nameLen := field(6), field(26)
	start := localHeader + nameLen + field(28)
	part.method = uint16(field(8))
	if flags&encrypted != 0 || part.method != zip.Store && part.method != zip.Deflate || nameLen == 0 || nameLen > maxName || start > len(b) {
		return "", part, false
	}
	part.data, part.size = b[start:], -1
	if size := int64(binary.LittleEndian.Uint32(b[18:])); flags&sizesBehind == 0 && size < 1<<32-1 {
		part.size = int(size)
		part.data = part.data[:min(part.size, len(part.data))]
	} else if end := bytes.Index(part.data, []byte(localMark)); end >= 0 && part.method == zip.Store {
		part.data = part.data[:end] // a checksum and sizes precede the next part
	}
	return string(b[localHeader : localHeader+nameLen]), part, true
}

// packageFileOf returns the name of the package file of a book, or "" if it is missing.
func packageFileOf(p *parcel) string {
	for _, name := range p.names {
		if strings.ToLower(path.Ext(name)) == ".opf" {
			return name
		}
	}
	return ""
}

// leavesOf returns the pages of a book that lost its list of chapters, in the order of the
// package.
func leavesOf(p *parcel) []string {
	return slices.DeleteFunc(slices.Clone(p.names), func(name string) bool {
		switch strings.ToLower(path.Ext(name)) {
		case ".xhtml", ".html", ".htm":
			return false
		}
		return true
	})
}

// Package office reads documents of office programs and electronic books: DOCX, PPTX and XLSX
// (ECMA-376), ODT, ODP and ODS (OpenDocument), and EPUB. They are packages: ZIP files with XML
// parts.
//
// Floor: 2 (pure). Stability: engine. It decompresses at most MaxUnfolded bytes, counts them as
// they come, and trusts no size that a file declares.
package office

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/aranea-search/aranea/extract/content"
)

// Limits on a package.
const (
	MaxUnfolded = 64 << 20 // decompressed bytes of all parts that are read
	maxRatio    = 200      // decompressed bytes for each byte of the file, above ratioFloor
	ratioFloor  = 4 << 20  // bytes
	maxParts    = 20_000   // parts of a package that are kept by name
)

// A parcel is an open package, whose parts are read one by one.
type parcel struct {
	parts map[string]func() (io.ReadCloser, error) // the parts that are not encrypted
	exact map[string]string                        // names of parts by their lower-case form
	names []string                                 // in the order of the package
	left  int64                                    // bytes that may still be decompressed
	cut   bool                                     // the end of the package is missing
}

func newParcel(body []byte) *parcel {
	return &parcel{parts: map[string]func() (io.ReadCloser, error){}, exact: map[string]string{}, left: min(MaxUnfolded, max(ratioFloor, maxRatio*int64(len(body))))}
}

// add adds a part. Of several with one name, the first counts. Some programs write names with
// backslashes.
func (p *parcel) add(name string, open func() (io.ReadCloser, error)) {
	name = strings.ReplaceAll(name, `\`, "/")
	if lower := strings.ToLower(name); p.exact[lower] == "" {
		p.exact[lower] = name
	}
	if _, twice := p.parts[name]; !twice {
		p.parts[name] = open
		p.names = append(p.names, name)
	}
}

// openParcel opens a package.
func openParcel(body []byte) (*parcel, error) {
	if bytes.HasPrefix(body, []byte("\xD0\xCF\x11\xE0")) { // a package inside a compound file is encrypted
		return nil, content.ErrEncrypted
	}
	z, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		p := cutParcel(body)
		if len(p.names) == 0 {
			return nil, fmt.Errorf("%w: %w", content.ErrDamaged, err)
		}
		return p, nil
	}
	p := newParcel(body)
	for _, f := range z.File {
		switch {
		case len(p.names) >= maxParts:
			return p, nil
		case f.Flags&encrypted == 0:
			p.add(f.Name, f.Open)
		}
	}
	return p, nil
}

// has reports whether the package has a part with a name.
func (p *parcel) has(name string) bool { return p.find(name) != nil }

// find returns the function that opens a part, or nil if there is none. Case matters only if the
// package has parts whose names differ by case (ECMA-376 part 2, 7.3).
func (p *parcel) find(name string) func() (io.ReadCloser, error) {
	name = strings.TrimPrefix(name, "/")
	if f := p.parts[name]; f != nil {
		return f
	}
	return p.parts[p.exact[strings.ToLower(name)]]
}

// open returns a reader of a part, which is empty if the package has no part of that name. Bytes
// read count towards the limit of decompressed bytes; at the limit the part ends.
func (p *parcel) open(name string) io.Reader {
	f := p.find(name)
	if f == nil {
		return strings.NewReader("")
	}
	r, err := f()
	if err != nil {
		return strings.NewReader("")
	}
	return &meter{r: r, p: p}
}

// A meter counts decompressed bytes.
type meter struct {
	r io.ReadCloser
	p *parcel
}

// Read implements io.Reader.
func (m *meter) Read(b []byte) (int, error) {
	if m.p.left <= 0 {
		_ = m.r.Close() // it reads from memory
		return 0, io.EOF
	}
	n, err := m.r.Read(b[:min(int64(len(b)), m.p.left)])
	m.p.left -= int64(n)
	return n, err
}

// spent reports whether the package has more decompressed bytes than are read.
func (p *parcel) spent() bool { return p.left <= 0 }

// beside returns the name of the part that target refers to from another part.
func beside(part, target string) string {
	target = strings.ReplaceAll(target, `\`, "/")
	if strings.HasPrefix(target, "/") {
		return path.Clean(target)[1:]
	}
	return path.Clean(path.Join(path.Dir(part), target))
}

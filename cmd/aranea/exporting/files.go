package exporting

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/sitemap"
	"github.com/aranea-search/aranea/store"
)

// unfinished is the ending of files that are not whole yet, behind a number that no other file has: two
// exports may write the same sitemap at once.
const unfinished = ".*.tmp"

// files writes the files of a sitemap: one of the given name, or if that is too small an index of that name
// beside parts with numbers. Nothing has its name before all are whole. A name that ends in .gz makes all of
// them compressed.
type files struct {
	path  string // of the sitemap, or the index
	parts []*file
	pages int
}

// A file is one that is being written, or written.
type file struct {
	path   string
	now    string // its unfinished name
	w      *sitemap.Writer
	close  func() error
	closed bool
}

// add adds a page, in a new file if need be.
func (s *files) add(e sitemap.Entry) error {
	if len(s.parts) == 0 {
		if err := s.begin(); err != nil {
			return err
		}
	}
	err := s.parts[len(s.parts)-1].w.Write(e)
	if errors.Is(err, sitemap.ErrLimit) {
		if err := errors.Join(s.parts[len(s.parts)-1].end(), s.begin()); err != nil {
			return err
		}
		err = s.parts[len(s.parts)-1].w.Write(e)
	}
	if err == nil {
		s.pages++
	}
	return err
}

// begin begins another part.
func (s *files) begin() error {
	f, err := create(s.part(len(s.parts)+1), sitemap.Page)
	if err == nil {
		s.parts = append(s.parts, f)
	}
	return err
}

// part returns the path of a part.
func (s *files) part(number int) string {
	stem, ending := split(s.path)
	return fmt.Sprintf("%s-%d%s", stem, number, ending)
}

// split cuts a path before the endings of its name, such as .xml.gz.
func split(path string) (stem, ending string) {
	folder, name := filepath.Split(path)
	stem = strings.TrimSuffix(name, ".gz")
	stem = strings.TrimSuffix(stem, filepath.Ext(stem))
	return folder + stem, name[len(stem):]
}

// create begins a file under its unfinished name.
func create(path string, kind sitemap.Kind) (*file, error) {
	dir, name := filepath.Split(path)
	out, err := os.CreateTemp(cmp.Or(dir, "."), name+unfinished)
	if err == nil {
		if err = out.Chmod(0o644); err != nil { // it is published
			_, _ = out.Close(), os.Remove(out.Name()) // the first error counts
		}
	}
	if err != nil {
		return nil, &aranea.Error{Op: "write a sitemap", Kind: store.KindOfNamed(err), Obj: path, Err: err}
	}
	buffer := bufio.NewWriterSize(out, 1<<16)
	to, ends := io.Writer(buffer), func() error { return nil }
	if strings.HasSuffix(path, ".gz") {
		z := gzip.NewWriter(buffer) // without a name or a date: the same pages make the same bytes
		to, ends = z, z.Close
	}
	return &file{path: path, now: out.Name(), w: sitemap.NewWriter(to, kind), close: func() error {
		err := errors.Join(ends(), buffer.Flush())
		if err == nil {
			err = out.Sync()
		}
		return errors.Join(err, out.Close())
	}}, nil
}

// end writes the rest of a file, which keeps its unfinished name.
func (f *file) end() error {
	if f.closed {
		return nil
	}
	f.closed = true
	return errors.Join(f.w.Close(), f.close())
}

// finish gives all files their names, the index last, and returns their paths, that of the sitemap first.
// base is the address of their folder, which an index needs.
func (s *files) finish(base string) (paths []string, err error) {
	if len(s.parts) == 0 {
		if err := s.begin(); err != nil {
			return nil, err
		}
	}
	if err := s.parts[len(s.parts)-1].end(); err != nil {
		return nil, err
	}
	named := map[string]string{} // final paths by those of parts
	if len(s.parts) == 1 {
		named[s.parts[0].path] = s.path
	} else if err := s.index(base); err != nil {
		return nil, err
	}
	for _, f := range s.parts {
		to := f.path
		if named[to] != "" {
			to = named[to]
		}
		if err := os.Rename(f.now, to); err != nil {
			return nil, err
		}
		paths = append(paths, to)
	}
	if n := len(paths); n > 1 { // the index, which was written last
		paths = append(paths[n-1:], paths[:n-1]...)
	}
	return paths, store.SyncDir(filepath.Dir(s.path))
}

// index writes the index of the parts, as the last file.
func (s *files) index(base string) error {
	f, err := create(s.path, sitemap.Index)
	if err != nil {
		return err
	}
	parts := s.parts
	s.parts = append(s.parts, f)
	for _, part := range parts {
		if err := f.w.Write(sitemap.Entry{Loc: base + url.PathEscape(filepath.Base(part.path))}); err != nil {
			return err
		}
	}
	return f.end()
}

// discard removes what has not got its name.
func (s *files) discard() {
	for _, f := range s.parts {
		_ = f.end() // it is not wanted
		_ = os.Remove(f.now)
	}
}

// left returns the path of the part behind the last one, if an earlier sitemap left it.
func (s *files) left() string {
	n := 1
	if len(s.parts) > 1 {
		n = len(s.parts) // one of them is the index
	}
	path := s.part(n)
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

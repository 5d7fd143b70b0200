package static

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/aranea-search/aranea/fetch/static/hosting"
)

// rules are what the files of settings of one folder say.
type rules struct {
	redirects *hosting.Redirects
	headers   *hosting.Headers
}

// A cache keeps what was read of the files of settings of folders, as long as these do not change. It
// is safe for concurrent use.
type cache struct {
	read      func(root *os.Root, name string) ([]byte, error)
	mu        sync.Mutex
	redirects map[string]stamped[*hosting.Redirects] // by folder
	headers   map[string]stamped[*hosting.Headers]
}

// A stamped value was made of a file with this size and time; info is nil if there was no file.
type stamped[T any] struct {
	info  fs.FileInfo
	value T
}

func newCache() *cache {
	return &cache{read: readSettings, redirects: map[string]stamped[*hosting.Redirects]{}, headers: map[string]stamped[*hosting.Headers]{}}
}

// of returns the rules of a folder. A file that is not there has none; one that cannot be read is an
// error, because it may close pages.
func (c *cache) of(root *os.Root) (r rules, err error) {
	if r.redirects, err = remembered(c, c.redirects, root, hosting.RedirectsName, hosting.ParseRedirects); err != nil {
		return r, err
	}
	r.headers, err = remembered(c, c.headers, root, hosting.HeadersName, hosting.ParseHeaders)
	return r, err
}

// remembered returns what parse makes of a file of a folder: anew if it has changed since.
func remembered[T any](c *cache, known map[string]stamped[T], root *os.Root, name string, parse func([]byte) T) (none T, err error) {
	info, err := root.Stat(name)
	if err != nil {
		info = nil
	}
	c.mu.Lock()
	last, ok := known[root.Name()]
	c.mu.Unlock()
	if ok && isSame(last.info, info) {
		return last.value, nil
	}
	var data []byte
	if info != nil {
		if data, err = c.read(root, name); err != nil {
			return none, err
		}
	}
	last = stamped[T]{info, parse(data)}
	c.mu.Lock()
	known[root.Name()] = last
	c.mu.Unlock()
	return last.value, nil
}

// isSame reports whether a file was not written between two looks at it.
func isSame(a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

// readSettings returns the beginning of a file of settings, nil if there is no such file.
func readSettings(root *os.Root, name string) ([]byte, error) {
	f, _, err := open(root, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return io.ReadAll(io.LimitReader(f, hosting.MaxSize+1))
}

// isSettings reports whether a name is that of a file of settings, which hosts do not publish.
func isSettings(name string) bool {
	return name == hosting.RedirectsName || name == hosting.HeadersName
}

// Unread names the lines of the files of settings of folders that are not read, each with the reason.
func (f Folders) Unread() []string {
	var lines []string
	for _, x := range f {
		root, err := os.OpenRoot(x.Dir)
		if err != nil {
			continue // Check tells
		}
		r, err := newCache().of(root)
		_ = root.Close() // nothing was written
		if err != nil {
			lines = append(lines, "no page of "+x.Dir+" can be read: "+err.Error())
			continue
		}
		for _, fault := range r.redirects.Faults {
			lines = append(lines, filepath.Join(x.Dir, hosting.RedirectsName)+": "+fault.String())
		}
		for _, fault := range r.headers.Faults {
			lines = append(lines, filepath.Join(x.Dir, hosting.HeadersName)+": "+fault.String())
		}
	}
	return lines
}

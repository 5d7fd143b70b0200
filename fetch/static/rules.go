package static

import (
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
	return &cache{redirects: map[string]stamped[*hosting.Redirects]{}, headers: map[string]stamped[*hosting.Headers]{}}
}

// of returns the rules of a folder. A file that is not there, or that cannot be read, has none.
func (c *cache) of(root *os.Root) rules {
	return rules{
		redirects: remembered(&c.mu, c.redirects, root, hosting.RedirectsName, hosting.ParseRedirects),
		headers:   remembered(&c.mu, c.headers, root, hosting.HeadersName, hosting.ParseHeaders),
	}
}

// remembered returns what parse makes of a file of a folder: anew if it has changed since.
func remembered[T any](mu *sync.Mutex, known map[string]stamped[T], root *os.Root, name string, parse func([]byte) T) T {
	info, err := root.Stat(name)
	if err != nil {
		info = nil
	}
	mu.Lock()
	last, ok := known[root.Name()]
	mu.Unlock()
	if ok && isSame(last.info, info) {
		return last.value
	}
	var data []byte
	if info != nil {
		data = readSettings(root, name)
	}
	last = stamped[T]{info, parse(data)}
	mu.Lock()
	known[root.Name()] = last
	mu.Unlock()
	return last.value
}

// isSame reports whether a file was not written between two looks at it.
func isSame(a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

// readSettings returns the beginning of a file of settings, nil if it cannot be read.
func readSettings(root *os.Root, name string) []byte {
	f, _, err := open(root, name)
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, hosting.MaxSize+1))
	if err != nil {
		return nil
	}
	return data
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
		r := newCache().of(root)
		_ = root.Close() // nothing was written
		for _, fault := range r.redirects.Faults {
			lines = append(lines, filepath.Join(x.Dir, hosting.RedirectsName)+": "+fault.String())
		}
		for _, fault := range r.headers.Faults {
			lines = append(lines, filepath.Join(x.Dir, hosting.HeadersName)+": "+fault.String())
		}
	}
	return lines
}

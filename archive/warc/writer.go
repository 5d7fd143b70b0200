package warc

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/archive"
	"github.com/aranea-search/aranea/store"
)

// Options configure a Writer. The zero value of a size means its default.
type Options struct {
	Software  string // the program that writes, such as "Aranea/1.0"
	UserAgent string // the User-Agent field of the requests
	Contact   string // of the operator; may be empty
	// FileSize is the size in bytes at which a file is full; the default is DefaultFileSize. A
	// file exceeds it by at most one exchange.
	FileSize int64
	Now      func() time.Time
}

// DefaultFileSize is the size that ISO 28500 recommends for a file, in bytes.
const DefaultFileSize = 1 << 30

// openFiles is how many files are written concurrently: this number of exchanges is compressed at
// the same time, and others wait.
const openFiles = 2

// A Writer writes exchanges to the files of one folder. It is safe for concurrent use.
type Writer struct {
	dir    string
	opt    Options
	unlock func() error
	pool   chan *file // of openFiles slots; nil for a file that was not created yet
	serial atomic.Uint64

	mu      sync.Mutex
	known   payloads
	written Counts
}

// Counts are the statistics of a Writer.
type Counts struct {
	Exchanges uint64 // written
	Secret    uint64 // left out because a secret was used
	NoCopy    uint64 // left out because their owner does not allow copies
}

// Open returns a Writer for a folder, which it creates if necessary. It first repairs the files
// that a killed writer left there, and returns what was cut off. Only one process at a time may
// write to a folder.
func Open(dir string, opt Options) (*Writer, []Cut, error) {
	if opt.FileSize <= 0 {
		opt.FileSize = DefaultFileSize
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, nil, err
	}
	unlock, err := store.LockFolder(dir)
	if err != nil {
		return nil, nil, err
	}
	cuts, err := putRight(dir)
	if err != nil {
		_ = unlock() // the first error is returned
		return nil, nil, err
	}
	w := &Writer{dir: dir, opt: opt, unlock: unlock, pool: make(chan *file, openFiles), known: newPayloads(mostPayloads)}
	if err := w.known.load(dir); err != nil {
		_ = unlock()
		return nil, nil, err
	}
	for range openFiles {
		w.pool <- nil
	}
	return w, cuts, nil
}

// Record writes an exchange, unless it must not be written.
func (w *Writer) Record(x *archive.Exchange) error {
	switch {
	case !x.Fetched.WasSent(), x.Kind == aranea.KindLink: // of a link that is checked, nothing is kept
		return nil
	case x.Fetched.Access != "":
		w.count(func(n *Counts) { n.Secret++ })
		return nil
	case x.NoCopy:
		w.count(func(n *Counts) { n.NoCopy++ })
		return nil
	}
	f := <-w.pool
	f, err := w.writeTo(f, x)
	w.pool <- f
	return err
}

// writeTo writes an exchange to f, and returns the file for the next one: nil if f is full.
func (w *Writer) writeTo(f *file, x *archive.Exchange) (*file, error) {
	var err error
	if f == nil {
		if f, err = w.create(); err != nil {
			return nil, err
		}
	}
	records, first := w.records(x)
	for _, r := range records {
		r.add("WARC-Warcinfo-ID", f.info)
	}
	if err := f.write(records...); err != nil {
		return f, err
	}
	w.count(func(n *Counts) { n.Exchanges++ })
	if first != nil {
		w.remember(x.Digest(), *first)
	}
	if f.out.n < w.opt.FileSize {
		return f, nil
	}
	return nil, f.close()
}

// create creates a file with an unused name.
func (w *Writer) create() (*file, error) {
	for {
		at := w.opt.Now().UTC()
		name := fmt.Sprintf("aranea-%s%03d-%05d.warc.gz", at.Format("20060102150405"), at.Nanosecond()/1e6, w.serial.Add(1))
		path := filepath.Join(w.dir, name)
		if _, err := os.Lstat(path); err == nil {
			continue
		}
		f, err := create(path, func(string) *record { return infoOf(&w.opt, name) })
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// records returns the records of an exchange, and the original for later exchanges with the same
// body; nil if it cannot be one.
func (w *Writer) records(x *archive.Exchange) (records []*record, first *original) {
	f := x.Fetched
	request, meta := requestOf(x), metadataOf(x)
	var answer *record
	switch earlier, known := w.earlier(x); {
	case f.Status == 0:
		meta.add("WARC-Concurrent-To", request.id)
		return []*record{request, meta}, nil
	case f.Status == http.StatusNotModified:
		answer = responseOf(x, typeRevisit)
		answer.add("WARC-Profile", profileUnchanged)
		answer.add("WARC-Refers-To-Target-URI", f.URL.String())
	case known:
		answer = responseOf(x, typeRevisit)
		answer.add("WARC-Profile", profileEqual)
		answer.add("WARC-Refers-To", earlier.id)
		answer.add("WARC-Refers-To-Target-URI", earlier.url)
		answer.add("WARC-Refers-To-Date", stamp(earlier.date))
	default:
		answer = responseOf(x, typeResponse)
		if len(f.Body) > 0 && !f.Truncated && f.Failure == aranea.ReasonNone {
			first = &original{id: answer.id, url: f.URL.String(), date: f.Sent}
		}
	}
	request.add("WARC-Concurrent-To", answer.id)
	meta.add("WARC-Concurrent-To", answer.id)
	return []*record{answer, request, meta}, first
}

// earlier returns the record that already has the body of a response.
func (w *Writer) earlier(x *archive.Exchange) (original, bool) {
	f := x.Fetched
	if len(f.Body) == 0 || f.Truncated || f.Failure != aranea.ReasonNone {
		return original{}, false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.known.find(x.Digest())
}

func (w *Writer) remember(digest string, o original) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.known.add(digest, o)
}

func (w *Writer) count(add func(*Counts)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	add(&w.written)
}

// Counts returns the statistics up to now.
func (w *Writer) Counts() Counts {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.written
}

// Close closes the files and unlocks the folder. Record must not be called afterwards.
func (w *Writer) Close() error {
	var errs []error
	for range openFiles {
		if f := <-w.pool; f != nil {
			errs = append(errs, f.close())
		}
	}
	if errors.Join(errs...) == nil { // the records that it names are on the disk
		errs = append(errs, w.known.save(w.dir))
	}
	return errors.Join(append(errs, w.unlock())...)
}

// Package checkpoint offers a data folder that is in use to who keeps a copy of it on another machine: a
// list of the files of one moment with their checksums, and the bytes of these files.
//
// A moment is a copy of the folder inside of it, most of it links, so it is soon taken, and takes room
// only for what the folder no longer has. There is one for each of a few standbys, which know nothing of
// each other. It goes when it was fetched, or when nobody has asked for it for a while; what a process
// leaves that is killed, the next one removes.
//
// Floor: 5 (owner), a part of engine. Stability: engine; the JSON of the values is told between nodes
// of one version. Memory: the name and the checksum of each file.
package checkpoint

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service"
)

// Folder is the name of the folder in a data folder in which moments are.
const Folder = "moments"

// Limits.
const (
	// MaxPart is how many bytes of a file are read at once.
	MaxPart = 4 << 20
	// MaxFiles is how many files a moment has at most.
	MaxFiles = 1 << 20
	// MaxHeld is how many standbys have a moment at a time.
	MaxHeld = 4
	// maxBy is how many bytes the name of a standby has at most.
	maxBy = 100
	// maxName is how many bytes the name of a file has at most.
	maxName = 200
	// idle is how long a moment stays of which nobody asks for anything.
	idle = 10 * time.Minute
)

// Op is the operation of errors of this package.
const Op = "copy node"

// A Moment is the data folder as it was once.
type Moment struct {
	ID string    `json:"id"`
	At time.Time `json:"at"`
}

// A File is a file of a moment.
type File struct {
	Name string `json:"name"` // its path in the folder, with slashes
	Size int64  `json:"size"` // bytes
	Sum  string `json:"sum"`  // SHA-256, in hexadecimal digits
}

// Check returns an error unless a file may be one of a data folder: its name leads to no other place.
func (f File) Check() error {
	_, err := hex.DecodeString(f.Sum)
	if !fs.ValidPath(f.Name) || f.Name == "." || strings.ContainsAny(f.Name, "\\:\x00") || len(f.Name) > maxName || f.Size < 0 || err != nil || len(f.Sum) != 2*sha256.Size {
		return &aranea.Error{Op: Op, Kind: aranea.Invalid, Err: fmt.Errorf("%.200q is no file of a data folder", f.Name)}
	}
	return nil
}

// A Part names bytes of a file: as many as its length from an offset on, MaxPart at most and if it names none.
type Part struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Offset int64  `json:"offset"`
	Length int64  `json:"length,omitempty"`
}

// A Linker writes a copy of a data folder, most of it links, as a Service does. It makes the folders above it.
type Linker interface {
	BackupLinked(ctx context.Context, dir string) (service.Copied, error)
}

// A Keeper takes moments of a data folder. It is safe for concurrent use.
type Keeper struct {
	source Linker
	dir    string // in which moments are
	now    func() time.Time

	mu   sync.Mutex       // never held while files are touched
	held map[string]*held // by who fetches it
	sums map[key]string   // of files that had the same names before
}

// A held moment is one that somebody fetches.
type held struct {
	Moment
	asked time.Time     // when something of it was asked for
	taken chan struct{} // closed when it is there; the rest counts from then on
}

// isThere reports whether the moment is taken. The caller has the lock of the Keeper.
func (h *held) isThere() bool {
	select {
	case <-h.taken:
		return true
	default:
		return false
	}
}

// A key is by what a file is told that was summed before: names are not given twice to files that change
// no more, others have a new time of change.
type key struct {
	name    string
	size    int64
	changed time.Time
}

// NewKeeper returns a Keeper of the data folder dir, and removes what another process has left there.
func NewKeeper(source Linker, dir string, now func() time.Time) (*Keeper, error) {
	k := &Keeper{source: source, dir: filepath.Join(dir, Folder), now: now, held: map[string]*held{}, sums: map[key]string{}}
	return k, k.remove(k.dir)
}

// Take returns the moment of a standby by its name: the one that is there if it was asked for lately, by one who
// was cut off, or a new one. At most MaxHeld standbys have one at a time. Of two who ask by one name at once, the
// second gets the moment that is taken for the first.
func (k *Keeper) Take(ctx context.Context, by string) (Moment, error) {
	if len(by) > maxBy {
		return Moment{}, fault(aranea.Invalid, fmt.Errorf("the name of a standby has at most %d bytes", maxBy))
	}
	for {
		if err := k.Expire(); err != nil {
			return Moment{}, err
		}
		h, first, err := k.reserve(by)
		switch {
		case err != nil:
			return Moment{}, err
		case first:
			return k.fill(ctx, by, h)
		}
		select {
		case <-h.taken:
		case <-ctx.Done():
			return Moment{}, context.Cause(ctx)
		}
		k.mu.Lock()
		still := k.held[by] == h
		if still {
			h.asked = k.now()
		}
		k.mu.Unlock()
		if still { // otherwise it could not be taken
			return h.Moment, nil
		}
	}
}

// reserve returns the moment of a standby, and whether the caller has to fill it.
func (k *Keeper) reserve(by string) (h *held, first bool, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if h := k.held[by]; h != nil {
		return h, false, nil
	}
	if len(k.held) == MaxHeld {
		return nil, false, fault(aranea.Transient, fmt.Errorf("%d standbys fetch the folder of this node already, which are as many as may at a time; one that ends leaves its place within %s", MaxHeld, idle))
	}
	h = &held{taken: make(chan struct{})}
	k.held[by] = h
	return h, true, nil
}

// fill takes a moment that was reserved; if that fails, the place is free again.
func (k *Keeper) fill(ctx context.Context, by string, h *held) (Moment, error) {
	m := Moment{ID: rand.Text(), At: k.now().UTC()}
	at := filepath.Join(k.dir, m.ID)
	err := os.MkdirAll(k.dir, 0o700)
	if err != nil {
		err = fault(aranea.KindOf(err), err)
	} else if _, err = k.source.BackupLinked(ctx, at); err != nil {
		err = errors.Join(err, k.remove(at))
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	defer close(h.taken)
	if err != nil {
		delete(k.held, by)
		return Moment{}, err
	}
	h.Moment, h.asked = m, k.now()
	return m, nil
}

// End removes a moment that was fetched. To end one that is gone is no error.
func (k *Keeper) End(_ context.Context, id string) error {
	return k.end(func(h *held) bool { return h.ID == id })
}

// Expire removes moments that nobody asks for.
func (k *Keeper) Expire() error {
	now := k.now()
	return k.end(func(h *held) bool { return now.Sub(h.asked) >= idle })
}

// end removes the moments that are over.
func (k *Keeper) end(over func(*held) bool) error {
	var gone []string
	k.mu.Lock()
	for by, h := range k.held {
		if h.isThere() && over(h) {
			delete(k.held, by)
			gone = append(gone, h.ID)
		}
	}
	none := len(k.held) == 0
	k.mu.Unlock()
	var err error
	for _, id := range gone {
		err = errors.Join(err, k.remove(filepath.Join(k.dir, id)))
	}
	if none { // one that is taken from now on makes it again
		if rerr := os.Remove(k.dir); rerr != nil && !errors.Is(rerr, fs.ErrExist) && !errors.Is(rerr, fs.ErrNotExist) {
			err = errors.Join(err, fault(aranea.KindOf(rerr), rerr))
		}
	}
	return err
}

// remove removes a folder, if it is there.
func (k *Keeper) remove(dir string) error {
	if err := os.RemoveAll(dir); err != nil {
		return fault(aranea.KindOf(err), err)
	}
	return nil
}

// of returns the folder of a moment that is there.
func (k *Keeper) of(id string) (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, h := range k.held {
		if h.isThere() && id == h.ID {
			h.asked = k.now()
			return filepath.Join(k.dir, id), nil
		}
	}
	return "", fault(aranea.NotFound, errors.New("there is no such moment any more; begin with a new one"))
}

// Files yields the files of a moment with their checksums. Those that were summed before, in an earlier
// moment, are not read again.
func (k *Keeper) Files(ctx context.Context, id string) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		dir, err := k.of(id)
		if err != nil {
			yield(File{}, err)
			return
		}
		summed := map[key]string{}
		err = fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			if _, err := k.of(id); err != nil || ctx.Err() != nil {
				return errors.Join(err, context.Cause(ctx))
			}
			f, at, err := k.file(ctx, dir, name)
			if err != nil {
				return err
			}
			summed[at] = f.Sum
			if !yield(f, nil) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			yield(File{}, err)
			return
		}
		k.mu.Lock()
		k.sums = summed
		k.mu.Unlock()
	}
}

// file returns a file of a moment with its checksum.
func (k *Keeper) file(ctx context.Context, dir, name string) (File, key, error) {
	f, err := os.Open(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		return File{}, key{}, fault(aranea.KindOf(err), err)
	}
	defer func() { _ = f.Close() }() // it is only read
	info, err := f.Stat()
	if err != nil {
		return File{}, key{}, fault(aranea.KindOf(err), err)
	}
	at := key{name, info.Size(), info.ModTime()}
	k.mu.Lock()
	sum, known := k.sums[at]
	k.mu.Unlock()
	if !known {
		h := sha256.New()
		if _, err := io.Copy(h, reader{ctx, f}); err != nil {
			return File{}, key{}, fault(aranea.KindOf(err), err)
		}
		sum = hex.EncodeToString(h.Sum(nil))
		k.mu.Lock()
		k.sums[at] = sum // of one who is cut off, the next one need not wait for it
		k.mu.Unlock()
	}
	return File{Name: name, Size: info.Size(), Sum: sum}, at, nil
}

// A reader reads until its context ends.
type reader struct {
	ctx context.Context
	r   io.Reader
}

// Read implements io.Reader.
func (r reader) Read(b []byte) (int, error) {
	if r.ctx.Err() != nil {
		return 0, context.Cause(r.ctx)
	}
	return r.r.Read(b)
}

// Read returns a part of a file of a moment, without bytes at its end.
func (k *Keeper) Read(_ context.Context, p Part) ([]byte, error) {
	if p.Offset < 0 || p.Length < 0 {
		return nil, errNoFile
	}
	f, err := k.open(p.ID, p.Name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it is only read
	data, err := io.ReadAll(io.NewSectionReader(f, p.Offset, min(cmp.Or(p.Length, MaxPart), MaxPart)))
	if err != nil {
		return nil, fault(aranea.KindOf(err), err)
	}
	return data, nil
}

var errNoFile = fault(aranea.Invalid, errors.New("that is no file of a data folder"))

// open opens a file of a moment. The caller closes it.
func (k *Keeper) open(id, name string) (*os.File, error) {
	if !fs.ValidPath(name) || path.Clean(name) != name || strings.Contains(name, "\\") {
		return nil, errNoFile
	}
	dir, err := k.of(id)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		return nil, fault(aranea.KindOf(err), err)
	}
	return f, nil
}

func fault(kind aranea.Kind, err error) error {
	return &aranea.Error{Op: Op, Kind: kind, Err: err}
}

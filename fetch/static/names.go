package static

import (
	"cmp"
	"errors"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"
)

const (
	// atOnce is how many names are read from the disk at once.
	atOnce = 4096
	// maxHeld is how many bytes the names of folders take in memory, all together; while a folder with more
	// is read, twice as many. Such a folder is read several times, a part of its names each time.
	maxHeld = 64 << 20
	// nameCost is how many bytes a name takes besides its own.
	nameCost = 40
	// settled is how long a folder must not have changed before it is read, so that its time of change
	// tells whether it changed since: some file systems count in steps of two seconds.
	settled = 3 * time.Second
)

// A listed is a file or a folder in a list.
type listed struct {
	name   string
	folder bool
}

// names are names of a folder, as they were when it was read.
type names struct {
	folder  string
	changed time.Time // when the folder was last changed before that
	still   bool      // the next change of the folder will change that time
	after   string    // they come after this name by their bytes; "" for the first ones
	all     []listed  // by their bytes
	whole   bool      // no further names come after them
	size    int       // bytes
}

// has reports whether they tell which names come after one.
func (n *names) has(folder, after string, changed time.Time) bool {
	return n.folder == folder && n.still && n.changed.Equal(changed) && n.after <= after && (n.whole || after < n.last())
}

// behind returns those that come after a name.
func (n *names) behind(after string) []listed {
	i, found := slices.BinarySearchFunc(n.all, after, func(l listed, name string) int { return cmp.Compare(l.name, name) })
	if found {
		i++
	}
	return n.all[i:]
}

// A shelf keeps the names of folders that were read, so that a folder of many lists is read once for all
// of them. It is safe for concurrent use.
type shelf struct {
	most    int           // bytes
	reading chan struct{} // has a value while a folder is read
	mu      sync.Mutex
	kept    []*names // those used last are the last ones
}

func newShelf() *shelf { return &shelf{most: maxHeld, reading: make(chan struct{}, 1)} }

// errStopped says that nobody waits for the names of a folder any more.
var errStopped = errors.New("stopped before the folder was read")

// of returns the names of a folder that tell which come after one. selects says which entries of the
// folder count; stop ends the wait for other folders to be read.
func (s *shelf) of(stop <-chan struct{}, dir *os.File, folder, after string, selects func(fs.DirEntry) bool) (*names, error) {
	info, err := dir.Stat()
	if err != nil {
		return nil, err
	}
	if n := s.find(folder, after, info.ModTime()); n != nil {
		return n, nil
	}
	select {
	case s.reading <- struct{}{}:
		defer func() { <-s.reading }()
	case <-stop:
		return nil, errStopped
	}
	if n := s.find(folder, after, info.ModTime()); n != nil { // somebody else has read it meanwhile
		return n, nil
	}
	n := &names{folder: folder, changed: info.ModTime(), still: info.ModTime().Add(settled).Before(time.Now()), after: after}
	if err := n.read(dir, s.most, selects); err != nil {
		return nil, err
	}
	s.keep(n)
	return n, nil
}

// find returns names that are kept, nil if there are none.
func (s *shelf) find(folder, after string, changed time.Time) *names {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.kept, func(n *names) bool { return n.has(folder, after, changed) })
	if i < 0 {
		return nil
	}
	n := s.kept[i]
	s.kept = append(slices.Delete(s.kept, i, i+1), n)
	return n
}

// keep keeps names in place of others of the folder, and of those used longest ago.
func (s *shelf) keep(n *names) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = append(slices.DeleteFunc(s.kept, func(o *names) bool { return o.folder == n.folder }), n)
	size := 0
	for i, o := range slices.Backward(s.kept) {
		if size += o.size; size > s.most && i < len(s.kept)-1 {
			s.kept = slices.Delete(s.kept, 0, i+1)
			return
		}
	}
}

// read reads the first names of a folder that come after a name, as many as fit in most bytes.
func (n *names) read(dir *os.File, most int, selects func(fs.DirEntry) bool) error {
	n.whole = true
	last := "" // unless whole, no name from this one on is among them
	for {
		some, err := dir.ReadDir(atOnce)
		for _, e := range some {
			if name := e.Name(); name > n.after && (n.whole || name < last) && selects(e) {
				n.all = append(n.all, listed{name, e.IsDir()})
				n.size += len(name) + nameCost
			}
		}
		end := errors.Is(err, io.EOF)
		if err != nil && !end {
			return err
		}
		if end || n.size > 2*most {
			n.sort(most)
			last = n.last()
		}
		if end {
			return nil
		}
	}
}

// sort sorts the names, and keeps the first that fit in most bytes.
func (n *names) sort(most int) {
	slices.SortFunc(n.all, func(a, b listed) int { return cmp.Compare(a.name, b.name) })
	n.size = 0
	for i, l := range n.all {
		if n.size += len(l.name) + nameCost; n.size > most && i > 0 {
			n.size -= len(l.name) + nameCost
			clear(n.all[i:])
			n.all, n.whole = n.all[:i], false
			return
		}
	}
}

// last returns the last of the names, "" if there are none.
func (n *names) last() string {
	if len(n.all) == 0 {
		return ""
	}
	return n.all[len(n.all)-1].name
}

// Bounds of lists: how many names one has. A folder may have any number of files: a list leads to the next
// one. Where one ends is up to the name that is its last, so that a new file changes no list but its own.
const (
	minListed   = 512
	maxListed   = 4096
	oneEndsList = 512 // of so many names behind the first minListed
)

// list returns the names of one list, those that come after a name, and whether others come after these.
func (n *names) list(after string) (all []listed, more bool) {
	all = n.behind(after)
	for i := minListed - 1; i < len(all)-1; i++ {
		if i == maxListed-1 || endsList(all[i].name) {
			return all[:i+1], true
		}
	}
	return all, !n.whole
}

// endsList reports whether a name is the last one of a list that is long enough.
func endsList(name string) bool {
	h := fnv.New32a()
	_, _ = h.Write([]byte(name)) // Write of a hash never fails
	return h.Sum32()%oneEndsList == 0
}

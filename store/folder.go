package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
)

// FormatVersion is the version of the layout of the data folder. It increases when older
// versions of the program cannot read newer folders.
const FormatVersion = 1

const (
	formatFile  = "FORMAT"
	lockFile    = "LOCK"
	optionsFile = "options.json"

	frontierName = "frontier"
	indexName    = "index"
	anchorsName  = "anchors"
	rankName     = "rank"

	indexMark = "MANIFEST" // a file in every index

	formatLine = "aranea data folder, format "

	// maxSmallFile is how many bytes of FORMAT and options.json are read at most.
	maxSmallFile = 1 << 20
)

// A Folder is the data folder of one crawl:
//
//	FORMAT        one line: "aranea data folder, format 1"
//	LOCK          locked by the process that writes, and says which it is
//	control.sock  where that process listens, if it does
//	options.json  the settings of the crawl, with a checksum
//	frontier/     the key-value store of the frontier
//	index/        the index
//	anchors/      the index of the words of links
//	rank/         the static ranks of pages
//
// Errors of a Folder are *aranea.Error with a *FolderError as cause. It is safe
// for concurrent use.
type Folder struct {
	dir  string
	lock *os.File // nil if opened for reading
	look *os.File // keeps writers out, if opened by LookIntoFolder

	mu     sync.Mutex
	holder Holder // the content of lock
}

// OpenFolder opens the data folder for writing. It creates it, with access for its owner only,
// if it does not exist. The lock file describes this process by who, with PID and Since filled
// in. OpenFolder refuses a folder that another process writes to, that is damaged, that is not a
// data folder, that a newer version wrote, or to which access is denied; and to root one of
// another user, who could not open it any more.
func OpenFolder(dir string, who Holder) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, makeError(dir, err)
	}
	// Inspect the folder first, so that nothing is written into one that is not a data folder.
	if _, err := inspect(dir); err != nil {
		return nil, err
	}
	lock, err := lockFolder(dir)
	if errors.Is(err, errLocked) {
		h, _, _ := holderOf(dir) // the holder is optional information
		return nil, refuse(dir, &FolderError{Fault: FolderInUse, Holder: h})
	}
	if err != nil {
		return nil, folderError(dir, err)
	}
	if name, ok := ofAnother(dir); ok {
		_ = lock.Close() // nothing was written
		return nil, refuse(dir, &FolderError{Fault: FolderOfAnother, Name: name})
	}
	who.PID, who.Since, who.Control = os.Getpid(), time.Now().UTC(), ""
	f := &Folder{dir: dir, lock: lock, holder: who}
	if err := f.claim(); err != nil {
		_ = lock.Close() // the first error is returned
		return nil, err
	}
	return f, nil
}

// claim writes the owner into the locked folder, and marks it as a data folder if it is not
// marked yet.
func (f *Folder) claim() error {
	marked, err := inspect(f.dir)
	if err != nil {
		return err
	}
	before := readHolder(f.lock)
	if err := writeHolder(f.lock, f.holder); err != nil {
		return folderError(f.dir, err)
	}
	removeLeft(before)
	if marked {
		return nil
	}
	line := formatLine + strconv.Itoa(FormatVersion) + "\n"
	if err := WriteFile(filepath.Join(f.dir, formatFile), []byte(line), ownerOnly); err != nil {
		return folderError(f.dir, err)
	}
	return nil
}

// OpenFolderReadOnly opens an existing data folder without locking it. The index may be read
// while another process writes, but not the store of the frontier.
func OpenFolderReadOnly(dir string) (*Folder, error) {
	_, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, refuse(dir, &FolderError{Fault: FolderMissing})
	}
	if err != nil {
		return nil, folderError(dir, err)
	}
	marked, err := inspect(dir)
	if err != nil {
		return nil, err
	}
	if !marked {
		return nil, refuse(dir, &FolderError{Fault: FolderMissing})
	}
	return &Folder{dir: dir}, nil
}

// LookIntoFolder opens an existing data folder for reading and keeps writers out until it is
// closed, without writing to it. The error is of kind Denied if a process has it open for
// writing.
func LookIntoFolder(dir string) (*Folder, error) {
	f, err := OpenFolderReadOnly(dir)
	if err != nil {
		return nil, err
	}
	if f.look, err = os.Open(filepath.Join(dir, lockFile)); err != nil {
		return nil, folderError(dir, err)
	}
	err = tryLock(f.look, true)
	switch {
	case errors.Is(err, errLocked):
		h := readHolder(f.look)
		_ = f.look.Close() // nothing was written
		return nil, refuse(dir, &FolderError{Fault: FolderInUse, Holder: h})
	case err != nil:
		_ = f.look.Close()
		return nil, folderError(dir, err)
	}
	return f, nil
}

// Holder returns the process that has the folder open for writing, or false if there is none. A
// process that has just got the lock may not have written its description yet; the Holder is
// then zero, or the previous one.
func (f *Folder) Holder() (Holder, bool, error) {
	if f.lock != nil {
		f.mu.Lock()
		defer f.mu.Unlock()
		return f.holder, true, nil
	}
	h, held, err := holderOf(f.dir)
	if err != nil {
		return Holder{}, false, folderError(f.dir, err)
	}
	return h, held, nil
}

// inspect reports whether dir is marked as a data folder. It refuses a folder that contains
// something else, or a format that this program does not know.
func inspect(dir string) (marked bool, err error) {
	if err := refusePipes(dir); err != nil {
		return false, err
	}
	if marked, err = readMark(dir); marked || err != nil {
		return marked, err
	}
	names, err := os.ReadDir(dir)
	if err != nil {
		return false, folderError(dir, err)
	}
	has := func(name string) bool {
		return slices.ContainsFunc(names, func(n os.DirEntry) bool { return n.Name() == name })
	}
	if has(formatFile) { // another process has created the data folder in the meantime
		return readMark(dir)
	}
	if has(optionsFile) && has(frontierName) {
		return false, refuse(dir, &FolderError{Fault: FolderDamaged, Name: formatFile, Err: errors.New("it is missing")})
	}
	ours := []string{lockFile, formatFile + tmpSuffix} // left by a crash during creation
	for _, n := range names {
		if !slices.Contains(ours, n.Name()) {
			return false, refuse(dir, &FolderError{Fault: FolderForeign, Name: n.Name()})
		}
	}
	return false, nil
}

// refusePipes returns an error if there is a pipe or a device in dir or its folders: opening one may wait
// without end. A damaged file system, or a copy of a folder of somebody else, may have them.
func refusePipes(dir string) error {
	for _, part := range []string{"", frontierName, indexName, anchorsName, rankName} {
		files, err := os.ReadDir(filepath.Join(dir, part))
		if err != nil && part == "" {
			return folderError(dir, err)
		}
		for _, f := range files { // of a part that cannot be read, who reads it tells
			mode := f.Type()
			if mode&fs.ModeSymlink != 0 { // of one that leads nowhere likewise
				if to, err := os.Stat(filepath.Join(dir, part, f.Name())); err == nil {
					mode = to.Mode()
				}
			}
			if mode&(fs.ModeNamedPipe|fs.ModeDevice) != 0 {
				return refuse(dir, &FolderError{Fault: FolderDamaged, Name: path.Join(part, f.Name()), Err: errors.New("it is no file, but a pipe or a device, or leads to one; remove it")})
			}
		}
	}
	return nil
}

// readMark reports whether dir is marked as a data folder, and refuses a format that this
// program does not know.
func readMark(dir string) (marked bool, err error) {
	data, err := readSmall(filepath.Join(dir, formatFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, folderError(dir, err)
	}
	return true, checkFormat(dir, data)
}

func checkFormat(dir string, data []byte) error {
	text, ok := strings.CutPrefix(strings.TrimSpace(string(data)), formatLine)
	version, err := strconv.Atoi(text)
	switch {
	case !ok || err != nil || version < 1:
		return refuse(dir, &FolderError{Fault: FolderDamaged, Name: formatFile, Err: fmt.Errorf("it does not say a format: %.60q", data)})
	case version > FormatVersion:
		return refuse(dir, &FolderError{Fault: FolderNewer, Format: version})
	}
	return nil
}

// Dir returns the path of the folder.
func (f *Folder) Dir() string { return f.dir }

// FrontierDir returns the folder of the frontier's store.
func (f *Folder) FrontierDir() string { return filepath.Join(f.dir, frontierName) }

// IndexDir returns the folder of the index.
func (f *Folder) IndexDir() string { return filepath.Join(f.dir, indexName) }

// AnchorsDir returns the folder of the index of the words of links.
func (f *Folder) AnchorsDir() string { return filepath.Join(f.dir, anchorsName) }

// RankDir returns the folder of the static ranks of pages.
func (f *Folder) RankDir() string { return filepath.Join(f.dir, rankName) }

// CheckNew refuses a folder that has an index but no frontier: it is not new, but has lost its
// frontier, because the index is created after the frontier.
func (f *Folder) CheckNew() error {
	_, err := os.Stat(filepath.Join(f.IndexDir(), indexMark))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return folderError(f.dir, err)
	}
	return &aranea.Error{Op: "open frontier", Kind: aranea.Corrupt, Obj: f.FrontierDir(), Err: &FileDamage{Name: frontierName, Text: "it is missing, and there is an index"}}
}

// Close releases the lock.
func (f *Folder) Close() error {
	if f.look != nil {
		return f.look.Close()
	}
	if f.lock == nil {
		return nil
	}
	f.removeControl()
	_ = f.lock.Truncate(0) // a leftover description is harmless
	return f.lock.Close()
}

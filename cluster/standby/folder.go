// Package standby keeps a copy of the data folder of a node on another machine, which becomes the folder
// of the node when that is lost.
//
// A copy is of one moment, and is there as a whole or not at all: what is fetched is checked against its
// checksum, and put together beside the copy before, which then goes. What a copy has in common with the
// one before is linked, so both and what is fetched take about twice the room of the folder at most. What
// was fetched when either side ends is kept, and is not fetched again.
//
// Floor: 5 (owner), a part of cluster. Stability: engine; the layout of the folder is a promise
// (docs/format/store.md). Memory: the names and checksums of the files, and a part of one of them.
// It asks no site, and never becomes the node by itself (docs/decisions/038-standbys.md).
package standby

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/checkpoint"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/store"
)

// Names in the folder of a standby.
const (
	markFile   = "STANDBY"  // says of which node it is
	copiesName = "copies"   // the whole copies, by their names
	comingName = "incoming" // files that were fetched, by their checksums
	listEnd    = ".files"   // of the name of the list of the files of a copy
	newEnd     = ".new"     // of the name of a copy that is being put together
	partEnd    = ".part"    // of the name of a file that is being fetched
	formatName = "FORMAT"   // marks a data folder
	lockName   = "LOCK"
	nameForm   = "20060102T150405.000000Z" // of the beginning of the name of a copy
)

// Limits of the files of the folder, in bytes.
const (
	maxMark = 4 << 10
	maxList = 512 << 20
)

// A mark is the content of the mark of a folder.
type mark struct {
	Node     partition.Partition `json:"node"`
	Becoming string              `json:"becoming,omitempty"` // the copy that is becoming the folder of the node
	Name     string              `json:"name,omitempty"`     // by which the node tells it from other standbys of it, drawn once
}

// A Folder is the folder of a standby. One process has it at a time.
type Folder struct {
	dir    string
	mark   mark
	unlock func() error
}

// Is reports whether dir is the folder of a standby.
func Is(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, markFile))
	return err == nil
}

// Open opens the folder of the standby of a node, or makes a new one. It refuses one that holds something
// else, is of another node, or is in use.
func Open(dir string, node partition.Partition) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fault(dir, err)
	}
	if !Is(dir) {
		if err := unused(dir); err != nil {
			return nil, err
		}
	}
	f := &Folder{dir: dir, mark: mark{Node: node}}
	var err error
	if f.unlock, err = store.LockFolder(dir); err != nil {
		return nil, err
	}
	if err := f.enter(node); err != nil {
		return nil, errors.Join(err, f.unlock())
	}
	return f, nil
}

// unused returns an error if a folder holds something.
func unused(dir string) error {
	names, err := os.ReadDir(dir)
	if err != nil {
		return fault(dir, err)
	}
	for _, n := range names {
		if n.Name() != lockName {
			return invalid(dir, fmt.Errorf("it holds other files (%s); choose an empty or new folder with --data", n.Name()))
		}
	}
	return nil
}

// enter reads the mark of the folder, or writes it into a new one.
func (f *Folder) enter(node partition.Partition) error {
	data, err := readSmall(filepath.Join(f.dir, markFile), maxMark)
	if errors.Is(err, fs.ErrNotExist) {
		f.mark.Name = rand.Text()
		return f.write()
	}
	if err != nil {
		return fault(f.dir, err)
	}
	if err := json.Unmarshal(data, &f.mark); err != nil {
		return &aranea.Error{Op: checkpoint.Op, Kind: aranea.Corrupt, Obj: f.dir, Err: fmt.Errorf("%s does not say of which node it is: begin with a new folder", markFile)}
	}
	if f.mark.Node != node {
		return invalid(f.dir, fmt.Errorf("it is that of a standby of node %s; give it the --node of that, or choose another folder with --data", f.mark.Node))
	}
	if f.mark.Name == "" { // an earlier version made it
		f.mark.Name = rand.Text()
		return f.write()
	}
	return nil
}

// write stores the mark.
func (f *Folder) write() error {
	data, err := json.Marshal(f.mark)
	if err == nil {
		err = store.WriteFile(filepath.Join(f.dir, markFile), append(data, '\n'), 0o600)
	}
	if err != nil {
		return fault(f.dir, err)
	}
	return nil
}

// Close releases the folder.
func (f *Folder) Close() error { return f.unlock() }

// A Copy is a whole copy of the folder of a node.
type Copy struct {
	Dir string    // a data folder; nothing may be written into it
	At  time.Time // when the node had it
}

// name is that of the copy in the folder.
func (c *Copy) name() string { return filepath.Base(c.Dir) }

// Newest returns the newest whole copy, nil if there is none.
func (f *Folder) Newest() (*Copy, error) {
	all, err := f.copies()
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return &all[len(all)-1], nil
}

// copies returns the whole copies, oldest first.
func (f *Folder) copies() (all []Copy, err error) {
	names, err := os.ReadDir(filepath.Join(f.dir, copiesName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fault(f.dir, err)
	}
	for _, n := range names {
		at, err := timeOf(n.Name())
		if n.IsDir() && err == nil && !strings.HasSuffix(n.Name(), newEnd) {
			all = append(all, Copy{filepath.Join(f.dir, copiesName, n.Name()), at})
		}
	}
	return all, nil
}

// timeOf returns when the node had a copy, by its name.
func timeOf(name string) (time.Time, error) {
	begin, _, _ := strings.Cut(name, "-")
	return time.Parse(nameForm, begin)
}

// list returns the files of a copy.
func (f *Folder) list(c *Copy) (files []checkpoint.File, err error) {
	if c == nil {
		return nil, nil
	}
	data, err := readSmall(c.Dir+listEnd, maxList)
	if errors.Is(err, fs.ErrNotExist) { // then everything is fetched
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &files)
	}
	if err != nil {
		return nil, fault(c.Dir, err)
	}
	return slices.DeleteFunc(files, func(x checkpoint.File) bool { return x.Check() != nil }), nil
}

// prune removes all that the newest copy does not need.
func (f *Folder) prune() error {
	newest, err := f.Newest()
	if err != nil || newest == nil {
		return err
	}
	dir := filepath.Join(f.dir, copiesName)
	names, err := os.ReadDir(dir)
	if err != nil {
		return fault(f.dir, err)
	}
	for _, n := range names {
		if n.Name() != newest.name() && n.Name() != newest.name()+listEnd {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, n.Name())))
		}
	}
	if err = errors.Join(err, os.RemoveAll(filepath.Join(f.dir, comingName))); err != nil {
		return fault(f.dir, err)
	}
	return nil
}

// readSmall reads a file of at most so many bytes.
func readSmall(path string, most int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // it is only read
	data, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("%s is larger than %d bytes", filepath.Base(path), most)
	}
	return data, err
}

// fault returns an error of the folder.
func fault(dir string, err error) error {
	return &aranea.Error{Op: checkpoint.Op, Kind: aranea.KindOf(err), Obj: dir, Err: err}
}

func invalid(dir string, err error) error {
	return &aranea.Error{Op: checkpoint.Op, Kind: aranea.Invalid, Obj: dir, Err: err}
}

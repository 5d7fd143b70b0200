package standby

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/checkpoint"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/store"
)

// Become makes the newest copy in the folder of a standby the data folder of the node, in the place of the
// folder, and returns it as it was. It may be killed at any moment, and goes on when it is called again.
// The standby must have ended, and so must the node: who calls it sees to that.
func Become(dir string, node partition.Partition) (*Copy, error) {
	f, err := Open(dir, node)
	if err != nil {
		return nil, err
	}
	c, err := f.become()
	return c, errors.Join(err, f.Close())
}

func (f *Folder) become() (*Copy, error) {
	c, err := f.choose()
	if err != nil {
		return nil, err
	}
	names, err := os.ReadDir(c.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // all of it has moved
		return nil, fault(f.dir, err)
	}
	err = nil
	for _, n := range names {
		if err == nil && n.Name() != formatName && n.Name() != lockName {
			err = os.Rename(filepath.Join(c.Dir, n.Name()), filepath.Join(f.dir, n.Name()))
		}
	}
	if err == nil {
		err = store.SyncDir(f.dir)
	}
	if err == nil { // the mark of a data folder comes last
		if err = os.Rename(filepath.Join(c.Dir, formatName), filepath.Join(f.dir, formatName)); errors.Is(err, fs.ErrNotExist) {
			_, err = os.Stat(filepath.Join(f.dir, formatName))
		}
	}
	if err == nil {
		err = errors.Join(store.SyncDir(f.dir), os.RemoveAll(filepath.Join(f.dir, copiesName)), os.RemoveAll(filepath.Join(f.dir, comingName)))
	}
	if err == nil {
		err = errors.Join(os.Remove(filepath.Join(f.dir, markFile)), store.SyncDir(f.dir))
	}
	if err != nil {
		return nil, fault(f.dir, err)
	}
	return c, nil
}

// choose returns the copy that becomes the folder of the node, which is durable when it returns. No other
// has links to its files any more then.
func (f *Folder) choose() (*Copy, error) {
	if f.mark.Becoming == "" {
		c, err := f.Newest()
		if err != nil {
			return nil, err
		}
		if c == nil {
			return nil, &aranea.Error{Op: checkpoint.Op, Kind: aranea.NotFound, Obj: f.dir, Err: errors.New("this standby has no whole copy yet: use a backup, or begin with a new folder")}
		}
		if err := f.prune(); err != nil {
			return nil, err
		}
		f.mark.Becoming = c.name()
		if err := f.write(); err != nil {
			return nil, err
		}
	}
	at, err := timeOf(f.mark.Becoming)
	if err != nil || filepath.Base(f.mark.Becoming) != f.mark.Becoming {
		return nil, &aranea.Error{Op: checkpoint.Op, Kind: aranea.Corrupt, Obj: f.dir, Err: fmt.Errorf("%s names no copy: %.100q", markFile, f.mark.Becoming)}
	}
	return &Copy{filepath.Join(f.dir, copiesName, f.mark.Becoming), at}, nil
}

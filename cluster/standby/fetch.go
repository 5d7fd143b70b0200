package standby

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/checkpoint"
	"github.com/aranea-search/aranea/store"
)

// A Node offers its data folder. It is safe for concurrent use.
type Node interface {
	TakeMoment(ctx context.Context, standby string) (checkpoint.Moment, error)
	MomentFiles(ctx context.Context, id string) iter.Seq2[checkpoint.File, error]
	MomentPart(ctx context.Context, p checkpoint.Part) ([]byte, error)
	MomentBlocks(ctx context.Context, p checkpoint.Part) (checkpoint.Blocks, error)
	EndMoment(ctx context.Context, id string) error
}

var _ Node = (*api.Client)(nil)

// Progress is how far a copy is.
type Progress struct {
	Files         int   // of the copy
	Bytes         int64 // of the copy
	Missing       int64 // bytes of these that were not there when it began
	Fetched       int64 // bytes of these that have come
	FilesOfBefore int   // files that it has in common with the copy before
}

// errCut is for what a node sends in place of a file.
var errCut = errors.New("what the node sent is not what its list says; it is fetched again next time")

// Fetch brings the folder the state of the node: when it returns without an error, the newest copy is
// complete and durable, and the one before is gone. watch gets the progress, and returns at once. use gets the
// copy before the one before goes, of which it lets go; if it cannot use the copy, that is removed again. After an
// error the copy before is as it was, and what has come is kept for the next time.
func (f *Folder) Fetch(ctx context.Context, n Node, watch func(Progress), use func(*Copy) error) (*Copy, error) {
	if f.mark.Becoming != "" {
		return nil, invalid(f.dir, errors.New("a copy is becoming the folder of the node in it: start the node with it"))
	}
	m, err := n.TakeMoment(ctx, f.mark.Name)
	if err != nil {
		return nil, err
	}
	name := m.At.UTC().Format(nameForm) + "-" + m.ID
	if filepath.Base(name) != name || m.ID == "" || len(name) > 100 {
		return nil, invalid(f.dir, errors.New("the node names no moment"))
	}
	files, err := gather(ctx, n, m)
	if err != nil {
		return nil, err
	}
	have, p, err := f.have(files)
	if err != nil {
		return nil, err
	}
	watch(p)
	for _, x := range files {
		if have[x.Sum] != "" {
			continue
		}
		if have[x.Sum], err = f.fetch(ctx, source{n, m, x, func(came, was int64) {
			p.Fetched, p.Missing = p.Fetched+came, p.Missing-was
			watch(p)
		}}); err != nil {
			return nil, err
		}
	}
	if err := f.install(name, files, have); err != nil {
		return nil, err
	}
	_ = n.EndMoment(ctx, m.ID) // otherwise it ends by itself
	c := &Copy{filepath.Join(f.dir, copiesName, name), m.At.UTC().Truncate(time.Microsecond)}
	if err := use(c); err != nil {
		return nil, errors.Join(err, f.remove(c))
	}
	return c, f.prune()
}

// remove removes a copy.
func (f *Folder) remove(c *Copy) error {
	if err := errors.Join(os.RemoveAll(c.Dir), os.RemoveAll(c.Dir+listEnd)); err != nil {
		return fault(f.dir, err)
	}
	return nil
}

// gather returns the files of a moment.
func gather(ctx context.Context, n Node, m checkpoint.Moment) (files []checkpoint.File, err error) {
	marked := false
	for x, err := range n.MomentFiles(ctx, m.ID) {
		if err == nil {
			err = x.Check()
		}
		if err == nil && len(files) == checkpoint.MaxFiles {
			err = &aranea.Error{Op: checkpoint.Op, Kind: aranea.Limit, Err: fmt.Errorf("the folder of the node has over %d files", checkpoint.MaxFiles)}
		}
		if err != nil {
			return nil, err
		}
		marked = marked || x.Name == formatName
		files = append(files, x)
	}
	if !marked {
		return nil, &aranea.Error{Op: checkpoint.Op, Kind: aranea.Invalid, Err: fmt.Errorf("the node has sent a list without %s", formatName)}
	}
	return files, nil
}

// have returns where the content of files is, by checksums, as far as it is there already: in the copy
// before, or among what has come. What else has come is removed.
func (f *Folder) have(files []checkpoint.File) (map[string]string, Progress, error) {
	newest, err := f.Newest()
	if err != nil {
		return nil, Progress{}, err
	}
	before, err := f.list(newest)
	if err != nil {
		return nil, Progress{}, err
	}
	have, wanted := map[string]string{}, map[string]bool{}
	for _, x := range before {
		at := filepath.Join(newest.Dir, filepath.FromSlash(x.Name))
		if info, err := os.Stat(at); err == nil && info.Size() == x.Size {
			have[x.Sum] = at
		}
	}
	p := Progress{Files: len(files)}
	for _, x := range files {
		p.Bytes += x.Size
		if have[x.Sum] != "" {
			p.FilesOfBefore++
		} else {
			wanted[x.Sum] = true
			p.Missing += x.Size
		}
	}
	coming := filepath.Join(f.dir, comingName)
	if err := os.MkdirAll(coming, 0o700); err != nil {
		return nil, p, fault(f.dir, err)
	}
	names, err := os.ReadDir(coming)
	for _, n := range names {
		at := filepath.Join(coming, n.Name())
		sum := n.Name()[:min(len(n.Name()), 2*sha256.Size)]
		switch info, ierr := n.Info(); {
		case !wanted[sum] || ierr != nil:
			err = errors.Join(err, os.RemoveAll(at))
		case n.Name() == sum:
			have[sum] = at
			p.Missing -= info.Size()
		default:
			p.Missing -= info.Size()
		}
	}
	if err != nil {
		return nil, p, fault(f.dir, err)
	}
	return have, p, nil
}

// A source is a file of a moment at a node.
type source struct {
	node   Node
	moment checkpoint.Moment
	file   checkpoint.File
	count  func(came, was int64) // bytes that have come, and that were in the copy before
}

// fetch fetches the content of a file, from where it was cut off before, and returns where it is.
func (f *Folder) fetch(ctx context.Context, s source) (string, error) {
	at := filepath.Join(f.dir, comingName, s.file.Sum)
	b, err := f.basis(ctx, &s)
	if err != nil {
		return "", fault(f.dir, err)
	}
	defer b.close()
	part, err := os.OpenFile(at+partEnd, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return "", fault(f.dir, err)
	}
	err = s.receive(ctx, b, part)
	if err == nil {
		err = part.Sync()
	}
	if err = errors.Join(err, part.Close()); err == nil {
		err = os.Rename(at+partEnd, at)
	}
	if errors.Is(err, errCut) {
		err = errors.Join(err, os.Remove(at+partEnd))
	}
	if err != nil {
		return "", fault(f.dir, err)
	}
	return at, nil
}

// receive appends to a part of a file what is missing of it, and checks the whole.
func (s *source) receive(ctx context.Context, b *basis, part *os.File) error {
	h := sha256.New()
	size, err := io.Copy(h, part)
	if err != nil {
		return err
	}
	for size < s.file.Size {
		data, err := s.next(ctx, b, size)
		if err != nil {
			return err
		}
		if len(data) == 0 || size+int64(len(data)) > s.file.Size {
			return errCut
		}
		if _, err := part.Write(data); err != nil {
			return err
		}
		_, _ = h.Write(data) // a hash does not fail
		size += int64(len(data))
	}
	if size != s.file.Size || hex.EncodeToString(h.Sum(nil)) != s.file.Sum {
		return errCut
	}
	return nil
}

// next returns some bytes of the file from an offset on.
func (s *source) next(ctx context.Context, b *basis, offset int64) ([]byte, error) {
	length, there := b.stretch(offset, s.file.Size)
	length = min(length, checkpoint.MaxPart)
	if there {
		data, err := b.read(offset, length)
		if err == nil {
			s.count(0, int64(len(data)))
		}
		return data, err
	}
	data, err := s.node.MomentPart(ctx, checkpoint.Part{ID: s.moment.ID, Name: s.file.Name, Offset: offset, Length: length})
	if err == nil {
		s.count(int64(len(data)), 0)
	}
	return data, err
}

// install puts a copy together and gives it its name when it is whole and durable.
func (f *Folder) install(name string, files []checkpoint.File, have map[string]string) error {
	dir := filepath.Join(f.dir, copiesName, name)
	err := os.RemoveAll(dir + newEnd)
	folders := map[string]bool{dir + newEnd: true}
	for _, x := range files {
		to := filepath.Join(dir+newEnd, filepath.FromSlash(x.Name))
		folders[filepath.Dir(to)] = true
		if err == nil {
			err = os.MkdirAll(filepath.Dir(to), 0o700)
		}
		if err == nil {
			err = place(have[x.Sum], to)
		}
	}
	list, jerr := json.Marshal(files)
	if err = errors.Join(err, jerr); err == nil {
		err = errors.Join(os.WriteFile(filepath.Join(dir+newEnd, lockName), nil, 0o600), store.WriteFile(dir+listEnd, list, 0o600))
	}
	for at := range folders {
		if err == nil {
			err = store.SyncDir(at)
		}
	}
	if err == nil {
		err = os.Rename(dir+newEnd, dir)
	}
	if err == nil {
		err = store.SyncDir(filepath.Dir(dir))
	}
	if err != nil {
		return fault(f.dir, err)
	}
	return nil
}

// place links a file, or copies it where the file system has no links.
func place(from, to string) error {
	err := os.Link(from, to)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // it is only read
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err = io.Copy(out, in); err == nil {
		err = out.Sync()
	}
	return errors.Join(err, out.Close())
}

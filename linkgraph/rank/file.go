package rank

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"strings"

	"github.com/aranea-search/aranea"
)

// A Folder holds the file of ranks, and temporary files while they are computed.
type Folder interface {
	// Create creates an empty file and replaces an existing one.
	Create(name string) (File, error)
	// Map returns the content of a file, which is valid until release is called.
	Map(name string) (data []byte, release func(), err error)
	Rename(from, to string) error
	Remove(name string) error
	List() ([]string, error)
	// Sync makes creations, renames and removals durable.
	Sync() error
}

// A File is open for writing.
type File interface {
	io.Writer
	Sync() error
	Close() error
}

// The file of ranks: a header, then blocks of records by ascending key, each followed by a
// checksum.
const (
	fileName    = "pages"
	newEnding   = ".tmp" // of a file that is being written
	magic       = "ARANEARK"
	fileVersion = 2
	aloneUntil  = 1 // up to this version nothing needs to lie beside the file
	headSize    = len(magic) + 4 + 8 + 8 + 4
	recordSize  = 8 + 3
	blockPages  = 4096
	sumSize     = 4
)

// scratchPrefix begins the names of temporary files used while ranks are computed.
const scratchPrefix = "scratch-"

func checksum(b []byte) uint32 { return sumOn(0, b) }

// sumOn returns the checksum of some bytes and b behind them.
func sumOn(sum uint32, b []byte) uint32 { return crc32.Update(sum, castagnoli(), b) }

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// Open reads the ranks of a folder; nil if there are none. Damage is an error of kind Corrupt.
func Open(files Folder) (*Table, error) {
	data, release, err := files.Map(fileName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open ranks: %w", err)
	}
	defer release()
	t, err := decode(data)
	if err != nil {
		return nil, &aranea.Error{Op: "open ranks", Kind: aranea.Corrupt, Obj: fileName, Err: err}
	}
	return t, nil
}

// decode decodes a file of ranks.
func decode(data []byte) (*Table, error) {
	if len(data) < headSize || string(data[:len(magic)]) != magic {
		return nil, errors.New("it is no file of ranks")
	}
	head := data[:headSize-sumSize]
	if checksum(head) != binary.LittleEndian.Uint32(data[headSize-sumSize:]) {
		return nil, errors.New("the checksum of its head is wrong")
	}
	head = head[len(magic):]
	v := binary.LittleEndian.Uint32(head)
	if v < aloneUntil || v > fileVersion {
		return nil, fmt.Errorf("it has version %d, not %d to %d", v, aloneUntil, fileVersion)
	}
	t := &Table{sum: binary.LittleEndian.Uint64(head[12:]), alone: v <= aloneUntil}
	pages := binary.LittleEndian.Uint64(head[4:])
	rest := data[headSize:]
	if blocks := (pages + blockPages - 1) / blockPages; pages > uint64(len(rest)) || uint64(len(rest)) != pages*recordSize+blocks*sumSize {
		return nil, fmt.Errorf("it has %d bytes behind its head, which is not right for %d pages", len(rest), pages)
	}
	t.keys, t.levels = make([]Key, 0, pages), make([]Levels, 0, pages)
	for at := 0; len(rest) > 0; at += blockPages {
		size := min(int(pages)-at, blockPages) * recordSize
		if checksum(rest[:size]) != binary.LittleEndian.Uint32(rest[size:]) {
			return nil, fmt.Errorf("the checksum of the block at %d is wrong", len(data)-len(rest))
		}
		if !t.block(rest[:size]) {
			return nil, fmt.Errorf("the keys of the block at %d do not ascend", len(data)-len(rest))
		}
		rest = rest[size+sumSize:]
	}
	return t, nil
}

// block adds the records of a block and reports whether the keys ascend.
func (t *Table) block(b []byte) bool {
	for ; len(b) > 0; b = b[recordSize:] {
		key := Key(binary.LittleEndian.Uint64(b))
		if n := len(t.keys); n > 0 && t.keys[n-1] >= key {
			return false
		}
		t.keys = append(t.keys, key)
		t.levels = append(t.levels, Levels{Page: b[8], Site: b[9], Sites: b[10]})
	}
	return true
}

// Write writes the ranks to a folder; they are durable when it returns.
func (t *Table) Write(files Folder) error {
	if err := Replace(files, fileName, t.encode); err != nil {
		return fmt.Errorf("write ranks: %w", err)
	}
	return nil
}

// Replace writes a whole file of a folder beside the one with its name, and puts it in its place. It is
// durable when it returns.
func Replace(files Folder, name string, write func(io.Writer) error) error {
	err := writeFile(files, name+newEnding, write)
	if err == nil {
		err = files.Rename(name+newEnding, name)
	}
	if err == nil {
		err = files.Sync()
	}
	return err
}

// encode writes the header and the blocks.
func (t *Table) encode(w io.Writer) error {
	head := binary.LittleEndian.AppendUint32([]byte(magic), fileVersion)
	head = binary.LittleEndian.AppendUint64(head, uint64(len(t.keys)))
	head = binary.LittleEndian.AppendUint64(head, t.sum)
	if _, err := w.Write(binary.LittleEndian.AppendUint32(head, checksum(head))); err != nil {
		return err
	}
	var b []byte
	for at := 0; at < len(t.keys); at += blockPages {
		b = b[:0]
		for i := at; i < min(at+blockPages, len(t.keys)); i++ {
			l := t.levels[i]
			b = append(binary.LittleEndian.AppendUint64(b, uint64(t.keys[i])), l.Page, l.Site, l.Sites)
		}
		if _, err := w.Write(binary.LittleEndian.AppendUint32(b, checksum(b))); err != nil {
			return err
		}
	}
	return nil
}

// Forget removes the ranks; the next update computes them again.
func Forget(files Folder) error { return Drop(files, fileName) }

// Drop removes a file of a folder if it is there.
func Drop(files Folder, name string) error {
	err := files.Remove(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = files.Sync()
	}
	return err
}

// writeFile writes a whole file and makes its content durable.
func writeFile(files Folder, name string, write func(io.Writer) error) error {
	f, err := files.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<16)
	if err = write(w); err == nil {
		err = w.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// clearScratch removes the files that an earlier computation left behind.
func clearScratch(files Folder) error {
	names, err := files.List()
	for _, n := range names {
		if strings.HasPrefix(n, scratchPrefix) {
			err = errors.Join(err, files.Remove(n))
		}
	}
	return err
}

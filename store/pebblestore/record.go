package pebblestore

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/aranea-search/aranea"
)

// text returns the record as the content of its file.
func (r record) text() []byte {
	b := fmt.Appendf(nil, "%s%d\nid %x\ngeneration %d\n", markPrefix, markFormat, r.id, r.generation)
	if r.manifest.name != "" {
		b = fmt.Appendf(b, "manifest %s %d %08x\n", r.manifest.name, r.manifest.size, r.manifest.sum)
	}
	for _, name := range r.logs {
		b = fmt.Appendf(b, "log %s\n", name)
	}
	return summed(b)
}

// summed appends the line with their checksum to lines of text.
func summed(lines []byte) []byte { return fmt.Appendf(lines, "crc32c %08x\n", sum(lines)) }

// cutSum removes that line. It returns false if the line is missing or wrong.
func cutSum(data []byte) (lines []byte, ok bool) {
	end := bytes.LastIndex(data, []byte("crc32c "))
	if end < 0 || string(data[end:]) != fmt.Sprintf("crc32c %08x\n", sum(data[:end])) {
		return nil, false
	}
	return data[:end], true
}

func sum(b []byte) uint32 { return crc32.Checksum(b, castagnoli()) }

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// errNewerStore is the error for a store in a newer format.
var errNewerStore = errors.New("a newer program wrote it")

// parseRecord parses the content of a record's file. It accepts only what text produces.
func parseRecord(data []byte) (r record, err error) {
	bad := fmt.Errorf("%s does not check out: %.80q", markFile, data)
	text, ok := cutSum(data)
	if !ok {
		return r, bad
	}
	lines := strings.Split(string(text), "\n")
	var format int
	if _, err := fmt.Sscanf(lines[0], markPrefix+"%d", &format); err != nil {
		return r, bad
	}
	if format != markFormat {
		return r, errNewerStore
	}
	for _, line := range lines[1:] {
		if err := r.take(line); err != nil {
			return record{}, errors.Join(bad, err)
		}
	}
	if !bytes.Equal(r.text(), data) {
		return record{}, bad
	}
	return r, nil
}

// take parses one line of a record.
func (r *record) take(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "id":
		id, err := hex.DecodeString(rest)
		copy(r.id[:], id)
		return err
	case "generation":
		_, err := fmt.Sscanf(rest, "%d", &r.generation)
		return err
	case "manifest":
		_, err := fmt.Sscanf(rest, "%s %d %x", &r.manifest.name, &r.manifest.size, &r.manifest.sum)
		return err
	case "log":
		r.logs = append(r.logs, rest)
	}
	return nil // the comparison with text finds what was not understood
}

// look reads the record of dir, and refuses a folder with an incomplete store. The record is nil
// if there is none.
func look(disk vfs.FS, dir string) (*record, error) {
	names, err := disk.List(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var r *record
	if slices.Contains(names, markFile) {
		if r, err = readRecord(disk, dir); err != nil {
			return nil, err
		}
	}
	desc, err := pebble.Peek(dir, disk)
	if err != nil {
		return nil, err
	}
	if r != nil {
		if !desc.Exists {
			return nil, corrupt(dir, errors.New("its manifest is missing"))
		}
		return r, r.whole(disk, dir)
	}
	for _, n := range names {
		if !desc.Exists && slices.Contains([]string{".sst", ".log", ".blob"}, filepath.Ext(n)) {
			return nil, corrupt(dir, fmt.Errorf("its manifest and %s are missing beside %s", markFile, n))
		}
	}
	return nil, nil
}

// whole returns an error if files of the record are missing.
func (r *record) whole(disk vfs.FS, dir string) error {
	for _, name := range r.logs {
		if _, err := disk.Stat(disk.PathJoin(dir, name)); errors.Is(err, fs.ErrNotExist) {
			return corrupt(dir, fmt.Errorf("%s is missing", name))
		} else if err != nil {
			return err
		}
	}
	logs, err := readSynced(disk, dir)
	if err != nil {
		return err
	}
	for _, name := range r.logs {
		if p, ok := logs[name]; ok {
			if err := p.whole(disk, dir); err != nil {
				return err
			}
		}
	}
	if r.manifest.name == "" {
		return nil
	}
	return r.manifest.whole(disk, dir)
}

// whole returns an error if the beginning of a file has changed.
func (p prefix) whole(disk vfs.FS, dir string) error {
	f, err := disk.Open(disk.PathJoin(dir, p.name))
	if errors.Is(err, fs.ErrNotExist) {
		return corrupt(dir, fmt.Errorf("%s is missing", p.name))
	}
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // nothing was written
	h := crc32.New(castagnoli())
	n, err := io.Copy(h, io.LimitReader(f, p.size))
	switch {
	case err != nil:
		return err
	case n < p.size:
		return corrupt(dir, fmt.Errorf("%s was cut to %d of %d bytes", p.name, n, p.size))
	case h.Sum32() != p.sum:
		return corrupt(dir, fmt.Errorf("%s does not check out in its first %d bytes", p.name, n))
	}
	return nil
}

func corrupt(dir string, err error) error {
	return &aranea.Error{Op: opOpen, Kind: aranea.Corrupt, Obj: dir, Err: fmt.Errorf("stored data is damaged: %w", err)}
}

func readRecord(disk vfs.FS, dir string) (*record, error) {
	f, err := disk.Open(disk.PathJoin(dir, markFile))
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, maxRecord))
	if err != nil {
		return nil, err
	}
	r, err := parseRecord(data)
	if errors.Is(err, errNewerStore) {
		return nil, &aranea.Error{Op: opOpen, Kind: aranea.Invalid, Obj: dir, Err: err}
	}
	if err != nil {
		return nil, corrupt(dir, err)
	}
	return &r, nil
}

// writeRecord durably replaces the record of dir.
func writeRecord(disk vfs.FS, dir string, r record) error {
	return replace(disk, dir, markFile, r.text())
}

// replace durably replaces a file.
func replace(disk vfs.FS, dir, name string, data []byte) error {
	path := disk.PathJoin(dir, name)
	f, err := disk.Create(path+".tmp", vfs.WriteCategoryUnspecified)
	if err != nil {
		return err
	}
	if _, err = f.Write(data); err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	if err := disk.Rename(path+".tmp", path); err != nil {
		return err
	}
	d, err := disk.OpenDir(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	if cerr := d.Close(); err == nil {
		err = cerr
	}
	return err
}

package warc

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A Cut is a file that its writer has not ended, and what was cut of it.
type Cut struct {
	File    string // its name, now that it is whole
	Records int    // whole ones that it holds
	Bytes   int64  // that were cut: of a record that was not whole
}

// putRight ends the files that a writer has left open: it cuts what is behind the
// last whole record.
func putRight(dir string) ([]Cut, error) {
	names, err := filepath.Glob(filepath.Join(escapePattern(dir), "*.warc.gz"+openEnding))
	if err != nil {
		return nil, err
	}
	var cuts []Cut
	for _, name := range names {
		c, err := putFileRight(name)
		if err != nil {
			return cuts, fmt.Errorf("put %s right: %w", name, err)
		}
		cuts = append(cuts, c)
	}
	return cuts, nil
}

// escapePattern makes of the name of a folder a pattern that matches it.
func escapePattern(dir string) string {
	if os.PathSeparator == '\\' {
		return dir // no character is special in what follows but in a name
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

// putFileRight cuts one file. A file without a whole record is taken away.
func putFileRight(name string) (c Cut, err error) {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return c, err
	}
	defer func() { _ = f.Close() }() // where something was written it is closed below
	info, err := f.Stat()
	if err != nil {
		return c, err
	}
	records, end, err := wholeRecords(f)
	if err != nil {
		return c, err
	}
	whole := strings.TrimSuffix(name, openEnding)
	c = Cut{File: filepath.Base(whole), Records: records, Bytes: info.Size() - end}
	if records == 0 {
		return c, os.Remove(name)
	}
	if err := f.Truncate(end); err != nil {
		return c, err
	}
	if err := f.Sync(); err != nil {
		return c, err
	}
	if err := f.Close(); err != nil {
		return c, err
	}
	return c, os.Rename(name, whole)
}

// wholeRecords counts the records at the beginning of a file that are whole. The
// error is one of the disk.
func wholeRecords(f *os.File) (records int, end int64, err error) {
	r := NewReader(f)
	for err == nil {
		_, err = r.Next()
	}
	records, end = r.Whole()
	if failed := (*os.PathError)(nil); errors.As(err, &failed) {
		return records, end, err
	}
	return records, end, nil
}

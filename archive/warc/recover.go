package warc

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A Cut is a file that its writer did not close, and what was cut off.
type Cut struct {
	File    string // its name after the repair
	Records int    // number of complete records in it
	Bytes   int64  // bytes of an incomplete record that were cut off
}

// putRight repairs the files that a writer did not close: it truncates them after the last
// complete record.
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

// escapePattern returns a pattern that matches the name of a folder literally.
func escapePattern(dir string) string {
	if os.PathSeparator == '\\' {
		return dir // the rest of the pattern has no special characters
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

// putFileRight repairs one file. It removes a file without a complete record.
func putFileRight(name string) (c Cut, err error) {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return c, err
	}
	defer func() { _ = f.Close() }() // after a write it is closed below
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

// wholeRecords counts the complete records at the beginning of a file. An error is an error of
// the disk.
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

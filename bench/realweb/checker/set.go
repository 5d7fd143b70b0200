package checker

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// setFields is the number of fields of a line of a set file.
const setFields = 7

// WriteSet writes items one per line, with tabs between the fields: class,
// status, language, "noindex" or "-", URL, title, where it was found.
func WriteSet(w io.Writer, items []Item) error {
	b := bufio.NewWriter(w)
	for _, it := range items {
		mark := "-"
		if it.NoIndex {
			mark = "noindex"
		}
		fmt.Fprintf(b, "%s\t%d\t%s\t%s\t%s\t%s\t%s\n", it.Class, it.Status, it.Lang, mark, it.URL, it.Title, it.Found)
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write set: %w", err)
	}
	return nil
}

// ReadSet reads what WriteSet wrote.
func ReadSet(r io.Reader) ([]Item, error) {
	var items []Item
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 1<<20)
	for n := 1; sc.Scan(); n++ {
		f := strings.Split(sc.Text(), "\t")
		if len(f) != setFields {
			return nil, fmt.Errorf("read set: line %d has %d fields, want %d", n, len(f), setFields)
		}
		status, err := strconv.Atoi(f[1])
		if err != nil {
			return nil, fmt.Errorf("read set: line %d: status: %w", n, err)
		}
		items = append(items, Item{
			Class: Class(f[0]), Status: status, Lang: f[2], NoIndex: f[3] == "noindex",
			URL: f[4], Title: f[5], Found: f[6],
		})
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("read set: %w", err)
	}
	return items, nil
}

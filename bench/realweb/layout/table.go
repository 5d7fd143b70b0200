// Package layout turns unpacked documentation packages into the web that the
// server serves: one document root per virtual host, with entry pages where a
// package has none, a robots file, and some hosts in an older charset.
//
// It works on local folders only; fetching and unpacking the packages is the
// business of lay-out.sh. It never changes the unpacked packages.
package layout

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html/charset"
)

// A Set is a choice of hosts.
type Set string

// The sets that a table of hosts knows.
const (
	Small  Set = "small"  // a few thousand pages
	Public Set = "public" // large manuals in many languages, and the small set
	Wide   Set = "wide"   // many small manuals, and the small set
)

// sets names the sets by the letter that a row has for those it is in.
var sets = map[string][]Set{"s": {Small, Public, Wide}, "p": {Public}, "w": {Wide}}

// A Row is one virtual host to lay out.
type Row struct {
	Sets    []Set // that it is in
	Host    string
	Lang    string
	Package string
	Folder  string   // inside the unpacked package, becomes the document root
	Beside  []string // folders next to Folder that are laid into the root
	Robots  string   // file name, "none", "status:NNN" or "redirect:URL"
	Charset string   // charset parameter of Content-Type or "-"
	Recode  string   // charset to write pages in, or ""
}

// rowFields is the number of fields of a line of the table of hosts.
const rowFields = 9

// ReadRows reads a table of hosts; see the head of hosts.tsv for its fields.
func ReadRows(r io.Reader) ([]Row, error) {
	var rows []Row
	seen := map[string]bool{}
	sc := bufio.NewScanner(r)
	for n := 1; sc.Scan(); n++ {
		if sc.Text() == "" || sc.Text()[0] == '#' {
			continue
		}
		f := strings.Split(sc.Text(), "\t")
		if len(f) != rowFields {
			return nil, fmt.Errorf("read hosts: line %d has %d fields, want %d", n, len(f), rowFields)
		}
		row := Row{
			Sets: sets[f[0]], Host: f[1], Lang: f[2], Package: f[3], Folder: f[4],
			Robots: f[6], Charset: f[7],
		}
		if f[5] != "-" {
			row.Beside = strings.Split(f[5], ",")
		}
		if f[8] != "-" {
			row.Recode = f[8]
		}
		if err := row.check(); err != nil {
			return nil, fmt.Errorf("read hosts: line %d: %w", n, err)
		}
		if seen[row.Host] {
			return nil, fmt.Errorf("read hosts: line %d: host %s stands twice", n, row.Host)
		}
		seen[row.Host] = true
		rows = append(rows, row)
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("read hosts: %w", err)
	}
	return rows, nil
}

func (r Row) check() error {
	if len(r.Sets) == 0 {
		return errors.New("its first field is none of s, p and w")
	}
	if !strings.HasSuffix(r.Host, ".test") || strings.ContainsAny(r.Host, "/\\ ") {
		return fmt.Errorf("host %q is not a name below .test", r.Host)
	}
	if r.Folder != path.Clean(r.Folder) || path.IsAbs(r.Folder) || strings.HasPrefix(r.Folder, "..") {
		return fmt.Errorf("folder %q leaves its package", r.Folder)
	}
	if r.Recode != "" {
		if e, _ := charset.Lookup(r.Recode); e == nil {
			return fmt.Errorf("charset %q is not known", r.Recode)
		}
	}
	return nil
}

// Select returns the rows of a set.
func Select(rows []Row, s Set) ([]Row, error) {
	var chosen []Row
	for _, r := range rows {
		if slices.Contains(r.Sets, s) {
			chosen = append(chosen, r)
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("no host is in the set %q; there are small, public and wide", s)
	}
	return chosen, nil
}

// Packages returns the distinct packages of rows in their order.
func Packages(rows []Row) []string {
	var names []string
	seen := map[string]bool{}
	for _, r := range rows {
		if !seen[r.Package] {
			seen[r.Package] = true
			names = append(names, r.Package)
		}
	}
	return names
}

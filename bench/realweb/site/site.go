// Package site says what each virtual host of the laid-out web answers: which
// file, status, media type and redirect belongs to a host and a request target.
//
// The server answers with it and the checker walks over it, so that both mean
// the same web. It knows nothing of connections, of robots rules or of links.
//
// A laid-out web is a folder with one folder per host, a table hosts.tsv and a
// table moved.tsv:
//
//	hosts.tsv: host, language, charset of the Content-Type field or "-",
//	           robots ("file", "none", "status:403", "redirect:URL"), HTML files
//	moved.tsv: host or "*." and a suffix, path prefix, URL prefix it moved to
package site

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"time"
)

// Names of the two tables inside the folder of a web.
const (
	HostsFile = "hosts.tsv"
	MovedFile = "moved.tsv"
)

// A Host is one virtual host of a web.
type Host struct {
	Name    string // for example "ru.gimp.test"
	Lang    string // language of its pages, for example "ru"
	Charset string // charset parameter of Content-Type for HTML and text, or ""
	Robots  string // "file", "none", "status:NNN" or "redirect:URL"
	Pages   int    // HTML files below it, counted when it was laid out
	files   map[string]file
	dirs    map[string]bool
}

type file struct {
	size int64
	mod  time.Time
}

// A Move is a rule of permanent redirects for all paths with a prefix.
type Move struct {
	Host   string // a host name, or "*." and a suffix of names
	Prefix string // path prefix, for example "/en/"
	Target string // URL that replaces the prefix
}

// A Web is a set of hosts. It does not change after Open and is safe for
// concurrent use.
type Web struct {
	dir   string
	hosts map[string]*Host
	moves []Move
}

// A Response is what a host answers to one target.
type Response struct {
	Status   int
	Type     string // media type with its charset parameter, if any
	Location string // for redirects
	File     string // name of the file with the body, or "" when Text is the body
	Text     string
	Size     int64
	ModTime  time.Time
}

// Open reads the tables of the web in dir and the names of all its files.
func Open(dir string) (*Web, error) {
	w := &Web{dir: dir, hosts: map[string]*Host{}}
	rows, err := readTable(filepath.Join(dir, HostsFile), 5)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		h := &Host{Name: r[0], Lang: r[1], Robots: r[3], files: map[string]file{}, dirs: map[string]bool{}}
		if r[2] != "-" {
			h.Charset = r[2]
		}
		if h.Pages, err = strconv.Atoi(r[4]); err != nil {
			return nil, fmt.Errorf("read %s: host %s: page count: %w", HostsFile, h.Name, err)
		}
		if err := h.scan(filepath.Join(dir, h.Name)); err != nil {
			return nil, err
		}
		w.hosts[h.Name] = h
	}
	moved, err := readTable(filepath.Join(dir, MovedFile), 3)
	if err != nil {
		return nil, err
	}
	for _, r := range moved {
		w.moves = append(w.moves, Move{Host: r[0], Prefix: r[1], Target: r[2]})
	}
	return w, nil
}

// scan notes every regular file and folder below root by its URL path.
func (h *Host) scan(root string) error {
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		p := path.Join("/", filepath.ToSlash(rel))
		if d.IsDir() {
			h.dirs[p] = true
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if info.Mode().IsRegular() {
			h.files[p] = file{size: info.Size(), mod: info.ModTime()}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("scan host %s: %w", h.Name, err)
	}
	return nil
}

// Hosts returns all hosts in the order of their names.
func (w *Web) Hosts() []*Host {
	all := make([]*Host, 0, len(w.hosts))
	for _, h := range w.hosts {
		all = append(all, h)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all
}

// Host returns the host with that name, or nil. A port and the case of letters
// do not count.
func (w *Web) Host(name string) *Host {
	if h := w.hosts[name]; h != nil {
		return h
	}
	if i := strings.IndexByte(name, ':'); i >= 0 {
		name = name[:i]
	}
	return w.hosts[strings.ToLower(name)]
}

// Respond says what host answers to a request target in origin form, for
// example "/a/b.html?x=1". The query does not change the answer.
func (w *Web) Respond(host, target string) Response {
	h := w.Host(host)
	if h == nil {
		return plain(404, "no such host\n")
	}
	p, _, _ := strings.Cut(target, "?")
	p = unescape(p)
	if p == "/robots.txt" && h.Robots != "file" {
		return h.robotsAnswer()
	}
	if to, ok := w.moved(h.Name, p); ok {
		return redirect(to)
	}
	if f, ok := h.files[p]; ok && path.Clean(p) == p {
		return w.fileAnswer(h, p, f)
	}
	if strings.HasSuffix(p, "/") {
		if f, ok := h.files[p+"index.html"]; ok {
			return w.fileAnswer(h, p+"index.html", f)
		}
	} else if h.dirs[p] {
		return redirect("http://" + h.Name + escape(p) + "/")
	}
	return plain(404, "not found\n")
}

func (w *Web) fileAnswer(h *Host, p string, f file) Response {
	return Response{
		Status: 200, Type: mediaType(p, h.Charset), File: filepath.Join(w.dir, h.Name, filepath.FromSlash(p)),
		Size: f.size, ModTime: f.mod,
	}
}

func (h *Host) robotsAnswer() Response {
	kind, value, _ := strings.Cut(h.Robots, ":")
	switch kind {
	case "status":
		if n, err := strconv.Atoi(value); err == nil {
			return plain(n, "refused\n")
		}
	case "redirect":
		return redirect(value)
	}
	return plain(404, "not found\n")
}

func (w *Web) moved(host, p string) (string, bool) {
	for _, m := range w.moves {
		if !strings.HasPrefix(p, m.Prefix) {
			continue
		}
		suffix, wild := strings.CutPrefix(m.Host, "*")
		if m.Host == host || wild && strings.HasSuffix(host, suffix) {
			return m.Target + escape(p[len(m.Prefix):]), true
		}
	}
	return "", false
}

func plain(status int, text string) Response {
	return Response{Status: status, Type: "text/plain", Text: text, Size: int64(len(text))}
}

func redirect(to string) Response {
	text := "moved to " + to + "\n"
	return Response{Status: 301, Type: "text/plain", Location: to, Text: text, Size: int64(len(text))}
}

// readTable reads a file of tab-separated lines with n fields each; empty lines
// and lines that begin with # are left out.
func readTable(name string, n int) ([][]string, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open table: %w", err)
	}
	defer f.Close()
	var rows [][]string
	sc := bufio.NewScanner(f)
	for line := 1; sc.Scan(); line++ {
		text := sc.Text()
		if text == "" || text[0] == '#' {
			continue
		}
		r := strings.Split(text, "\t")
		if len(r) != n {
			return nil, fmt.Errorf("read table %s: line %d has %d fields, want %d", name, line, len(r), n)
		}
		rows = append(rows, r)
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("read table %s: %w", name, err)
	}
	return rows, nil
}

package layout

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/bench/realweb/site"
)

// An Arranger lays hosts out.
type Arranger struct {
	Unpacked string // folder with one folder per unpacked package
	Web      string // folder that receives one folder per host
	Stamps   string // folder that remembers which hosts are complete
	Robots   string // folder with the robots files
	Note     func(format string, args ...any)
}

// A Count says what lies below a document root.
type Count struct {
	Pages, Files int
	Bytes        int64 // of HTML
}

// Run lays out all rows and writes the two tables of the web; moved is the
// text of its table of redirects. Hosts that are complete are left alone, and
// a host is put in place only when it is complete.
func (a *Arranger) Run(rows []Row, moved []byte) error {
	for _, dir := range []string{a.Web, a.Stamps} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return fmt.Errorf("make folder: %w", err)
		}
	}
	var table strings.Builder
	for _, r := range rows {
		n, err := a.host(r)
		if err != nil {
			return fmt.Errorf("lay out %s from %s: %w", r.Host, r.Package, err)
		}
		robots := r.Robots
		if strings.HasSuffix(robots, ".txt") && !strings.HasPrefix(robots, "redirect:") {
			robots = "file"
		}
		fmt.Fprintf(&table, "%s\t%s\t%s\t%s\t%d\n", r.Host, r.Lang, r.Charset, robots, n.Pages)
		a.Note("%-24s %-6s %6d pages %6d files %8.1f MB HTML", r.Host, r.Lang, n.Pages, n.Files, float64(n.Bytes)/1e6)
	}
	if err := os.WriteFile(filepath.Join(a.Web, site.HostsFile), []byte(table.String()), 0o644); err != nil {
		return fmt.Errorf("write table of hosts: %w", err)
	}
	if err := os.WriteFile(filepath.Join(a.Web, site.MovedFile), moved, 0o644); err != nil {
		return fmt.Errorf("write table of redirects: %w", err)
	}
	return nil
}

// host lays out one host unless its stamp says that this was done before.
func (a *Arranger) host(r Row) (Count, error) {
	robots, err := a.robotsFile(r)
	if err != nil {
		return Count{}, err
	}
	pkg := filepath.Join(a.Unpacked, r.Package)
	version, err := os.ReadFile(pkg + ".version")
	if err != nil {
		return Count{}, fmt.Errorf("package is not unpacked: %w", err)
	}
	want := fmt.Sprintf("%+v\n%s\n%q\n", r, strings.TrimSpace(string(version)), robots)
	root := filepath.Join(a.Web, r.Host)
	stamp := filepath.Join(a.Stamps, r.Host)
	if have, err := os.ReadFile(stamp); err == nil && string(have) == want {
		return count(root)
	}
	if err := errors.Join(os.RemoveAll(stamp), os.RemoveAll(root)); err != nil {
		return Count{}, fmt.Errorf("clear old files: %w", err)
	}
	part := filepath.Join(a.Stamps, r.Host+".part")
	if err := os.RemoveAll(part); err != nil {
		return Count{}, fmt.Errorf("clear old files: %w", err)
	}
	if err := a.build(r, pkg, part, robots); err != nil {
		return Count{}, err
	}
	if err := os.Rename(part, root); err != nil {
		return Count{}, fmt.Errorf("put host in place: %w", err)
	}
	if err := os.WriteFile(stamp, []byte(want), 0o644); err != nil {
		return Count{}, fmt.Errorf("write stamp: %w", err)
	}
	return count(root)
}

func (a *Arranger) build(r Row, pkg, part string, robots []byte) error {
	folder := filepath.Join(pkg, filepath.FromSlash(r.Folder))
	c := copier{pkg: pkg, change: r.changes()}
	if err := c.tree(folder, part); err != nil {
		return err
	}
	for _, b := range r.Beside {
		if err := c.tree(filepath.Join(filepath.Dir(folder), b), filepath.Join(part, b)); err != nil {
			return err
		}
	}
	if c.dangling > 0 || c.linkedDirs > 0 {
		a.Note("%-24s left out %d dangling links and %d linked folders", r.Host, c.dangling, c.linkedDirs)
	}
	if _, err := os.Stat(filepath.Join(part, "index.html")); errors.Is(err, fs.ErrNotExist) {
		if err := addListings(part, r); err != nil {
			return err
		}
	}
	if robots == nil {
		return nil
	}
	name := filepath.Join(part, "robots.txt")
	if err := errors.Join(os.RemoveAll(name), os.WriteFile(name, robots, 0o644)); err != nil {
		return fmt.Errorf("write robots file: %w", err)
	}
	return nil
}

// robotsFile returns the robots file of a host, or nil where it has none.
func (a *Arranger) robotsFile(r Row) ([]byte, error) {
	kind, value, _ := strings.Cut(r.Robots, ":")
	switch kind {
	case "none", "redirect":
		return nil, nil
	case "status":
		if _, err := strconv.Atoi(value); err != nil {
			return nil, fmt.Errorf("robots status: %w", err)
		}
		return nil, nil
	}
	b, err := os.ReadFile(filepath.Join(a.Robots, r.Robots))
	if err != nil {
		return nil, fmt.Errorf("read robots file: %w", err)
	}
	if b == nil {
		b = []byte{}
	}
	return b, nil
}

// A copier copies folders of one package. Files that do not change are hard
// links, links are replaced by what they point to.
type copier struct {
	pkg                  string // links never lead out of this folder
	change               func(name string, b []byte) []byte
	dangling, linkedDirs int
}

func (c *copier) tree(from, to string) error {
	if info, err := os.Stat(from); err != nil || !info.IsDir() {
		return fmt.Errorf("folder %s is not in the package (does the table of hosts know this version?)", from)
	}
	err := filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		dest := filepath.Join(to, rel)
		if d.IsDir() {
			return os.MkdirAll(dest, 0o755)
		}
		source, ok := c.follow(name, d)
		if !ok {
			return nil
		}
		return c.file(source, dest)
	})
	if err != nil {
		return fmt.Errorf("copy %s: %w", from, err)
	}
	return nil
}

// follow resolves a symbolic link; an absolute one starts at the package.
func (c *copier) follow(name string, d fs.DirEntry) (string, bool) {
	if d.Type()&fs.ModeSymlink == 0 {
		return name, d.Type().IsRegular()
	}
	if to, err := os.Readlink(name); err == nil && filepath.IsAbs(to) {
		name = filepath.Join(c.pkg, to)
	}
	root, err1 := filepath.EvalSymlinks(c.pkg)
	real, err2 := filepath.EvalSymlinks(name)
	if err1 != nil || err2 != nil || !strings.HasPrefix(real, root+string(filepath.Separator)) {
		c.dangling++
		return "", false
	}
	if info, err := os.Stat(real); err != nil || !info.Mode().IsRegular() {
		c.linkedDirs++
		return "", false
	}
	return real, true
}

func (c *copier) file(from, to string) error {
	packed := strings.HasSuffix(to, ".gz") && !strings.HasSuffix(to, ".tar.gz")
	if packed {
		to = strings.TrimSuffix(to, ".gz")
	}
	if _, err := os.Lstat(to); err == nil {
		return nil // x.gz beside x: the plain file is already there or comes with its own name
	}
	change := c.change != nil && isHTML(to)
	if !packed && !change {
		return os.Link(from, to)
	}
	b, err := read(from, packed)
	if err != nil {
		return err
	}
	if change {
		b = c.change(to, b)
	}
	if err := os.WriteFile(to, b, 0o644); err != nil {
		return err
	}
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	return os.Chtimes(to, info.ModTime(), info.ModTime())
}

func read(name string, packed bool) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var r io.Reader = f
	if packed {
		if r, err = gzip.NewReader(f); err != nil {
			return nil, fmt.Errorf("unpack %s: %w", name, err)
		}
	}
	return io.ReadAll(r)
}

func isHTML(name string) bool {
	ext := strings.ToLower(filepath.Ext(name))
	return ext == ".html" || ext == ".htm"
}

func count(root string) (Count, error) {
	var n Count
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		n.Files++
		if isHTML(name) {
			n.Pages++
			n.Bytes += info.Size()
		}
		return nil
	})
	if err != nil {
		return n, fmt.Errorf("count pages: %w", err)
	}
	return n, nil
}

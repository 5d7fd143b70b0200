// Package static answers for URLs from folders on disk, as a static web host would: the built pages
// of a site before they are published, or files that people keep in folders.
//
// Floor: 3 (state and I/O), inside fetch. Stability: engine. It makes no connection; package fetch
// hands requests to it over connections in memory. Of files of settings it reads those of package
// hosting; what else a site does only on its real host, it does not do.
package static

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// MaxFolders is the maximum number of Folders.
const MaxFolders = 1000

// A Folder answers for all URLs below a base.
type Folder struct {
	Base  weburl.URL // its path ends with a slash
	Dir   string
	Files bool // it is no site: its folders are answered with lists of what is in them
}

// filesMark stands before the name of a folder of files.
const filesMark = "files:"

// Folders answer for the hosts of their bases: nothing of these hosts is requested over the network.
// Of several folders the one with the longest base answers for a URL. They must not be changed.
type Folders []Folder

// Parse reads items of the form https://example.org/=./public, or https://example.org/=files:./papers
// for a folder of files, each base once. All faults are reported. Whether the folders exist is not checked; see Check.
func Parse(items []string) (Folders, error) {
	if len(items) > MaxFolders {
		return nil, fmt.Errorf("%d folders are more than the %d that are read", len(items), MaxFolders)
	}
	var all Folders
	var faults []error
	named := map[weburl.URL]bool{}
	for _, item := range items {
		f, err := parse(item)
		if err == nil && named[f.Base] {
			err = fmt.Errorf("%s is given two folders; name one", f.Base)
		}
		if err != nil {
			faults = append(faults, err)
			continue
		}
		named[f.Base] = true
		all = append(all, f)
	}
	return all, errors.Join(faults...)
}

func parse(item string) (Folder, error) {
	base, dir, ok := strings.Cut(item, "=")
	dir, files := strings.CutPrefix(dir, filesMark)
	if base = strings.TrimSpace(base); !ok || base == "" || dir == "" {
		return Folder{}, fmt.Errorf("%q is not a URL and its folder; write https://example.org/=./public", item)
	}
	if !strings.Contains(base, "://") {
		return Folder{}, fmt.Errorf("%q does not say whether the site is published with https or http; write https://%s", item, strings.TrimSpace(item))
	}
	if strings.ContainsAny(base, "?#") {
		return Folder{}, fmt.Errorf("%q: a folder stands for a path, so its URL has neither a query nor a fragment", base)
	}
	if !strings.HasSuffix(base, "/") {
		base += "/"
	}
	u, err := weburl.Parse(base)
	if err != nil {
		return Folder{}, fmt.Errorf("%q: %w", base, err)
	}
	return Folder{Base: u, Dir: dir, Files: files}, nil
}

// ParseHere reads items as Parse does, but for empty ones, with the names of the folders on disk made
// absolute: who uses them may have another working directory.
func ParseHere(items []string) (Folders, error) {
	folders, err := Parse(slices.DeleteFunc(slices.Clone(items), func(item string) bool { return item == "" }))
	faults := []error{err}
	for i := range folders {
		folders[i].Dir, err = filepath.Abs(folders[i].Dir)
		faults = append(faults, err)
	}
	return folders, errors.Join(faults...)
}

// Items returns the folders in the form that Parse reads.
func (f Folders) Items() []string {
	items := make([]string, 0, len(f))
	for _, x := range f {
		items = append(items, x.Base.String()+"="+x.mark()+x.Dir)
	}
	return items
}

func (f Folder) mark() string {
	if f.Files {
		return filesMark
	}
	return ""
}

// MarshalJSON returns a list of Items.
func (f Folders) MarshalJSON() ([]byte, error) { return json.Marshal(f.Items()) }

// UnmarshalJSON reads a list of items, as Parse does.
func (f *Folders) UnmarshalJSON(data []byte) error {
	var items []string
	err := json.Unmarshal(data, &items)
	if err == nil {
		*f, err = Parse(items)
	}
	return err
}

// Check returns an error of kind Invalid that names the folders which do not exist, have nothing in
// them, or are no folders.
func (f Folders) Check() error {
	var faults []error
	for _, x := range f {
		info, err := os.Stat(x.Dir)
		switch {
		case errors.Is(err, os.ErrNotExist):
			faults = append(faults, fmt.Errorf("the folder %s for %s does not exist", x.Dir, x.Base))
		case err != nil:
			faults = append(faults, fmt.Errorf("the folder for %s: %w", x.Base, err))
		case !info.IsDir():
			faults = append(faults, fmt.Errorf("%s, which is to answer for %s, is not a folder", x.Dir, x.Base))
		default:
			faults = append(faults, x.check())
		}
	}
	if err := errors.Join(faults...); err != nil {
		return &aranea.Error{Op: "open folders", Kind: aranea.Invalid, Err: err}
	}
	return nil
}

// check returns an error for a folder with nothing in it, which is one that was not built or mounted.
func (f Folder) check() error {
	root, err := os.OpenRoot(f.Dir)
	if err != nil {
		return fmt.Errorf("the folder for %s: %w", f.Base, err)
	}
	defer func() { _ = root.Close() }() // nothing was written
	switch {
	case !isEmpty(root):
		return nil
	case f.Files:
		return fmt.Errorf("the folder %s for %s is empty: is what belongs there mounted?", f.Dir, f.Base)
	}
	return fmt.Errorf("the folder %s for %s is empty: build the site first", f.Dir, f.Base)
}

// Bare returns the folders that are named as sites and have no start page.
func (f Folders) Bare() Folders {
	var bare Folders
	for _, x := range f {
		if _, err := os.Stat(filepath.Join(x.Dir, indexName)); !x.Files && errors.Is(err, os.ErrNotExist) {
			bare = append(bare, x)
		}
	}
	return bare
}

// maxRobots is how much of a robots file is looked through for sitemaps, as much as a crawl reads of it.
const maxRobots = 512 << 10

// Sitemaps returns the sitemaps at the usual place of the sites, of those whose robots file names none.
func (f Folders) Sitemaps() []weburl.URL {
	var all []weburl.URL
	for _, x := range f {
		info, err := os.Lstat(filepath.Join(x.Dir, "sitemap.xml"))
		if x.Files || err != nil || !info.Mode().IsRegular() {
			continue
		}
		if x.Base.Path() == "/" && namesSitemap(filepath.Join(x.Dir, "robots.txt")) {
			continue
		}
		if u, err := x.Base.Resolve("sitemap.xml"); err == nil {
			all = append(all, u)
		}
	}
	return all
}

// namesSitemap reports whether a robots file names a sitemap.
func namesSitemap(file string) bool {
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close() //nolint:errcheck // it is only read
	body, err := io.ReadAll(io.LimitReader(f, maxRobots))
	return err == nil && len(robotstxt.Parse(body).Sitemaps()) > 0
}

// Bases returns the bases of the folders.
func (f Folders) Bases() []weburl.URL {
	all := make([]weburl.URL, 0, len(f))
	for _, x := range f {
		all = append(all, x.Base)
	}
	return all
}

// Listed returns the bases of the folders of files.
func (f Folders) Listed() []weburl.URL {
	var all []weburl.URL
	for _, x := range f {
		if x.Files {
			all = append(all, x.Base)
		}
	}
	return all
}

// Hosts returns the names of the hosts that folders answer for, nil for none.
func (f Folders) Hosts() map[string]bool {
	if len(f) == 0 {
		return nil
	}
	hosts := map[string]bool{}
	for _, x := range f {
		hosts[x.Base.Host()] = true
	}
	return hosts
}

// Moved returns the names of the hosts for which other folders answer than those of before, or none
// any more, or folders where none did, sorted.
func (f Folders) Moved(before Folders) []string {
	var hosts []string
	for _, x := range [][2]Folders{{f, before}, {before, f}} {
		for _, one := range x[0] {
			if !slices.Contains(x[1], one) {
				hosts = append(hosts, one.Base.Host())
			}
		}
	}
	slices.Sort(hosts)
	return slices.Compact(hosts)
}

// Have reports whether folders answer for a host.
func (f Folders) Have(host string) bool {
	return slices.ContainsFunc(f, func(x Folder) bool { return x.Base.Host() == host })
}

// Refuses returns why no answer for a URL exists although a folder answers for its host; nil if one
// may exist, or if no folder answers for the host. The robots file of an origin may always be asked
// for: without a folder for it there is none.
func (f Folders) Refuses(u weburl.URL) error {
	var near weburl.URL
	for _, x := range f {
		switch {
		case x.Base.Host() != u.Host():
			continue
		case x.Base.Origin() == u.Origin() && (u.IsRobots() || scope.Below(x.Base, u)):
			return nil
		}
		near = x.Base
	}
	if near.IsZero() {
		return nil
	}
	return fmt.Errorf("a folder answers for %s, and only for what lies below %s", u.Host(), near)
}

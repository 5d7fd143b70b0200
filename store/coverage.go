package store

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Covered lists which files of a folder are compared with their checksums when the folder is
// opened or checked.
type Covered struct {
	Files int
	Bytes int64
	// Others are the files that are not compared, relative to the folder. They are not needed:
	// the options of the store, and earlier manifests, which the store does not read.
	Others []string
	// Aside are the files and folders that repairs have moved aside, relative to the folder, and
	// AsideBytes is their size. They are not needed, and only the operator removes them.
	Aside      []string
	AsideBytes int64
}

// Coverage returns what a check of the folder dir covers. It ignores empty files, the lock and
// the control socket.
func Coverage(dir string) (Covered, error) {
	var c Covered
	newest := ""
	manifests := map[string]int64{}
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // files may disappear during a crawl
		}
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if m := manifestNamed(name); m > newest {
			newest = m
		}
		info, err := d.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case !info.Mode().IsRegular() || info.Size() == 0 || name == "LOCK":
			return nil
		case isStoreManifest(name):
			manifests[name] = info.Size()
		case putAside(name) != "":
			c.AsideBytes += info.Size()
			if name = putAside(name); !slices.Contains(c.Aside, name) {
				c.Aside = append(c.Aside, name)
			}
			return nil
		case isSpare(name):
			c.Others = append(c.Others, name)
			return nil
		}
		c.Files++
		c.Bytes += info.Size()
		return nil
	})
	for name, size := range manifests {
		if !strings.HasSuffix(newest, "."+path.Base(name)) {
			c.Files--
			c.Bytes -= size
			c.Others = append(c.Others, name)
		}
	}
	slices.Sort(c.Others)
	slices.Sort(c.Aside)
	return c, err
}

// manifestNamed returns the name of the manifest if a file is a marker for one, or "". The
// marker that sorts last names the current manifest.
func manifestNamed(name string) string {
	if base, ok := strings.CutPrefix(name, "frontier/marker.manifest."); ok {
		return base
	}
	return ""
}

func isStoreManifest(name string) bool { return strings.HasPrefix(name, "frontier/MANIFEST-") }

// isSpare reports whether a file contains nothing that is needed.
func isSpare(name string) bool {
	return strings.HasPrefix(name, "frontier/OPTIONS-")
}

// putAside returns the file or its outermost folder that a repair has moved aside, or "" if none
// has.
func putAside(name string) string {
	if top, _, _ := strings.Cut(name, "/"); strings.Contains(top, ".broken-") {
		return top
	}
	if strings.HasPrefix(path.Base(name), "damaged-") {
		return name
	}
	return ""
}

package store

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Covered says which files of a folder a check compares with their checksums,
// when the folder is opened or when it is checked.
type Covered struct {
	Files int
	Bytes int64
	// Others are the files that are not compared, relative to the folder. Nothing
	// in them is needed: the store's options and the manifests before the one in
	// force, which the store does not read, and what a repair has put aside.
	Others []string
}

// Coverage says what a check of the folder dir covers. Files without content, the
// lock and the control socket are left out.
func Coverage(dir string) (Covered, error) {
	var c Covered
	inForce := ""
	manifests := map[string]int64{}
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // files come and go while a crawl is under way
		}
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if m := manifestNamed(name); m > inForce {
			inForce = m
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
		case isSpare(name):
			c.Others = append(c.Others, name)
			return nil
		}
		c.Files++
		c.Bytes += info.Size()
		return nil
	})
	for name, size := range manifests {
		if !strings.HasSuffix(inForce, "."+path.Base(name)) {
			c.Files--
			c.Bytes -= size
			c.Others = append(c.Others, name)
		}
	}
	slices.Sort(c.Others)
	return c, err
}

// manifestNamed returns the name of a mark of the store's manifest in force, which
// is the last one in their order, and "" for other files.
func manifestNamed(name string) string {
	if base, ok := strings.CutPrefix(name, "frontier/marker.manifest."); ok {
		return base
	}
	return ""
}

func isStoreManifest(name string) bool { return strings.HasPrefix(name, "frontier/MANIFEST-") }

// isSpare reports whether nothing that is needed is in a file.
func isSpare(name string) bool {
	return strings.HasPrefix(name, "frontier/OPTIONS-") || strings.HasPrefix(path.Base(name), "damaged-") || strings.Contains(name, ".broken-")
}

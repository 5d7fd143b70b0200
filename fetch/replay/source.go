package replay

import (
	"archive/zip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
)

// MaxFiles is the maximum number of files of archives.
const MaxFiles = 1 << 18

// A source is a WARC file, or one inside of a WACZ file, where it is not compressed again.
type source struct {
	path    string
	within  string // its name in the WACZ file
	offset  int64  // in the file
	size    int64
	changed time.Time
}

// String returns the name of the source.
func (s source) String() string {
	if s.within != "" {
		return s.path + " (" + s.within + ")"
	}
	return s.path
}

// isWARC and isWACZ tell files by their names.
func isWARC(name string) bool {
	return strings.HasSuffix(name, ".warc") || strings.HasSuffix(name, ".warc.gz")
}

func isWACZ(name string) bool { return strings.HasSuffix(name, ".wacz") }

// sources returns the WARC files of archives, each of which is a file or a folder with files and
// folders, in the order of their names.
func sources(names []string) ([]source, error) {
	var all []source
	for _, name := range names {
		found, err := sourcesOf(name)
		if err != nil {
			return nil, &aranea.Error{Op: "open archive", Kind: aranea.Invalid, Err: err}
		}
		all = append(all, found...)
	}
	if len(all) > MaxFiles {
		return nil, &aranea.Error{Op: "open archive", Kind: aranea.Limit, Err: fmt.Errorf("%d files are more than the %d that are read", len(all), MaxFiles)}
	}
	return all, nil
}

func sourcesOf(name string) ([]source, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("the archive %s does not exist", name)
	case err != nil:
		return nil, fmt.Errorf("the archive: %w", err)
	case info.Mode().IsRegular():
		return parts(name, info)
	case !info.IsDir():
		return nil, fmt.Errorf("the archive %s is neither a file nor a folder", name)
	}
	if name, err = filepath.EvalSymlinks(name); err != nil { // of a link to a folder, only the link is walked
		return nil, fmt.Errorf("the archive: %w", err)
	}
	var all []source
	var faults []error // told together: a folder may have a thousand files
	err = filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !isWARC(d.Name()) && !isWACZ(d.Name()) {
			return err
		}
		info, err := os.Stat(path) // of what a link leads to
		if err != nil || !info.Mode().IsRegular() {
			return err
		}
		found, err := parts(path, info)
		if err != nil {
			faults = append(faults, err)
		}
		all = append(all, found...)
		return nil
	})
	if len(faults) > 0 {
		more := len(faults) - maxTold
		if faults = faults[:min(len(faults), maxTold)]; more > 0 {
			faults = append(faults, fmt.Errorf("%d more files of the archive %s cannot be read", more, name))
		}
		return nil, fmt.Errorf("%w\ntake such files out of the folder, or give them names that end otherwise", errors.Join(faults...))
	}
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("no file in the archive %s has a name that ends in .warc, .warc.gz or .wacz", name)
	}
	return all, err
}

// parts returns the sources in one file.
func parts(path string, info fs.FileInfo) ([]source, error) {
	if !isWACZ(path) {
		return []source{{path: path, size: info.Size(), changed: info.ModTime()}}, nil
	}
	z, err := zip.OpenReader(path)
	if err != nil {
		return nil, fmt.Errorf("the archive %s is no WACZ file: %w", path, err)
	}
	defer func() { _ = z.Close() }() // it was only read
	var all []source
	for _, f := range z.File {
		if !isWARC(f.Name) {
			continue
		}
		offset, err := f.DataOffset()
		switch {
		case err != nil:
			return nil, fmt.Errorf("the archive %s: %w", path, err)
		case f.Method != zip.Store:
			return nil, fmt.Errorf("the archive %s: %s is compressed again inside of it; unzip it", path, f.Name)
		}
		all = append(all, source{path: path, within: f.Name, offset: offset, size: int64(min(f.CompressedSize64, uint64(info.Size()))), changed: info.ModTime()})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("the archive %s has no WARC file", path)
	}
	return all, nil
}

// Check returns an error of kind Invalid if an archive does not exist, or has no file that can be read.
func Check(names []string) error {
	_, err := sources(names)
	return err
}

// A Version tells whether the files of archives are those that were opened.
type Version string

// VersionOf returns the version of archives.
func VersionOf(names []string) (Version, error) {
	all, err := sources(names)
	if err != nil {
		return "", err
	}
	return versionOf(all), nil
}

func versionOf(all []source) Version {
	var b strings.Builder
	for _, s := range all {
		fmt.Fprintf(&b, "%s %d %d %d\n", s, s.offset, s.size, s.changed.UnixNano())
	}
	return Version(b.String())
}

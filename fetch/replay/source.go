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

// A source is a WARC or ARC file, or one inside of a WACZ file.
type source struct {
	path     string
	within   string // its name in the WACZ file
	offset   int64  // in the file
	size     int64
	changed  time.Time
	named    bool     // itself, and not the folder in which it is
	deflated bool     // it is compressed again in the WACZ file
	zstd     bool     // it is compressed with Zstandard
	unpacked *os.File // what is read in its place, if it was compressed as a whole
}

// String returns the name of the source.
func (s source) String() string {
	if s.within != "" {
		return s.path + " (" + s.within + ")"
	}
	return s.path
}

// isWARC and isWACZ tell files by their names. A file of ARC is read as one of WARC.
func isWARC(name string) bool {
	name = strings.TrimSuffix(name, ".gz")
	return strings.HasSuffix(name, ".warc") || strings.HasSuffix(name, ".arc")
}

// isZstd tells files that are compressed with Zstandard, as some large archives are.
func isZstd(name string) bool {
	return strings.HasSuffix(name, ".warc.zst")
}

func isWACZ(name string) bool { return strings.HasSuffix(name, ".wacz") }

// sources returns the files of archives, each of which is a file or a folder with files and folders, in the
// order of their names; and why files of folders are left out.
func sources(names []string) (all []source, leftOut []error, err error) {
	for _, name := range names {
		found, faults, err := sourcesOf(name)
		if err != nil {
			return nil, nil, &aranea.Error{Op: "open archive", Kind: aranea.Invalid, Err: err}
		}
		all, leftOut = append(all, found...), append(leftOut, faults...)
	}
	if len(all) > MaxFiles {
		return nil, nil, &aranea.Error{Op: "open archive", Kind: aranea.Limit, Err: fmt.Errorf("%d files are more than the %d that are read", len(all), MaxFiles)}
	}
	return all, leftOut, nil
}

func sourcesOf(name string) (all []source, leftOut []error, err error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, fmt.Errorf("the archive %s does not exist", name)
	case err != nil:
		return nil, nil, fmt.Errorf("the archive: %w", err)
	case info.Mode().IsRegular():
		all, err = parts(name, info)
		for i := range all {
			all[i].named = true
		}
		return all, nil, err
	case !info.IsDir():
		return nil, nil, fmt.Errorf("the archive %s is neither a file nor a folder", name)
	}
	if name, err = filepath.EvalSymlinks(name); err != nil { // of a link to a folder, only the link is walked
		return nil, nil, fmt.Errorf("the archive: %w", err)
	}
	err = filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
		if err != nil && path != name { // a folder in it that cannot be read
			leftOut = append(leftOut, err)
			return nil
		}
		if err != nil || d.IsDir() || !isWARC(d.Name()) && !isZstd(d.Name()) && !isWACZ(d.Name()) {
			return err
		}
		info, err := os.Stat(path) // of what a link leads to
		if err == nil && !info.Mode().IsRegular() {
			return nil
		}
		var found []source
		if err == nil {
			found, err = parts(path, info)
		}
		if err != nil {
			leftOut = append(leftOut, err)
		}
		all = append(all, found...)
		return nil
	})
	switch {
	case err != nil:
		return nil, nil, err
	case len(all) == 0 && len(leftOut) > 0:
		return nil, nil, fmt.Errorf("no file in the archive %s can be read:\n%w", name, errors.Join(few(leftOut)...))
	case len(all) == 0:
		return nil, nil, fmt.Errorf("no file in the archive %s has a name that ends in .warc, .warc.gz, .warc.zst, .wacz, .arc or .arc.gz", name)
	}
	return all, leftOut, nil
}

// few returns the first faults, and how many more there are: a folder may have a thousand files.
func few(faults []error) []error {
	if more := len(faults) - maxTold; more > 0 {
		return append(faults[:maxTold:maxTold], fmt.Errorf("and %d more", more))
	}
	return faults
}

// parts returns the sources in one file.
func parts(path string, info fs.FileInfo) ([]source, error) {
	if !isWACZ(path) {
		return []source{{path: path, size: info.Size(), changed: info.ModTime(), zstd: isZstd(path)}}, nil
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
		case f.Method != zip.Store && f.Method != zip.Deflate:
			return nil, fmt.Errorf("the archive %s: %s is compressed in an unknown way", path, f.Name)
		}
		all = append(all, source{
			path: path, within: f.Name, offset: offset, size: int64(min(f.CompressedSize64, uint64(info.Size()))),
			changed: info.ModTime(), deflated: f.Method == zip.Deflate,
		})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("the archive %s has no WARC file", path)
	}
	return all, nil
}

// Check returns an error of kind Invalid if an archive does not exist, or has no file that can be read.
func Check(names []string) error {
	_, _, err := sources(names)
	return err
}

// A Version tells whether the files of archives are those that were opened.
type Version string

// VersionOf returns the version of archives.
func VersionOf(names []string) (Version, error) {
	all, _, err := sources(names)
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

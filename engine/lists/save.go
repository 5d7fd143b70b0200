package lists

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/search/listfile"
	"github.com/aranea-search/aranea/store"
)

// InFolder returns the file that a data folder has for the list of a name, unless the operator names
// another one. There may be none.
func InFolder(dir, name string) string { return filepath.Join(dir, name+".txt") }

// of returns the list of a kind in a data folder, or in a copy of one, nil if there is none that can be
// read.
func of[S any](kind Kind[S], dir string, logger *slog.Logger) func() S {
	file, err := Open(kind, InFolder(dir, kind.Name), time.Now, logger)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			logger.Warn("the list of "+kind.Name+" cannot be read, and does not count", "error", err)
		}
		return nil
	}
	return file.Set
}

// Names are the names of all lists that a data folder may have.
func Names() []string { return []string{Synonyms().Name, Pins().Name, Weights().Name} }

// Text returns the text of a list as it is in its file, empty if there is no file. What has more bytes
// than a list may have is an error of kind Limit, what is no file one of kind Invalid.
func Text(path string) ([]byte, error) {
	const op = "read list"
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // opening a pipe would wait
		return nil, &aranea.Error{Op: op, Kind: aranea.Invalid, Err: errors.New("its path names a folder, a pipe or a device")}
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, &aranea.Error{Op: op, Kind: aranea.KindOf(err), Err: err}
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, listfile.MaxBytes+1))
	switch {
	case err != nil:
		return nil, &aranea.Error{Op: op, Kind: aranea.KindOf(err), Err: err}
	case len(text) > listfile.MaxBytes:
		return nil, &aranea.Error{Op: op, Kind: aranea.Limit, Err: fmt.Errorf("it has more than %d bytes", listfile.MaxBytes)}
	}
	return text, nil
}

// Save replaces the text of a list, whole or not at all, and makes its file if there is none. A file
// that cannot be written is an error of kind Denied.
func Save(path string, text []byte) error {
	mode := fs.FileMode(0o600)
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to // the link stays
	}
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	if err := store.WriteFile(path, text, mode); err != nil {
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err // who orders it must not see names of files
		}
		return &aranea.Error{Op: "write list", Kind: aranea.Denied, Err: fmt.Errorf("its file cannot be written: %w", err)}
	}
	return nil
}

// Copy copies the lists that a data folder has to another folder, however long they are. What is no file is
// no list.
func Copy(from, to string) error {
	for _, name := range Names() {
		info, err := os.Stat(InFolder(from, name))
		if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
			continue
		}
		text, err := os.ReadFile(InFolder(from, name))
		if err == nil {
			err = store.WriteFile(InFolder(to, name), text, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

package operators

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/aranea-search/aranea/search/listfile"
)

// Write gives an operator a password in a file, which is made with mode 0600 if there is none, and
// keeps all other lines as they are. It reports whether the name had a password before. The file is
// replaced in one step, so that whoever reads it meanwhile has it before or after.
func Write(path, name, password string) (changed bool, err error) {
	if err := errors.Join(CheckName(name), CheckPassword(password)); err != nil {
		return false, err
	}
	text, err := read(path)
	if err != nil {
		return false, err
	}
	if _, err := Parse(text); err != nil {
		return false, fmt.Errorf("%s: %w", path, err)
	}
	h, err := newHash(password)
	if err != nil {
		return false, err
	}
	text, changed = withLine(text, name, name+" "+h.String())
	if _, err := Parse(text); err != nil {
		return false, fmt.Errorf("%s: %w", path, err)
	}
	return changed, replace(path, text)
}

// read returns the content of a file, nothing if it does not exist.
func read(path string) ([]byte, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // opening a pipe would wait
		return nil, fmt.Errorf("%s is no file", path)
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, listfile.MaxBytes+1))
}

// withLine replaces the line of a name, or adds one at the end.
func withLine(text []byte, name, line string) (out []byte, replaced bool) {
	for old := range bytes.Lines(text) {
		if fields := strings.Fields(uncommented(string(old))); len(fields) > 0 && fields[0] == name {
			old, replaced = []byte(line+"\n"), true
		}
		out = append(out, old...)
	}
	if replaced {
		return out, true
	}
	if len(out) > 0 && !bytes.HasSuffix(out, []byte("\n")) {
		out = append(out, '\n')
	}
	return append(out, line+"\n"...), false
}

// replace writes a file in place of another, for its owner alone.
func replace(path string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*") // with mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the first error is returned
	}
	return err
}

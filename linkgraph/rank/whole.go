package rank

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/aranea-search/aranea"
)

// A Form is the form of a small file beside the ranks that is read and written as a whole: eight bytes that
// tell what it is, its version, the content, a checksum of all of it (CRC-32C).
type Form struct {
	Name    string // of the file
	What    string // it has, for errors
	Magic   string // its first bytes
	Version uint32
	Oldest  uint32 // the oldest version whose content is read; 0 for Version itself
}

// Open reads the file of a folder and has its content decoded; false if there is none. Damage is an error
// of kind Corrupt. The content is valid until decode returns.
func (f Form) Open(files Folder, decode func(content []byte) error) (found bool, err error) {
	return f.OpenEach(files, func(_ uint32, content []byte) error { return decode(content) })
}

// OpenEach is Open for a form whose versions have different contents: decode is told the version as well.
func (f Form) OpenEach(files Folder, decode func(version uint32, content []byte) error) (found bool, err error) {
	data, release, err := files.Map(f.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("open %s: %w", f.What, err)
	}
	defer release()
	content, err := f.Unwrap(data)
	if err == nil {
		err = decode(binary.LittleEndian.Uint32(data[len(f.Magic):]), content)
	}
	if err != nil {
		return false, &aranea.Error{Op: "open " + f.What, Kind: aranea.Corrupt, Obj: f.Name, Err: err}
	}
	return true, nil
}

// Write writes the file of a folder; it is durable when it returns.
func (f Form) Write(files Folder, content []byte) error {
	if err := Replace(files, f.Name, func(w io.Writer) error { _, err := w.Write(f.Wrap(content)); return err }); err != nil {
		return fmt.Errorf("write %s: %w", f.What, err)
	}
	return nil
}

// Wrap returns the bytes of a file with some content.
func (f Form) Wrap(content []byte) []byte {
	b := make([]byte, 0, len(f.Magic)+4+len(content)+sumSize)
	b = binary.LittleEndian.AppendUint32(append(b, f.Magic...), f.Version)
	b = append(b, content...)
	return binary.LittleEndian.AppendUint32(b, checksum(b))
}

// Unwrap returns the content of a file.
func (f Form) Unwrap(data []byte) ([]byte, error) {
	head := len(f.Magic) + 4
	if len(data) < head+sumSize || string(data[:len(f.Magic)]) != f.Magic {
		return nil, fmt.Errorf("it is no file of %s", f.What)
	}
	if v := binary.LittleEndian.Uint32(data[len(f.Magic):]); v > f.Version || v < cmp.Or(f.Oldest, f.Version) {
		return nil, fmt.Errorf("it has version %d, not %d", v, f.Version)
	}
	end := len(data) - sumSize
	if checksum(data[:end]) != binary.LittleEndian.Uint32(data[end:]) {
		return nil, errors.New("its checksum is wrong")
	}
	return data[head:end], nil
}

package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/aranea-search/aranea"
)

// optionsEnvelope is the form of options.json. Older versions wrote only the settings, which
// have neither of these fields.
type optionsEnvelope struct {
	Checksum *string         `json:"crc32c"` // of the bytes of Options, in hexadecimal
	Options  json.RawMessage `json:"options"`
}

func optionsChecksum(data []byte) uint32 {
	return crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli))
}

// ReadOptions returns the stored settings, or nil if there are none. Settings that were changed
// by anything but WriteOptions are an error of kind Corrupt, and so are missing settings if
// there is a frontier, because that is created after them.
func (f *Folder) ReadOptions() ([]byte, error) {
	data, err := readSmall(filepath.Join(f.dir, optionsFile))
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(f.FrontierDir()); err == nil {
			return nil, f.damagedOptions(errors.New("it is missing"))
		}
		return nil, nil
	}
	if err != nil {
		return nil, folderError(f.dir, err)
	}
	var e optionsEnvelope
	if err := json.Unmarshal(data, &e); err != nil {
		return nil, f.damagedOptions(err)
	}
	if e.Checksum == nil && e.Options == nil {
		return data, nil // written by an older version
	}
	if e.Checksum == nil || e.Options == nil {
		return nil, f.damagedOptions(errors.New("it has lost its checksum or its settings"))
	}
	want, err := strconv.ParseUint(*e.Checksum, 16, 32)
	if err != nil || uint32(want) != optionsChecksum(e.Options) {
		return nil, f.damagedOptions(fmt.Errorf("its checksum is %.20q, its content's %08x", *e.Checksum, optionsChecksum(e.Options)))
	}
	return e.Options, nil
}

func (f *Folder) damagedOptions(err error) error {
	return refuse(f.dir, &FolderError{Fault: FolderDamaged, Name: optionsFile, Err: err})
}

// WriteOptions durably replaces the settings, which must be one JSON value.
func (f *Folder) WriteOptions(data []byte) error {
	refused := &aranea.Error{Op: "write options", Kind: aranea.Invalid, Obj: f.dir}
	switch {
	case f.lock == nil:
		refused.Err = errors.New("the data folder was opened for reading only")
		return refused
	case len(data) > maxSmallFile/2:
		refused.Kind, refused.Err = aranea.Limit, fmt.Errorf("%d bytes, limit %d", len(data), maxSmallFile/2)
		return refused
	case !json.Valid(data):
		refused.Err = errors.New("the settings are not JSON")
		return refused
	}
	var value json.RawMessage // without surrounding whitespace, as it will be read
	if err := json.Unmarshal(data, &value); err != nil {
		refused.Err = err
		return refused
	}
	text := fmt.Appendf(nil, "{\n\"crc32c\": \"%08x\",\n\"options\": %s\n}\n", optionsChecksum(value), value)
	if err := WriteFile(filepath.Join(f.dir, optionsFile), text, ownerOnly); err != nil {
		return folderError(f.dir, err)
	}
	return nil
}

// Package pluginstore keeps the plugins of a user in a folder: for each plugin its file, and a
// manifest with the plugin's description of itself and the checksum of the file.
//
// Floor: 3 (state and input/output). Stability: engine. It starts no plugin; package cage does.
package pluginstore

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/cage"
	"github.com/aranea-search/aranea/extract/frame"
)

// Limits of a folder.
const (
	maxPlugins  = 50
	maxManifest = 64 << 10 // bytes
	suffix      = ".json"
)

// A manifest is the data about a plugin beside its file.
type manifest struct {
	frame.Hello

	SHA256 string `json:"sha256"` // of the file, in hexadecimal
}

// A Folder is a folder of plugins. It need not exist.
type Folder string

// Plugins returns the plugins of the folder by name, and the reasons why others are not used: a
// file that differs from the one that was added was never tested.
func (f Folder) Plugins() (sound []cage.Plugin, faults []error, err error) {
	if f == "" {
		return nil, nil, nil
	}
	entries, err := os.ReadDir(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read the folder of plugins: %w", err)
	}
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), suffix)
		if !ok || e.IsDir() {
			continue
		}
		p, err := f.plugin(name)
		if err != nil {
			faults = append(faults, fmt.Errorf("the plugin %s is not used: %w; look at it and add it again, or remove it: aranea plugin remove %s", name, err, name))
		} else {
			sound = append(sound, p)
		}
		if len(sound)+len(faults) > maxPlugins {
			return nil, nil, fmt.Errorf("%s holds more than %d plugins", f, maxPlugins)
		}
	}
	slices.SortFunc(sound, func(a, b cage.Plugin) int { return cmp.Compare(a.Hello.Name, b.Hello.Name) })
	return sound, faults, nil
}

// plugin reads one plugin and compares its file with the checksum.
func (f Folder) plugin(name string) (cage.Plugin, error) {
	path := filepath.Join(string(f), name+suffix)
	info, err := os.Stat(path)
	if err == nil && info.Size() > maxManifest {
		err = fmt.Errorf("%s has more than %d bytes", path, maxManifest)
	}
	if err != nil {
		return cage.Plugin{}, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return cage.Plugin{}, err
	}
	var m manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return cage.Plugin{}, fmt.Errorf("%s does not read: %w", path, err)
	}
	if err := m.Validate(); err != nil || m.Name != name {
		return cage.Plugin{}, fmt.Errorf("%s says nothing that holds: %w", path, cmp.Or(err, errors.New("its name is another")))
	}
	file, err := os.ReadFile(f.file(name))
	if err != nil {
		return cage.Plugin{}, err
	}
	if cage.Checksum(file) != m.SHA256 {
		return cage.Plugin{}, fmt.Errorf("%s is not the file that was added", f.file(name))
	}
	return cage.Plugin{Hello: m.Hello, Path: f.file(name)}, nil
}

// file returns the path of a plugin's file.
func (f Folder) file(name string) string { return filepath.Join(string(f), name+".plugin") }

// Add copies the file of a plugin with the given description and checksum to the folder,
// replacing an earlier version.
func (f Folder) Add(path string, hello frame.Hello, sum string) error {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return err
	}
	file, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if cage.Checksum(file) != sum {
		return fmt.Errorf("%s changed while it was looked at", path)
	}
	text, err := json.MarshalIndent(manifest{hello, sum}, "", "  ")
	if err != nil {
		return err
	}
	if err := replace(f.file(hello.Name), file, 0o700); err != nil {
		return err
	}
	return replace(filepath.Join(string(f), hello.Name+suffix), append(text, '\n'), 0o600)
}

// Remove removes a plugin from the folder. If there is none with that name, the error is
// fs.ErrNotExist.
func (f Folder) Remove(name string) error {
	err := os.Remove(filepath.Join(string(f), filepath.Base(name)+suffix))
	if err != nil {
		return err
	}
	if err := os.Remove(f.file(filepath.Base(name))); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// replace writes a file atomically.
func replace(path string, content []byte, mode fs.FileMode) error {
	part, err := os.CreateTemp(filepath.Dir(path), ".part-*")
	if err != nil {
		return err
	}
	_, err = part.Write(content)
	err = errors.Join(err, part.Chmod(mode), part.Sync(), part.Close())
	if err == nil {
		err = os.Rename(part.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(part.Name()))
	}
	return nil
}

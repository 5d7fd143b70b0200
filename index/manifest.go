package index

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
)

const (
	manifestFile   = "MANIFEST"
	manifestFormat = 1
)

// A manifest names the segments that make the index, with their deletions, and
// the first log whose changes are not in them. It is one line of JSON and a line
// with its checksum, replaced as a whole.
type manifest struct {
	Format   int               `json:"format"`
	Next     uint64            `json:"next"` // number of the next segment
	WAL      uint64            `json:"wal"`  // number of the first log to replay
	Segments []manifestSegment `json:"segments"`
}

type manifestSegment struct {
	Name    string `json:"name"`
	Docs    int    `json:"docs"`
	Deleted string `json:"deleted,omitempty"` // file with the bitmap of deleted documents
}

func segmentName(n uint64) string { return fmt.Sprintf("seg-%08d", n) }

func readManifest(dir string) (manifest, error) {
	path := filepath.Join(dir, manifestFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return manifest{Format: manifestFormat, Next: 1, WAL: 1}, nil
	}
	if err != nil {
		return manifest{}, fmt.Errorf("read manifest: %w", err)
	}
	line, sum, ok := strings.Cut(strings.TrimSuffix(string(data), "\n"), "\n")
	if want, err := strconv.ParseUint(sum, 16, 32); !ok || err != nil || uint32(want) != crc32.Checksum([]byte(line), castagnoli) {
		return manifest{}, corrupt(path, errChecksum)
	}
	var m manifest
	if err := json.Unmarshal([]byte(line), &m); err != nil {
		return manifest{}, corrupt(path, err)
	}
	if m.Format > manifestFormat {
		return manifest{}, &aranea.Error{Op: "open index", Kind: aranea.Invalid, Obj: dir, Err: fmt.Errorf("written by a newer aranea (format %d, this program knows %d)", m.Format, manifestFormat)}
	}
	return m, nil
}

// write replaces the manifest atomically.
func (m manifest) write(dir string) error {
	line, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("encode manifest: %w", err)
	}
	data := fmt.Appendf(nil, "%s\n%08x\n", line, crc32.Checksum(line, castagnoli))
	return writeSync(dir, manifestFile, data)
}

// writeSync writes a file whole and durable, or not at all.
func writeSync(dir, name string, data []byte) (err error) {
	path := filepath.Join(dir, name)
	f, err := os.OpenFile(path+".tmp", os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if _, err = f.Write(data); err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(path+".tmp", path)
	}
	if err == nil {
		err = store.SyncDir(dir)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

// openLive opens the segments of a manifest.
func openLive(dir string, m manifest) ([]live, error) {
	var out []live
	for _, ms := range m.Segments {
		l, err := openOne(dir, ms)
		if err != nil {
			for _, o := range out {
				o.release()
			}
			return nil, err
		}
		out = append(out, l)
	}
	return out, nil
}

func openOne(dir string, ms manifestSegment) (live, error) {
	if ms.Name != filepath.Base(ms.Name) || ms.Deleted != "" && ms.Deleted != filepath.Base(ms.Deleted) {
		return live{}, corrupt(manifestFile, fmt.Errorf("segment name %q", ms.Name))
	}
	s, err := openSegment(dir, ms.Name)
	if err != nil {
		return live{}, err
	}
	l := live{segment: s}
	if ms.Deleted != "" {
		if l.deleted, err = readBitmap(filepath.Join(dir, ms.Deleted)); err != nil {
			s.release()
			return live{}, err
		}
	}
	return l, nil
}

// A bitmap file is the bitmap in the portable format of the Roaring
// specification and its CRC-32C in eight hexadecimal digits.
func readBitmap(path string) (*roaring.Bitmap, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read deletions: %w", err)
	}
	n := len(data) - 8
	if n < 0 {
		return nil, corrupt(path, errShort)
	}
	want, err := strconv.ParseUint(string(data[n:]), 16, 32)
	if err != nil || uint32(want) != crc32.Checksum(data[:n], castagnoli) {
		return nil, corrupt(path, errChecksum)
	}
	b := roaring.New()
	if err := b.UnmarshalBinary(data[:n]); err != nil {
		return nil, corrupt(path, err)
	}
	return b, nil
}

// deletedName names the file with the deletions of a segment.
func deletedName(segment string, b *roaring.Bitmap) string {
	return fmt.Sprintf("%s.del-%d", segment, b.GetCardinality())
}

func writeBitmap(dir, name string, b *roaring.Bitmap) error {
	data, err := b.ToBytes()
	if err != nil {
		return fmt.Errorf("encode deletions: %w", err)
	}
	return writeSync(dir, name, fmt.Appendf(data, "%08x", crc32.Checksum(data, castagnoli)))
}

package index

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/index/wal"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const (
	manifestFile   = "MANIFEST"
	manifestFormat = 10
	oldestFormat   = 5      // can be read, and is rewritten in the new format by the next change
	temporary      = ".tmp" // suffix of a file that is to replace another
)

// reserved is how many segment numbers a manifest sets aside for the process that wrote it. A
// crash may leave files with these numbers, and no others.
const reserved = 64

// A manifest lists the segments of the index, with their deletions, and the first log whose
// changes are not in them. It is one line of JSON and one line with its checksum, and is
// replaced as a whole.
type manifest struct {
	Format   int               `json:"format"`
	Next     uint64            `json:"next"`           // number of the next segment
	Limit    uint64            `json:"limit"`          // numbers in [Next, Limit) may be in use by the writer
	Work     []uint64          `json:"work,omitempty"` // numbers below Next in use for segments that are not written yet
	WAL      uint64            `json:"wal"`            // number of the first log to replay
	Segments []manifestSegment `json:"segments"`
	// Gone are files that this manifest no longer names and that may still exist.
	Gone []string `json:"gone,omitempty"`
}

type manifestSegment struct {
	Name    string `json:"name"`
	Docs    int    `json:"docs"`
	Level   int    `json:"level,omitempty"`   // how often its oldest part was merged
	Deleted string `json:"deleted,omitempty"` // file of the bitmap of deleted documents
	Hidden  string `json:"hidden,omitempty"`  // file of the bitmap of hidden documents
	// Damage is the first fault found in a segment that is no longer read; nil for none.
	Damage *Fault `json:"damage,omitempty"`
	// Holes are the numbers of damaged blocks, by part, of a segment that is read without them.
	Holes map[string][]int `json:"holes,omitempty"`
}

func segmentName(n uint64) string { return fmt.Sprintf("seg-%08d", n) }

// segmentNumber returns the number in a segment's file name.
func segmentNumber(file string) (uint64, bool) {
	digits, ok := strings.CutPrefix(file, "seg-")
	digits, _, dot := strings.Cut(digits, ".")
	n, err := strconv.ParseUint(digits, 10, 64)
	return n, ok && dot && err == nil
}

// ours reports whether a file has a name that only an index gives.
func ours(file string) bool {
	_, seg := segmentNumber(file)
	_, log := wal.Number(file)
	return seg || log
}

// whole returns the content of a file.
func whole(files disk.Folder, name string) ([]byte, error) {
	data, release, err := files.Map(name)
	if err != nil {
		return nil, err
	}
	defer release()
	return bytes.Clone(data), nil
}

// readManifest reads the manifest of an existing index.
func readManifest(files disk.Folder) (manifest, error) {
	data, err := manifestBytes(files)
	if err != nil {
		return manifest{}, err
	}
	return parseManifest(data)
}

// manifestBytes returns the content of the manifest of an existing index.
func manifestBytes(files disk.Folder) ([]byte, error) {
	data, err := whole(files, manifestFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, damage.Err(manifestFile, 0, "the file is missing")
	}
	if err != nil {
		return nil, fmt.Errorf("read manifest: %w", err)
	}
	return data, nil
}

func parseManifest(data []byte) (manifest, error) {
	line, sum, ok := strings.Cut(strings.TrimSuffix(string(data), "\n"), "\n")
	if want, err := strconv.ParseUint(sum, 16, 32); !ok || err != nil || uint32(want) != crc32.Checksum([]byte(line), castagnoli) {
		return manifest{}, damage.Err(manifestFile, 0, damage.ErrChecksum.Error())
	}
	var m manifest
	if err := json.Unmarshal([]byte(line), &m); err != nil {
		return manifest{}, damage.Err(manifestFile, 0, err.Error())
	}
	if m.Format < oldestFormat || m.Format > manifestFormat {
		return manifest{}, formatError(m.Format)
	}
	return m, m.sane()
}

// formatError refuses an index of another format version.
func formatError(format int) error {
	writer := "a newer"
	if format < manifestFormat {
		writer = "an older"
	}
	return &aranea.Error{Op: "read manifest", Kind: aranea.Invalid, Err: fmt.Errorf(
		"it was made by %s version of aranea (format %d of the index, this version has %d): crawl into a new folder with --data, or use that version", writer, format, manifestFormat)}
}

// sane refuses names that would lead out of the folder.
func (m manifest) sane() error {
	for _, s := range m.Segments {
		_, seg := segmentNumber(s.Name + ".")
		if !seg || !s.owns(s.Deleted, endDeleted) || !s.owns(s.Hidden, endHidden) {
			return damage.Err(manifestFile, 0, fmt.Sprintf("it names the segment %q with the bitmaps %q and %q", s.Name, s.Deleted, s.Hidden))
		}
	}
	return nil
}

// write replaces the manifest atomically.
func (m manifest) write(files disk.Folder) error {
	line, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("encode manifest: %w", err)
	}
	return replaceFile(files, manifestFile, fmt.Appendf(nil, "%s\n%08x\n", line, crc32.Checksum(line, castagnoli)))
}

// replaceFile replaces a file atomically and durably.
func replaceFile(files disk.Folder, name string, data []byte) error {
	f, err := files.Create(name + temporary)
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if _, err = f.Write(data); err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = files.Rename(name+temporary, name)
	}
	if err == nil {
		err = files.Sync()
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

// openLive opens the segments of a manifest. Damaged ones are left out and returned in lost.
func openLive(files segment.Folder, m manifest) (all []live, lost []manifestSegment, err error) {
	for _, ms := range m.Segments {
		if ms.Damage != nil {
			lost = append(lost, ms)
			continue
		}
		l, err := openOne(files, ms)
		if f, ok := damage.FaultOf(err); ok {
			ms.Damage = &f
			lost = append(lost, ms)
			continue
		}
		if err != nil {
			for _, o := range all {
				o.Release()
			}
			return nil, nil, err
		}
		all = append(all, l)
	}
	return all, lost, nil
}

func openOne(files segment.Folder, ms manifestSegment) (live, error) {
	s, err := segment.Open(files, ms.Name)
	if err != nil {
		return live{}, err
	}
	s.Recheck(ms.Holes)
	l := live{Segment: s, level: ms.Level}
	if ms.Deleted != "" {
		l.deleted, err = readBitmap(files, ms.Deleted)
	}
	if ms.Hidden != "" && err == nil {
		l.hidden, err = readBitmap(files, ms.Hidden)
	}
	if err != nil {
		s.Release()
		return live{}, err
	}
	return l, nil
}

// A bitmap file is a bitmap in the portable Roaring format, followed by its CRC-32C in eight
// hexadecimal digits.
func readBitmap(files disk.Folder, name string) (*roaring.Bitmap, error) {
	data, err := whole(files, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, damage.Err(name, 0, "the file is missing")
	}
	if err != nil {
		return nil, fmt.Errorf("read bitmap: %w", err)
	}
	n := len(data) - 8
	if n < 0 {
		return nil, damage.Err(name, 0, damage.ErrShort.Error())
	}
	want, err := strconv.ParseUint(string(data[n:]), 16, 32)
	if err != nil || uint32(want) != crc32.Checksum(data[:n], castagnoli) {
		return nil, damage.Err(name, 0, damage.ErrChecksum.Error())
	}
	b := roaring.New()
	if err := b.UnmarshalBinary(data[:n]); err != nil {
		return nil, damage.Err(name, 0, err.Error())
	}
	return b, nil
}

// deletedName names the file with the deletions of a segment.
func deletedName(segment string, b *roaring.Bitmap) string {
	return fmt.Sprintf("%s%s%d", segment, endDeleted, b.GetCardinality())
}

func writeBitmap(files disk.Folder, name string, b *roaring.Bitmap) error {
	data, err := b.ToBytes()
	if err != nil {
		return fmt.Errorf("encode bitmap: %w", err)
	}
	return replaceFile(files, name, fmt.Appendf(data, "%08x", crc32.Checksum(data, castagnoli)))
}

// Suffixes of the names of bitmaps, after the name of their segment.
const (
	endDeleted = ".del-"
	endHidden  = ".hid-"
)

// hiddenName names the file with the hidden documents of a segment. Documents are hidden and
// shown in any order, so the name is a hash of the content.
func hiddenName(segment string, b *roaring.Bitmap) string {
	h := sha256.New()
	_, _ = b.WriteTo(h) // writing to a hash cannot fail
	return fmt.Sprintf("%s%s%x", segment, endHidden, h.Sum(nil)[:8])
}

// bitmaps returns the names of the bitmaps of a segment.
func (s *manifestSegment) bitmaps() []string {
	return slices.DeleteFunc([]string{s.Deleted, s.Hidden}, func(name string) bool { return name == "" })
}

// owns reports whether a bitmap, if there is one, has a name that belongs to the segment.
func (s *manifestSegment) owns(bitmap, end string) bool {
	return bitmap == "" || bitmap == filepath.Base(bitmap) && strings.HasPrefix(bitmap, s.Name+end)
}

// isBitmap reports whether a file has a name that only bitmaps have.
func isBitmap(file string) bool {
	return ours(file) && (strings.Contains(file, endDeleted) || strings.Contains(file, endHidden))
}

package pebblestore

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// Pebble takes anything invalid in a write-ahead log for the torn end of the last write, and
// silently drops it together with all that follows, unless a later record says that more was
// durable; and the last megabyte of a log has no such record yet. So the file SYNCED has the
// length and the checksum of each log when it was last synced. It is written after that without
// waiting for the disk: it survives the end of the process, and after a power failure it may be
// out of date, but never wrong. Two slots are written alternately, so that one of them is always
// complete.
const (
	syncedFile   = "SYNCED"
	syncedPrefix = "aranea logs, format 1\n"
	syncedSlot   = 4096 // bytes of a slot
	syncedLogs   = 32   // the newest logs in it; Pebble has two or three
)

// A synced maintains the file SYNCED. Its lock is held while a slot is written.
type synced struct {
	mu   sync.Mutex
	file vfs.File // nil until the store is verified
	turn uint64
	logs map[string]prefix
}

// slot returns the content of a slot.
func (s *synced) slot() []byte {
	names := make([]string, 0, len(s.logs))
	for name := range s.logs {
		names = append(names, name)
	}
	slices.Sort(names)
	b := fmt.Appendf(nil, "%sturn %d\n", syncedPrefix, s.turn)
	for _, name := range names[max(len(names)-syncedLogs, 0):] {
		p := s.logs[name]
		b = fmt.Appendf(b, "log %s %d %08x\n", p.name, p.size, p.sum)
	}
	b = summed(b)
	return append(b, make([]byte, max(syncedSlot-len(b), 0))...)
}

// parseSlot parses a slot. It returns false if the slot is not complete.
func parseSlot(data []byte) (turn uint64, logs map[string]prefix, ok bool) {
	text, ok := cutSum(bytes.TrimRight(data, "\x00"))
	rest, known := strings.CutPrefix(string(text), syncedPrefix)
	if !ok || !known {
		return 0, nil, false
	}
	lines := strings.Split(strings.TrimSuffix(rest, "\n"), "\n")
	if _, err := fmt.Sscanf(lines[0], "turn %d", &turn); err != nil {
		return 0, nil, false
	}
	logs = map[string]prefix{}
	for _, line := range lines[1:] {
		var p prefix
		if _, err := fmt.Sscanf(line, "log %s %d %x", &p.name, &p.size, &p.sum); err != nil {
			return 0, nil, false
		}
		logs[p.name] = p
	}
	return turn, logs, true
}

// readSynced reads the newer complete slot of dir. It returns no logs if there is none, which
// may be due to a power failure; missing logs are detected by STORE.
func readSynced(disk vfs.FS, dir string) (map[string]prefix, error) {
	f, err := disk.Open(disk.PathJoin(dir, syncedFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, 2*syncedSlot))
	if err != nil {
		return nil, err
	}
	var newest uint64
	var logs map[string]prefix
	for slot := range slices.Chunk(data, syncedSlot) {
		if turn, l, ok := parseSlot(slot); ok && (logs == nil || turn > newest) {
			newest, logs = turn, l
		}
	}
	return logs, nil
}

// begin creates the file, with what is known about the named logs.
func (s *synced) begin(disk vfs.FS, dir string, names []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name := range s.logs {
		if !slices.Contains(names, name) {
			delete(s.logs, name)
		}
	}
	slot := s.slot()
	if err := replace(disk, dir, syncedFile, append(slot, slot...)); err != nil {
		return err
	}
	f, err := disk.OpenReadWrite(disk.PathJoin(dir, syncedFile), vfs.WriteCategoryUnspecified)
	s.file = f
	return err
}

// note records the durable prefix of a log.
func (s *synced) note(p prefix) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.logs[p.name] = p
	if s.file == nil {
		return nil
	}
	s.turn++
	_, err := s.file.WriteAt(s.slot(), int64(s.turn%2)*syncedSlot)
	return err
}

// carry takes over what an earlier process recorded about logs.
func (s *synced) carry(logs map[string]prefix) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.logs = map[string]prefix{}
	for name, p := range logs {
		s.logs[name] = p
	}
}

// forget removes a log.
func (s *synced) forget(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.logs, name)
}

// end closes the file.
func (s *synced) end() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.file
	if f == nil {
		return nil
	}
	s.file = nil
	return f.Close()
}

package pebblestore

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/aranea-search/aranea"
)

// pair returns a pair for which judge checks.
func pair(i int) (key, value []byte) {
	return fmt.Appendf(nil, "k%03d", i), fmt.Appendf(nil, "1-%s", strings.Repeat(fmt.Sprint(i), testValue/3))
}

// killed returns the files of a store whose process was killed: all writes are there, and
// nothing was closed.
func killed(t *testing.T) map[string][]byte {
	t.Helper()
	mem := vfs.NewMem()
	s, err := Open("db", Options{FS: mem})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	for i := range testKeys {
		if err := setPair(s, i); err != nil {
			t.Fatal(err)
		}
	}
	return readAll(t, mem, "db")
}

// TestLogOfAKilledProcess checks that every flipped bit in the log of a killed process, and
// every truncation, is reported, up to the last acknowledged change.
func TestLogOfAKilledProcess(t *testing.T) {
	t.Parallel()
	files := killed(t)
	if err := judge(t, write(t, files, "", nil)); err != nil {
		t.Fatalf("as it was left: %v", err)
	}
	name := lastLog(files)
	content := files[name]
	_, logs, ok := parseSlot(files[syncedFile][:syncedSlot])
	_, others, ok2 := parseSlot(files[syncedFile][syncedSlot:])
	size := max(logs[name].size, others[name].size)
	if !ok || !ok2 || size == 0 || size > int64(len(content)) {
		t.Fatalf("%d of %d bytes are noted, slots %t %t", size, len(content), ok, ok2)
	}
	rnd := rand.New(rand.NewPCG(3, 5))
	for i := range 60 {
		at := rnd.Int64N(size)
		if i == 0 {
			at = size - 1 // the very last byte
		}
		flipped := bytes.Clone(content)
		flipped[at] ^= 1 << rnd.IntN(8)
		for what, data := range map[string][]byte{"a flip": flipped, "a cut": content[:at]} {
			if err := judge(t, write(t, files, name, data)); aranea.KindOf(err) != aranea.Corrupt {
				t.Errorf("%s at %d of %d: %v", what, at, size, err)
			}
		}
	}
	for range 60 { // one slot is damaged, and the log is intact
		flipped := bytes.Clone(files[syncedFile])
		flipped[rnd.IntN(len(flipped))] ^= 1 << rnd.IntN(8)
		if err := judge(t, write(t, files, syncedFile, flipped)); err != nil {
			t.Errorf("a flip of %s: %v", syncedFile, err)
		}
	}
}

// TestLogsOfSeveralProcesses checks that what one process recorded about a log is used by later
// ones, as long as the log exists.
func TestLogsOfSeveralProcesses(t *testing.T) {
	t.Parallel()
	files := killed(t)
	name := lastLog(files)
	for range 3 { // opened again, and killed before it was closed
		mem := write(t, files, "", nil)
		s, err := Open("db", Options{FS: mem})
		if err != nil {
			t.Fatal(err)
		}
		files = readAll(t, mem, "db")
		_ = s.Close()
	}
	for log, content := range files {
		if !isLog(log) || len(content) == 0 {
			continue
		}
		known, err := readSynced(write(t, files, "", nil), "db")
		if p := known[log]; err != nil || p.size == 0 || p.size > int64(len(content)) || p.sum != sum(content[:p.size]) {
			t.Errorf("of %s, %d bytes (the first one was %s), %+v is noted, %v", log, len(content), name, p, err)
		}
	}
}

// FuzzSlot parses arbitrary slots.
func FuzzSlot(f *testing.F) {
	f.Add([]byte(syncedPrefix + "turn 7\nlog 000012.log 4096 0badcafe\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		data = fmt.Appendf(bytes.Clone(data), "crc32c %08x\n", sum(data))
		if turn, logs, ok := parseSlot(data); ok {
			s := synced{turn: turn, logs: logs}
			again, back, ok := parseSlot(s.slot())
			if len(logs) <= syncedLogs && (!ok || again != turn || len(back) != len(logs)) {
				t.Errorf("%q: %d %v became %d %v, %t", data, turn, logs, again, back, ok)
			}
		}
	})
}

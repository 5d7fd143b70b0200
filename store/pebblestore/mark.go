package pebblestore

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/cockroachdb/pebble/v2"
)

// A mark identifies a store and its generation. It is stored under a key of the store. If the
// manifest was damaged or lost, Pebble silently opens the store in an older state or as an empty
// one; then the record with the same mark in the file STORE, beside Pebble's files, differs.
//
// The generation increases at each opening, after each flush and at closing. The mark under the
// key is durable before that in the file is written, so the generation in the file is never the
// later one.
type mark struct {
	id         [16]byte
	generation uint64
}

// A record is the content of the file STORE: the mark, and the files without which the store is
// incomplete. A file in the record always exists: it is created before its name is written, and
// its name is removed before it is.
type record struct {
	mark
	manifest prefix   // the durable part of the manifest
	logs     []string // the write-ahead logs, sorted; none after a clean close
}

// A prefix is the beginning of a file that does not change any more.
type prefix struct {
	name string
	size int64
	sum  uint32 // CRC-32C
}

// markFile is the file of the record: lines of text, the last of which is the checksum of the
// others.
const (
	markFile   = "STORE"
	markPrefix = "aranea store, format "
	markFormat = 1
	maxRecord  = 64 << 10 // bytes of it that are read
)

// ownKeys is where the driver's own keys begin; those of the user are below.
func ownKeys() []byte { return []byte{0xff} }

// markKey is the key of the mark.
func markKey() []byte { return append(ownKeys(), "store"...) }

func newMark() (m mark) {
	_, _ = rand.Read(m.id[:]) // never fails
	return m
}

// value returns the mark as the value of its key.
func (m mark) value() []byte {
	return binary.BigEndian.AppendUint64(bytes.Clone(m.id[:]), m.generation)
}

func parseMarkValue(v []byte) (m mark, err error) {
	if len(v) != len(m.id)+8 {
		return m, fmt.Errorf("the store's mark has %d bytes", len(v))
	}
	copy(m.id[:], v)
	m.generation = binary.BigEndian.Uint64(v[len(m.id):])
	return m, nil
}

// agree compares the mark in the store with that in the file, and returns the mark to continue
// with.
func agree(inside, file *mark) (mark, error) {
	switch {
	case inside == nil && file == nil:
		return newMark(), nil // new, or written by a version without marks
	case inside == nil:
		return mark{}, errors.New("the store has lost its mark: it was emptied or is another store")
	case file == nil && inside.generation > 1:
		return mark{}, fmt.Errorf("%s is missing", markFile)
	case file == nil:
		return *inside, nil // its first opening did not finish
	case inside.id != file.id:
		return mark{}, fmt.Errorf("%s belongs to another store", markFile)
	case inside.generation < file.generation:
		return mark{}, fmt.Errorf("the store has lost what was written last: it is at generation %d, %s at %d", inside.generation, markFile, file.generation)
	}
	return *inside, nil
}

// readOwnMark reads the mark inside the store, or returns nil if there is none.
func (s *Store) readOwnMark() (*mark, error) {
	v, closer, err := s.db.Get(markKey())
	if errors.Is(err, pebble.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	m, err := parseMarkValue(v)
	if cerr := closer.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return nil, corrupt(s.fault.dir, err)
	}
	return &m, nil
}

// verify compares the marks of a store that was just opened, and begins its next generation
// unless it is a view.
func (s *Store) verify(file *record) error {
	inside, err := s.readOwnMark()
	if err != nil {
		return err
	}
	var outside *mark
	if file != nil {
		outside = &file.mark
	}
	m, err := agree(inside, outside)
	if err != nil {
		return corrupt(s.fault.dir, err)
	}
	s.id = m.id
	s.generation.Store(m.generation)
	m.generation = s.generation.Add(1)
	if err := s.db.Set(markKey(), m.value(), pebble.Sync); err != nil {
		return err
	}
	return s.keeper.begin(m)
}

// advance puts the next generation into a batch if there was a flush since the last one. It
// returns 0 if there was none.
func (s *Store) advance(b *pebble.Batch) (generation uint64, err error) {
	if !s.flushed.CompareAndSwap(true, false) {
		return 0, nil
	}
	m := mark{id: s.id, generation: s.generation.Add(1)}
	return m.generation, b.Set(markKey(), m.value(), nil)
}

// seal flushes everything to tables, including the next generation, so that the store needs no
// logs any more.
func (s *Store) seal() error {
	m := mark{id: s.id, generation: s.generation.Add(1)}
	if err := s.db.Set(markKey(), m.value(), pebble.Sync); err != nil {
		return err
	}
	if err := s.db.Flush(); err != nil {
		return err
	}
	return s.keeper.seal(m.generation)
}

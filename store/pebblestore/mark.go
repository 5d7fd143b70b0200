package pebblestore

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/cockroachdb/pebble/v2"
)

// A mark says which store this is and how far it has come. It stands under a key
// of the store. Pebble alone opens a store whose manifest was damaged or lost as
// an older one, or as an empty one, in silence; a record of the same mark in the
// file STORE, beside Pebble's files, then differs.
//
// The generation rises with each opening, after each flush and at the closing.
// The key's is durable before the file's is written, so the file's is never the
// later one.
type mark struct {
	id         [16]byte
	generation uint64
}

// A record is the content of the file STORE: the mark, and the files without
// which the store is not whole. A file that is named is there: it is made before
// its name is written, and the name is taken out before it is removed.
type record struct {
	mark
	manifest prefix   // what of the manifest was durable
	logs     []string // the write-ahead logs, sorted; none after a closing in order
}

// A prefix is the beginning of a file of which nothing changes any more.
type prefix struct {
	name string
	size int64
	sum  uint32 // CRC-32C
}

// markFile is the file of the record: lines of text, of which the last is the
// checksum of those before.
const (
	markFile   = "STORE"
	markPrefix = "aranea store, format "
	markFormat = 1
	maxRecord  = 64 << 10 // bytes that are read of it
)

// ownKeys is where the driver's own keys begin; the user's lie below.
func ownKeys() []byte { return []byte{0xff} }

// markKey is the key of the mark.
func markKey() []byte { return append(ownKeys(), "store"...) }

func newMark() (m mark) {
	_, _ = rand.Read(m.id[:]) // never fails
	return m
}

// value is the mark as the value of its key.
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

// agree compares the mark in the store with that of the file, and returns the
// mark to go on with.
func agree(inside, file *mark) (mark, error) {
	switch {
	case inside == nil && file == nil:
		return newMark(), nil // new, or of a program that made no marks
	case inside == nil:
		return mark{}, errors.New("the store has lost its mark: it was emptied or is another store")
	case file == nil && inside.generation > 1:
		return mark{}, fmt.Errorf("%s is missing", markFile)
	case file == nil:
		return *inside, nil // its first opening did not come to an end
	case inside.id != file.id:
		return mark{}, fmt.Errorf("%s belongs to another store", markFile)
	case inside.generation < file.generation:
		return mark{}, fmt.Errorf("the store has lost what was written last: it is at generation %d, %s at %d", inside.generation, markFile, file.generation)
	}
	return *inside, nil
}

// readOwnMark reads the mark inside the store, nil if there is none.
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

// verify compares the marks of a store that was just opened, and begins its next
// generation unless it is only read.
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

// advance puts the next generation into a batch if there was a flush since the
// last. It returns 0 if there was none.
func (s *Store) advance(b *pebble.Batch) (generation uint64, err error) {
	if !s.flushed.CompareAndSwap(true, false) {
		return 0, nil
	}
	m := mark{id: s.id, generation: s.generation.Add(1)}
	return m.generation, b.Set(markKey(), m.value(), nil)
}

// seal flushes all to tables, the next generation with it, so that the store
// needs no log any more.
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

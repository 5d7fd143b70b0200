package robotscopies

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/store/pebblestore"
	"github.com/aranea-search/aranea/weburl"
)

var t0 = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// A shelf stores copies as the frontier does, and knows what it must have.
type shelf struct {
	testing.TB
	kv   store.KV
	want map[weburl.Origin][]string // the bodies of all copies, the oldest first
}

// A given is the body of a new copy of an origin.
type given struct {
	origin weburl.Origin
	body   string
}

func newShelf(t testing.TB, kv store.KV) *shelf {
	return &shelf{t, kv, map[weburl.Origin][]string{}}
}

// put stores new copies, at most one of an origin, in one batch.
func (s *shelf) put(all ...given) {
	s.Helper()
	b := s.batch(all...)
	if err := b.Commit(true); err != nil {
		s.Fatal(err)
	}
	for _, g := range all {
		s.want[g.origin] = append(s.want[g.origin], g.body)
	}
}

// batch returns the batch of put.
func (s *shelf) batch(all ...given) store.Batch {
	s.Helper()
	var c Change
	b := s.kv.NewBatch()
	for _, g := range all {
		version := uint32(len(s.want[g.origin]) + 1)
		r := record.Origin{Origin: g.origin}
		r.Robots = aranea.RobotsRef{Version: version, Expires: t0}
		b.Put(record.OriginKey(g.origin.ID()), r.Encode(nil))
		if err := c.Put(s.kv, b, g.origin.ID(), version, copyOf(g.body, version)); err != nil {
			s.Fatal(err)
		}
	}
	if err := c.End(s.kv, b); err != nil {
		s.Fatal(err)
	}
	return b
}

func copyOf(body string, version uint32) *acquire.Copy {
	c := &acquire.Copy{Class: acquire.ClassRules, Status: 200, FetchedAt: t0.Add(time.Duration(version) * time.Second)}
	if body == "" {
		c.Class, c.Status = acquire.ClassUnavailable, 404
		return c
	}
	c.Body, c.Hash = []byte(body), sha256.Sum256([]byte(body))
	return c
}

// check compares the tables with what they must have: of each origin the newest copies that are
// few and short enough together, each body once, and a reference for each origin that has it.
func (s *shelf) check() {
	s.Helper()
	bodies, refs := map[string]bool{}, map[string]bool{}
	for o, all := range s.want {
		var got, want []string
		total, had := 0, map[string]bool{}
		for i, body := range slices.Backward(all) {
			if !had[body] {
				total += len(body)
			}
			if len(want) == MaxCopies || total > MaxBytes && i < len(all)-1 {
				break
			}
			had[body] = true
			if want = append(want, body); body != "" {
				bodies[string(bodyKey(sha256.Sum256([]byte(body))))] = true
				refs[string(refKey(sha256.Sum256([]byte(body)), o.ID()))] = true
			}
		}
		for c, err := range All(s.kv, o.ID()) {
			if err != nil {
				s.Fatal(err)
			}
			got = append(got, string(c.Body))
		}
		if !slices.Equal(got, want) {
			s.Fatalf("%s has %d copies, want %d: %.200q, want %.200q", o, len(got), len(want), got, want)
		}
	}
	s.keys(record.TableBody, bodies)
	s.keys(record.TableRef, refs)
}

// keys compares the keys of a table.
func (s *shelf) keys(table byte, want map[string]bool) {
	s.Helper()
	if n := count(s, s.kv, table); n != len(want) {
		s.Errorf("table %c has %d keys, want %d", table, n, len(want))
	}
	for k := range want {
		if _, err := s.kv.Get([]byte(k)); err != nil {
			s.Fatalf("table %c: %v", table, err)
		}
	}
}

func count(t testing.TB, kv store.KV, table byte) (n int) {
	t.Helper()
	for _, err := range kv.Scan([]byte{table}, []byte{table + 1}) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}

// TestLongFilesThatChange: a host that serves another long file each time takes the room of one.
func TestLongFilesThatChange(t *testing.T) {
	t.Parallel()
	s := newShelf(t, memstore.New())
	filler := string(bytes.Repeat([]byte("#"), robotstxt.MaxBody/2))
	for i := range 1000 {
		s.put(given{"http://a.test", fmt.Sprintf("%s%d", filler, i)})
		if n := count(t, s.kv, record.TableBody); n != 1 {
			t.Fatalf("after change %d there are %d bodies", i, n)
		}
	}
	s.check()
}

// TestShortFilesThatChange: of short files, the last thousand copies are kept, as far as they are
// no longer together than one file may be.
func TestShortFilesThatChange(t *testing.T) {
	t.Parallel()
	for _, size := range []int{20, 3000} {
		s := newShelf(t, memstore.New())
		for i := range MaxCopies + 200 {
			s.put(given{"http://a.test", fmt.Sprintf("%0*d", size, i)})
		}
		s.check()
		if n, most := count(t, s.kv, record.TableBody), min(MaxCopies, MaxBytes/size); n != most {
			t.Errorf("of files of %d bytes there are %d, want %d", size, n, most)
		}
	}
}

// TestLongestFileStays: the newest copy is kept however long it is, and its outages with it.
func TestLongestFileStays(t *testing.T) {
	t.Parallel()
	s := newShelf(t, memstore.New())
	long := string(bytes.Repeat([]byte("#"), robotstxt.MaxBody))
	for _, body := range []string{"short", long, long, "", long, "short", "", "short"} {
		s.put(given{"http://a.test", body})
		s.check()
	}
	if n := count(t, s.kv, record.TableBody); n != 1 {
		t.Errorf("%d bodies, want the short one", n)
	}
}

// TestSharedBody: a body stays as long as one origin has it, also if the last change of one and
// the first of another are in one batch, in both orders.
func TestSharedBody(t *testing.T) {
	t.Parallel()
	const a, b = weburl.Origin("http://a.test"), weburl.Origin("http://b.test")
	filler := string(bytes.Repeat([]byte("#"), robotstxt.MaxBody-10))
	shared := "shared" + filler
	for name, steps := range map[string][][]given{
		"one leaves, then the other": {{{a, shared}, {b, shared}}, {{a, "a" + filler}}, {{b, "b" + filler}}},
		"both leave at once":         {{{a, shared}, {b, shared}}, {{a, "a" + filler}, {b, "b" + filler}}},
		"one leaves, one comes":      {{{a, shared}}, {{a, "a" + filler}, {b, shared}}},
		"one comes, one leaves":      {{{a, shared}}, {{b, shared}, {a, "a" + filler}}},
		"they swap":                  {{{a, shared}, {b, "b" + filler}}, {{a, "b" + filler}, {b, shared}}},
		"it is older and newer":      {{{a, shared}, {b, shared}}, {{a, "a" + filler}}, {{a, "short"}, {b, "b"}}, {{b, "c" + filler[5:]}}, {{b, "b"}}, {{b, shared}}},
		"it comes back":              {{{a, shared}}, {{a, "a" + filler}}, {{a, shared}}, {{b, shared}}, {{a, ""}, {b, "b" + filler}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newShelf(t, memstore.New())
			for _, step := range steps {
				s.put(step...)
				s.check()
			}
		})
	}
}

// TestRandomChanges: many origins with few bodies, some of which are too long to be kept beside
// others, in batches on a disk that is lost and found again as it was at the last sync. A batch
// that was not made durable counts as a whole or not at all.
func TestRandomChanges(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		disk := vfs.NewCrashableMem()
		reopen := func() *pebblestore.Store {
			kv, err := pebblestore.Open("db", pebblestore.Options{FS: disk, CacheBytes: 1 << 20, MemTableBytes: 64 << 10})
			if err != nil {
				t.Fatal(err)
			}
			return kv
		}
		kv := reopen()
		s := newShelf(t, kv)
		bodies := []string{""}
		for i := range 8 {
			bodies = append(bodies, string(bytes.Repeat([]byte{byte('a' + i)}, 400<<(i*3/2))))
		}
		for range 100 {
			var all []given
			for _, n := range rnd.Perm(6)[:1+rnd.IntN(3)] {
				all = append(all, given{weburl.Origin(fmt.Sprintf("http://%d.test", n)), bodies[rnd.IntN(len(bodies))]})
			}
			if rnd.IntN(4) > 0 {
				s.put(all...)
				continue
			}
			b := s.batch(all...) // killed before its end is durable
			if err := b.Commit(false); err != nil {
				t.Fatal(err)
			}
			disk = disk.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: 50 * rnd.IntN(3), RNG: rnd})
			if err := kv.Close(); err != nil {
				t.Fatal(err)
			}
			kv = reopen()
			s.kv = kv
			for _, g := range all {
				_, version, _, err := Newest(kv, g.origin.ID())
				if err != nil {
					t.Fatal(err)
				}
				if int(version) > len(s.want[g.origin]) {
					s.want[g.origin] = append(s.want[g.origin], g.body)
				}
			}
			s.check()
		}
		s.check()
		if err := kv.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// older makes a store what an older program left: without references, with a body that no copy
// has.
func (s *shelf) older() {
	s.Helper()
	b := s.kv.NewBatch()
	b.DeleteRange([]byte{record.TableRef}, []byte{record.TableRef + 1})
	b.Put(bodyKey(digest{1, 2, 3}), []byte("of a copy that was deleted"))
	b.Put(bodyKey(digest{0xff}), []byte("likewise"))
	b.Put([]byte(record.KeyFormat), binary.BigEndian.AppendUint64(nil, record.RefVersion-1))
	if err := b.Commit(true); err != nil {
		s.Fatal(err)
	}
}

func (s *shelf) format() uint64 {
	s.Helper()
	v, err := s.kv.Get([]byte(record.KeyFormat))
	if err != nil || len(v) != 8 {
		s.Fatal(v, err)
	}
	return binary.BigEndian.Uint64(v)
}

// filled returns a shelf with more copies than one batch of Refer writes.
func filled(t *testing.T) *shelf {
	s := newShelf(t, memstore.New())
	var all []given
	for i := range 5000 {
		all = append(all, given{weburl.Origin(fmt.Sprintf("http://%d.test", i)), fmt.Sprint("body ", i%1700)})
	}
	s.put(all...)
	s.put(all[:3]...)
	s.put(given{all[0].origin, "another"}, given{all[1].origin, ""})
	return s
}

func free() error { return nil }

// TestRefer: a store of an older program has its references afterwards, and only bodies of
func TestRefer(t *testing.T) {
	t.Parallel()
	s := filled(t)
	s.older()
	if err := Refer(t.Context(), s.kv, free); err != nil {
		t.Fatal(err)
	}
	if s.check(); s.format() != record.FormatVersion {
		t.Errorf("the store has version %d", s.format())
	}
	s.put(given{"http://0.test", "a new one"}, given{"http://1700.test", "a new one"})
	s.check()
}

// TestReferInterrupted: until the references are complete the store has its old version, also if
// an older program adds copies in the meantime.
func TestReferInterrupted(t *testing.T) {
	t.Parallel()
	s := filled(t)
	s.older()
	errEnds := errors.New("its process was killed")
	for after := range 10 {
		n := 0
		err := Refer(t.Context(), s.kv, func() error {
			if n++; n > after {
				return errEnds
			}
			return nil
		})
		if err == nil {
			if after < 3 {
				t.Errorf("it took %d batches; the test is to interrupt more", n)
			}
			break
		}
		if !errors.Is(err, errEnds) || s.format() != record.RefVersion-1 {
			t.Fatalf("interrupted: %v, version %d", err, s.format())
		}
		s.put(given{"http://7.test", fmt.Sprint("in between ", after)})
		s.older()
		b := s.kv.NewBatch()
		b.Put(refKey(digest{9}, weburl.Origin("http://7.test").ID()), nil) // what the last process left
		if err := b.Commit(true); err != nil {
			t.Fatal(err)
		}
	}
	if s.check(); s.format() != record.FormatVersion {
		t.Errorf("the store has version %d", s.format())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s.older(); !errors.Is(Refer(ctx, s.kv, free), context.Canceled) || s.format() != record.RefVersion-1 {
		t.Errorf("canceled, it has version %d", s.format())
	}
}

// TestMissingBody: a body that is missing or cut is told as damage when its copy is read.
func TestMissingBody(t *testing.T) {
	t.Parallel()
	const o = weburl.Origin("http://a.test")
	for name, hurt := range map[string]func(store.Batch, []byte){
		"missing": func(b store.Batch, key []byte) { b.Delete(key) },
		"cut":     func(b store.Batch, key []byte) { b.Put(key, []byte("bo")) },
	} {
		s := newShelf(t, memstore.New())
		s.put(given{o, "body"})
		b := s.kv.NewBatch()
		hurt(b, bodyKey(sha256.Sum256([]byte("body"))))
		if err := b.Commit(true); err != nil {
			t.Fatal(err)
		}
		if _, _, found, err := Newest(s.kv, o.ID()); found || aranea.KindOf(err) != aranea.Corrupt {
			t.Errorf("%s: found %v, %v", name, found, err)
		}
		n := 0
		for _, err := range All(s.kv, o.ID()) {
			if n++; aranea.KindOf(err) != aranea.Corrupt {
				t.Errorf("%s: %v", name, err)
			}
		}
		if n != 1 {
			t.Errorf("%s: the history has %d copies", name, n)
		}
	}
}

// A hasty store calls a function before it returns a value.
type hasty struct {
	store.KV
	before func(key []byte)
}

func (h *hasty) Get(key []byte) ([]byte, error) {
	if do := h.before; do != nil {
		do(key)
	}
	return h.KV.Get(key)
}

// TestReplacedWhileRead: a copy that is replaced while it is read is no damage, and the newer one
// is returned.
func TestReplacedWhileRead(t *testing.T) {
	t.Parallel()
	const o = weburl.Origin("http://a.test")
	for _, table := range []byte{record.TableRobots, record.TableBody} {
		s := newShelf(t, memstore.New())
		old, newer := string(bytes.Repeat([]byte("o"), robotstxt.MaxBody)), string(bytes.Repeat([]byte("n"), robotstxt.MaxBody))
		s.put(given{o, old})
		h := &hasty{KV: s.kv}
		h.before = func(key []byte) {
			if key[0] == table {
				h.before = nil
				s.put(given{o, newer})
			}
		}
		c, version, found, err := Newest(h, o.ID())
		if err != nil || !found || version != 2 || string(c.Body) != newer {
			t.Errorf("before table %c is read: version %d of %d bytes, %v, %v", table, version, len(c.Body), found, err)
		}
	}
}

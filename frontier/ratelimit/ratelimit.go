// Package ratelimit holds the second level of politeness: paces, which space the requests to all
// hosts at one address, and to new hosts of one site, whatever the delays of their names. A pace
// is not held until the outcome of a request, so that a host that does not answer cannot delay
// its neighbours. Like the clock of a host's name, it is durable before a lease returns.
//
// Floor: 3 (state and input/output), inside frontier. Stability: engine. It writes only into
// batches that the frontier commits. Nothing in it is safe for concurrent use.
package ratelimit

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"net/netip"
	"strings"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// OfAddress returns the name of the pace of an address.
func OfAddress(a netip.Addr) string { return "address " + a.String() }

// OfSite returns the name of the pace of the site of a host name.
func OfSite(host string) string { return "site " + weburl.Origin("http://"+host).Site() }

// A Key stands for the name of a pace in memory. The zero Key is of none.
type Key uint64

// KeyOf returns the key of a name.
func KeyOf(name string) Key {
	sum := sha256.Sum256([]byte(name))
	return Key(binary.BigEndian.Uint64(sum[:]))
}

// A Pace is what hosts in memory share: an address, or a site.
type Pace struct {
	record.Pace
	Name   string // of OfAddress or OfSite
	Key    Key
	stored record.Pace
	users  int // hosts in memory
}

// Put writes the pace if the stored one differs, and reports whether it did.
func (k *Pace) Put(b store.Batch) bool {
	if k.Pace == k.stored {
		return false
	}
	b.Put(record.PaceKey(k.Name), k.Encode(nil))
	k.stored = k.Pace
	return true
}

// A Table is the paces of the hosts in memory, and what is known of others without reading them.
type Table struct {
	// Unknown is how long a request of an earlier process keeps others away if its pace does not
	// say.
	Unknown record.Instant

	kv          store.KV
	late, ahead record.Instant
	now, began  record.Instant
	corrected   int
	all         map[string]*Pace
	taken       taken
	abandoned   abandoned
	nodes       int
	shared      Shared
}

// New returns an empty table of what kv has. A request is sent within late after its lease, and
// no right clock leads further ahead than ahead.
func New(kv store.KV, late, ahead record.Instant) *Table {
	return &Table{kv: kv, late: late, ahead: ahead, all: map[string]*Pace{}}
}

// Len returns the number of paces in memory.
func (t *Table) Len() int { return len(t.all) }

// Corrected returns how many paces had been stored under a clock far ahead.
func (t *Table) Corrected() int { return t.corrected }

// At sets the clock.
func (t *Table) At(now record.Instant) { t.now = now }

// Begin sets the clock when the first request of this process is leased, or when it was set back,
// and corrects the paces accordingly.
func (t *Table) Begin(now record.Instant) {
	t.now, t.began = now, now
	for _, k := range t.all {
		t.bound(k)
	}
}

// Unread returns the pace with a name and adds a user. What is stored of it is read by Load.
func (t *Table) Unread(name string) *Pace {
	k, ok := t.all[name]
	if !ok {
		k = &Pace{Name: strings.Clone(name), Key: KeyOf(name)}
		t.all[k.Name] = k
	}
	k.users++
	return k
}

// Load reads what is stored of all paces, once, after those that are needed were made by Unread.
func (t *Table) Load() error {
	for p, err := range t.kv.Scan([]byte{record.TablePace}, []byte{record.TablePace + 1}) {
		if err != nil {
			return fmt.Errorf("read paces: %w", err)
		}
		stored, bad := record.DecodePace(p.Key, p.Value)
		k, ok := t.all[string(p.Key[1:])]
		switch {
		case ok && bad != nil:
			return bad
		case ok:
			k.Pace, k.stored = stored, stored
		case bad != nil:
			stored.Next = math.MaxInt64 >> 1 // so that it is read, and the error returned, when it is needed
		}
		t.taken.store(stored)
	}
	return nil
}

// Of returns the pace with a name and adds a user. It reads what is stored of it, if that may
// still delay anybody.
func (t *Table) Of(name string) (k *Pace, err error) {
	if k = t.Unread(name); k.users > 1 || t.taken.isOver(k.Key, t.now, t.began, t.late, t.Unknown) {
		return k, nil
	}
	if k.Pace, err = t.read(name); err != nil {
		t.Release(k)
		return nil, err
	}
	k.stored = k.Pace
	t.bound(k)
	return k, nil
}

// read reads what is stored of a pace, zero if nothing is.
func (t *Table) read(name string) (record.Pace, error) {
	key := record.PaceKey(name)
	v, err := t.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return record.Pace{}, nil
	}
	if err != nil {
		return record.Pace{}, fmt.Errorf("read the pace of %s: %w", name, err)
	}
	return record.DecodePace(key, v)
}

// Release removes a user from a pace, which may be nil, and the pace from memory if that was the
// last.
func (t *Table) Release(k *Pace) {
	if k == nil {
		return
	}
	if k.users--; k.users == 0 {
		delete(t.all, k.Name)
	}
}

// Leave is Release for a host that has moved to another address. A pace that nobody uses then is
// deleted by a later Drop.
func (t *Table) Leave(k *Pace) {
	if t.Release(k); k != nil && k.users == 0 {
		t.abandoned.add(k.Name, k.Next+t.late)
	}
}

// Drop deletes in a batch the paces that hosts have left and that delay nobody any more.
func (t *Table) Drop(b store.Batch, now record.Instant) {
	t.abandoned.drop(b, now, func(name string) bool { return t.all[name] != nil })
}

// bound corrects a pace that was stored under a clock far ahead. If a request of an earlier
// process may have been sent later than its lease says, the next one waits from the start of
// this process for the space of that request.
func (t *Table) bound(k *Pace) {
	if t.now != 0 && k.Next > t.now+t.ahead {
		k.Next = t.now
		t.corrected++
	}
	if t.began != 0 && k.Next > t.began-t.late {
		k.Next = max(k.Next, t.began+cmp.Or(k.Space, t.Unknown))
	}
}

// Take notes that a pace is taken for turns of a space.
func (t *Table) Take(k *Pace, now, space record.Instant) { t.taken.take(k.Key, now, k.Pace, space) }

// Next returns when an origin that waits for a pace is to try again, each caller one turn later,
// or 0 if nothing is known that delays it.
func (t *Table) Next(k Key) record.Instant { return t.taken.next(k, t.now) }

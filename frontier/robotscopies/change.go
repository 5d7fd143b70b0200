package robotscopies

import (
	"errors"
	"fmt"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// MaxCopies is how many copies of an origin are kept, and MaxBytes is how long their bodies may be
// together, each counted once: as long as the longest file. A copy beyond one of them is deleted,
// with all before it. The newest one stays in any case.
const (
	MaxCopies = 1000
	MaxBytes  = robotstxt.MaxBody
)

// A Change is what one change of the frontier stores of robots copies. The zero value is one that
// stores nothing yet. Between its first Put and its batch, nobody else may write copies.
type Change struct {
	// refs says for each body which origins refer to it from now on, and which no longer do.
	refs map[digest]map[weburl.OriginID]bool
}

// Put adds a copy of an origin to the batch, of a version that is one above that of the copy
// before it, and deletes those that it ends. A batch has at most one copy of an origin.
func (c *Change) Put(kv store.KV, b store.Batch, o weburl.OriginID, version uint32, got *acquire.Copy) error {
	before, err := earlier(kv, o, version, got)
	if err != nil {
		return err
	}
	b.Put(robotsKey(o, version), record.EncodeCopy(got))
	kept := map[digest]bool{}
	if len(got.Body) > 0 {
		b.Put(bodyKey(got.Hash), got.Body)
		kept[got.Hash] = true
		c.refer(b, o, got.Hash, true)
	}
	total, ends := uint64(len(got.Body)), false
	var gone []digest
	for i := len(before) - 1; i >= 0; i-- {
		x := before[i]
		has := x.length > 0
		if has && !kept[x.hash] {
			total += x.length
		}
		if ends = ends || total > MaxBytes || x.version+MaxCopies <= version; !ends {
			kept[x.hash] = kept[x.hash] || has
			continue
		}
		b.Delete(robotsKey(o, x.version))
		if has {
			gone = append(gone, x.hash)
		}
	}
	for _, hash := range gone {
		if !kept[hash] {
			c.refer(b, o, hash, false)
		}
	}
	return nil
}

// refer adds to the batch whether an origin refers to a body.
func (c *Change) refer(b store.Batch, o weburl.OriginID, hash digest, refers bool) {
	if c.refs == nil {
		c.refs = map[digest]map[weburl.OriginID]bool{}
	}
	if c.refs[hash] == nil {
		c.refs[hash] = map[weburl.OriginID]bool{}
	}
	c.refs[hash][o] = refers
	if refers {
		b.Put(refKey(hash, o), nil)
	} else {
		b.Delete(refKey(hash, o))
	}
}

// End deletes the bodies in the batch to which no origin refers any more, after the last Put.
func (c *Change) End(kv store.KV, b store.Batch) error {
	for hash, by := range c.refs {
		refers, err := isReferred(kv, hash, by)
		if err != nil {
			return err
		}
		if !refers {
			b.Delete(bodyKey(hash))
		}
	}
	return nil
}

// isReferred reports whether an origin refers to a body, by what is stored and by what a change
// says of some origins.
func isReferred(kv store.KV, hash digest, changed map[weburl.OriginID]bool) (bool, error) {
	for _, refers := range changed {
		if refers {
			return true, nil
		}
	}
	lo := refKey(hash, weburl.OriginID{})[:1+len(hash)]
	for p, err := range kv.Scan(lo, store.AfterPrefix(lo)) {
		if err != nil {
			return false, fmt.Errorf("read references: %w", err)
		}
		_, o, err := parseRef(p.Key)
		if err != nil {
			return false, err
		}
		if _, ends := changed[o]; !ends {
			return true, nil
		}
	}
	return false, nil
}

// A held is one stored copy of an origin.
type held struct {
	version uint32
	hash    digest
	length  uint64 // of its body
}

// earlier returns the stored copies of an origin before a version, the oldest first, as far as
// the copy of that version may end some: it ends none if it has the body of the one before it and
// these are few.
func earlier(kv store.KV, o weburl.OriginID, version uint32, got *acquire.Copy) ([]held, error) {
	if version == 1 {
		return nil, nil
	}
	if version <= MaxCopies {
		key := robotsKey(o, version-1)
		v, err := kv.Get(key)
		if errors.Is(err, store.ErrNotFound) {
			return nil, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read robots copy: %w", err)
		}
		last, n, err := record.DecodeCopy(key, v)
		if err != nil || n == uint64(len(got.Body)) && (n == 0 || last.Hash == got.Hash) {
			return nil, err
		}
	}
	var all []held
	oldest := max(version, MaxCopies) - MaxCopies
	for p, err := range kv.Scan(robotsKey(o, oldest), robotsKey(o, version)) {
		if err != nil {
			return nil, fmt.Errorf("read robots copies: %w", err)
		}
		_, v, err := parseRobots(p.Key)
		if err != nil {
			return nil, err
		}
		c, n, err := record.DecodeCopy(p.Key, p.Value)
		if err != nil {
			return nil, err
		}
		all = append(all, held{v, c.Hash, n})
	}
	return all, nil
}

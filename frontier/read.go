package frontier

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// Entry returns the entry of a URL, false if it is not known.
func (f *Frontier) Entry(u weburl.URL) (aranea.Entry, bool, error) { return f.EntryByID(u.ID()) }

// EntryByID returns the entry with an identity, false if it is not known.
func (f *Frontier) EntryByID(id weburl.ID) (aranea.Entry, bool, error) {
	key := entryKey(id)
	v, err := f.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return aranea.Entry{}, false, nil
	}
	if err != nil {
		return aranea.Entry{}, false, fmt.Errorf("read entry %s: %w", id, err)
	}
	e, err := decodeEntry(key, v)
	return e, err == nil, err
}

// Entries yields the entries of an origin in no meaningful order.
func (f *Frontier) Entries(o weburl.Origin) iter.Seq2[aranea.Entry, error] {
	id := o.ID()
	return f.entries(append([]byte{tableEntry}, id[:]...))
}

// AllEntries yields every entry, site by site.
func (f *Frontier) AllEntries() iter.Seq2[aranea.Entry, error] { return f.entries([]byte{tableEntry}) }

func (f *Frontier) entries(prefix []byte) iter.Seq2[aranea.Entry, error] {
	return func(yield func(aranea.Entry, error) bool) {
		for p, err := range f.kv.Scan(prefix, after(prefix)) {
			var e aranea.Entry
			if err == nil {
				e, err = decodeEntry(p.Key, p.Value)
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// Hosts yields every host with its next allowed instant.
func (f *Frontier) Hosts() iter.Seq2[aranea.Host, error] {
	return func(yield func(aranea.Host, error) bool) {
		for p, err := range f.kv.Scan([]byte{tableHost}, []byte{tableHost + 1}) {
			var h aranea.Host
			if err == nil {
				h, err = decodeHost(p.Key, p.Value)
			}
			if err == nil {
				h.NextAllowed, err = f.nextAllowed(h.Origin.Host())
			}
			if !yield(h, err) || err != nil {
				return
			}
		}
	}
}

// Host returns a host, false if it is not known.
func (f *Frontier) Host(o weburl.Origin) (aranea.Host, bool, error) {
	key := hostKey(o.ID())
	v, err := f.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return aranea.Host{}, false, nil
	}
	if err != nil {
		return aranea.Host{}, false, fmt.Errorf("read host %s: %w", o, err)
	}
	h, err := decodeHost(key, v)
	if err != nil {
		return h, false, err
	}
	h.NextAllowed, err = f.nextAllowed(o.Host())
	return h, err == nil, err
}

func (f *Frontier) nextAllowed(name string) (t time.Time, err error) {
	v, err := f.kv.Get(clockKey(name))
	if errors.Is(err, store.ErrNotFound) {
		return t, nil
	}
	if err != nil {
		return t, fmt.Errorf("read clock of %s: %w", name, err)
	}
	r := newReader(v)
	t = r.time()
	if r.err != nil {
		return t, corrupt(clockKey(name), r.err)
	}
	return t, nil
}

// Robots returns the newest robots copy of an origin, false if there is none.
func (f *Frontier) Robots(o weburl.Origin) (robotstxt.Copy, bool, error) {
	var last robotstxt.Copy
	found := false
	for c, err := range f.RobotsHistory(o) {
		if err != nil {
			return last, false, err
		}
		last, found = c, true
		break
	}
	return last, found, nil
}

// RobotsHistory yields the robots copies of an origin, the newest first.
func (f *Frontier) RobotsHistory(o weburl.Origin) iter.Seq2[robotstxt.Copy, error] {
	return func(yield func(robotstxt.Copy, error) bool) {
		id := o.ID()
		h, ok, err := f.Host(o)
		if err != nil {
			yield(robotstxt.Copy{}, err)
			return
		}
		for v := h.Robots.Version; ok && v > 0; v-- {
			c, found, err := f.robotsCopy(robotsKey(id, v))
			if err == nil && !found {
				return
			}
			if !yield(c, err) || err != nil {
				return
			}
		}
	}
}

func (f *Frontier) robotsCopy(key []byte) (robotstxt.Copy, bool, error) {
	v, err := f.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return robotstxt.Copy{}, false, nil
	}
	if err != nil {
		return robotstxt.Copy{}, false, fmt.Errorf("read robots copy: %w", err)
	}
	c, n, err := decodeCopy(key, v)
	if err != nil || n == 0 {
		return c, err == nil, err
	}
	if c.Body, err = f.kv.Get(bodyKey(c.Hash)); err != nil {
		return c, false, corrupt(bodyKey(c.Hash), err)
	}
	return c, true, nil
}

// Twin returns the indexed page whose text has the fingerprint.
func (f *Frontier) Twin(fp aranea.Fingerprint) (weburl.ID, string, bool, error) {
	return f.twin(fp)
}

func (f *Frontier) twin(fp aranea.Fingerprint) (weburl.ID, string, bool, error) {
	v, err := f.kv.Get(textKey(fp))
	if errors.Is(err, store.ErrNotFound) {
		return weburl.ID{}, "", false, nil
	}
	if err != nil {
		return weburl.ID{}, "", false, fmt.Errorf("read fingerprint: %w", err)
	}
	if len(v) != idLen {
		return weburl.ID{}, "", false, corrupt(textKey(fp), errRecord)
	}
	id := weburl.ID(v)
	e, ok, err := f.EntryByID(id)
	if err != nil || !ok {
		return id, "", false, err
	}
	return id, e.URL.String(), true, nil
}

// Trail returns the events of the last visits of a URL in the order of time.
func (f *Frontier) Trail(id weburl.ID) ([]aranea.Event, error) {
	prefix := append([]byte{tableTrail}, id[:]...)
	var out []aranea.Event
	for p, err := range f.kv.Scan(prefix, after(prefix)) {
		if err != nil {
			return nil, fmt.Errorf("read trail: %w", err)
		}
		events, err := decodeEvents(p.Key, p.Value)
		if err != nil {
			return nil, err
		}
		out = append(out, events...)
	}
	slices.SortStableFunc(out, func(a, b aranea.Event) int { return a.At.Compare(b.At) })
	return out, nil
}

package frontier

import (
	"fmt"
	"math"
	"net/netip"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of records.
const (
	trailSlots = 16   // visits of a URL whose events are kept; the next overwrites the oldest
	maxEvents  = 64   // events of one visit
	maxCopies  = 1000 // robots copies of an origin; the next drops the oldest
)

// corrupt names the key of a record that does not decode.
func corrupt(key []byte, err error) error {
	return &aranea.Error{Op: "read frontier", Kind: aranea.Corrupt, Obj: fmt.Sprintf("key %x", key), Err: err}
}

// scopeExcluded reports whether a later discovery may queue the entry after
// all: it was left out for how it was found, not for what a site says.
func scopeExcluded(s aranea.EntryState, r aranea.Reason) bool {
	if s != aranea.StateExcluded {
		return false
	}
	return r != aranea.RobotsDenied && r != aranea.RobotsCleanParam && r != aranea.OperatorRemoved
}

// within drops a text that is longer than max bytes.
func within(s string, max int) string {
	if len(s) > max {
		return ""
	}
	return s
}

// An entryRecord is a page's entry as it is stored.
type entryRecord struct {
	aranea.Entry
	seq    uint64 // its place in the queue among those of its order and depth, for life
	trails uint32 // visits that left events
}

// queued returns the key of the queue that the entry with identity id has.
func (e *entryRecord) queued(id weburl.ID) queued {
	order := uint8(orderAgain)
	if !e.Again {
		order = uint8(orderNew - int(min(max(e.Priority, -maxPriority), maxPriority)))
	}
	return queued{position: position{order: order, depth: e.Depth, seq: e.seq}, hash: [hashLen]byte(id[originLen:])}
}

// isNewPage reports whether the visit of a leased entry counts against the page
// limit: a sitemap is no page.
func (e *entryRecord) isNewPage() bool { return !e.Again && e.Kind == aranea.KindPage }

func (e *entryRecord) encode(b []byte) []byte {
	w := record(b)
	w.uint(uint64(e.State)) // State and Reason come first: see peekEntry
	w.uint(uint64(e.Reason))
	w.text(e.URL.String())
	w.text(show.Clip(e.Detail, aranea.MaxDetail))
	w.uint(uint64(e.Depth))
	w.uint(uint64(e.How))
	w.raw(e.FoundOn[:])
	w.time(e.FoundAt)
	w.uint(uint64(e.Hops))
	w.uint(e.seq)
	w.uint(uint64(e.Kind))
	w.uint(uint64(uint8(e.Priority)))
	if e.trails == 0 && e.Visits == 0 && e.VisitedAt.IsZero() && e.Due.IsZero() && e.Attempts == 0 {
		return w.b // most entries were never tried
	}
	w.uint(uint64(e.trails))
	w.time(e.Due)
	w.uint(uint64(e.Attempts))
	w.uint(uint64(e.Visits))
	w.time(e.VisitedAt)
	w.uint(uint64(e.Status))
	w.text(within(e.Validators.ETag, aranea.MaxValidator))
	w.text(within(e.Validators.LastModified, aranea.MaxValidator))
	w.raw(e.Fingerprint[:])
	w.raw(e.Twin[:])
	w.text(show.Clip(e.Target, weburl.MaxLength))
	w.bool(e.Indexed)
	w.bool(e.Again)
	w.uint(uint64(e.Change.Checks))
	w.uint(uint64(e.Change.Changes))
	w.uint(uint64(e.Change.Since))
	w.uint(uint64(e.Change.ChangedAt))
	w.text(within(e.MediaType, aranea.MaxMediaType))
	w.text(within(e.Language, aranea.MaxLanguage))
	return w.b
}

// peekEntry reads what the seen test needs.
func peekEntry(key, value []byte) (aranea.EntryState, aranea.Reason, error) {
	r := newReader(value)
	state, reason := aranea.EntryState(r.u8()), aranea.Reason(r.u16())
	if r.err != nil {
		return 0, 0, corrupt(key, r.err)
	}
	return state, reason, nil
}

func decodeEntry(key, value []byte) (entryRecord, error) {
	r := newReader(value)
	var e entryRecord
	e.State = aranea.EntryState(r.u8())
	e.Reason = aranea.Reason(r.u16())
	text := r.text()
	e.Detail = r.text()
	e.Depth = r.u16()
	e.How = aranea.How(r.u8())
	copy(e.FoundOn[:], r.raw(uint64(len(e.FoundOn))))
	e.FoundAt = r.time()
	e.Hops = r.u8()
	e.seq = r.uint(math.MaxUint64)
	e.Kind = aranea.EntryKind(r.u8())
	e.Priority = int8(r.u8())
	if r.err == nil && len(r.b) > 0 {
		e.trails = r.u32()
		e.Due = r.time()
		e.Attempts = r.u8()
		e.Visits = r.u32()
		e.VisitedAt = r.time()
		e.Status = r.u16()
		e.Validators.ETag = r.text()
		e.Validators.LastModified = r.text()
		copy(e.Fingerprint[:], r.raw(uint64(len(e.Fingerprint))))
		copy(e.Twin[:], r.raw(uint64(len(e.Twin))))
		e.Target = r.text()
		e.Indexed = r.bool()
		e.Again = r.bool()
		e.Change = aranea.Change{Checks: r.u16(), Changes: r.u16(), Since: r.u32(), ChangedAt: r.u32()}
		e.MediaType = r.text()
		e.Language = r.text()
	}
	if err := r.end(); err != nil {
		return e, corrupt(key, err)
	}
	u, err := weburl.Parse(text)
	if err != nil {
		return e, corrupt(key, err)
	}
	if u.String() != text {
		return e, corrupt(key, fmt.Errorf("%.100q is not in canonical form", text))
	}
	e.URL = u
	return e, nil
}

// A hostRecord is a host as it is stored. NextAllowed is not: it belongs to the
// host's name (tableClock).
type hostRecord struct {
	aranea.Host
	blocked blocking
	trails  uint32 // robots visits that left events
}

// A blocking says why no page of a host may be asked for. Its numbers are
// stored.
type blocking uint8

const (
	notBlocked       blocking = 0
	blockedByRobots  blocking = 1 // the robots file is unavailable
	blockedByNetwork blocking = 2 // the operator's network rules refused the host
)

func (h *hostRecord) encode(b []byte) []byte {
	w := record(b)
	w.text(string(h.Origin))
	w.uint(uint64(h.Robots.Version))
	w.time(h.Robots.Expires)
	w.uint(uint64(h.blocked))
	w.uint(uint64(max(h.Delay, 0)))
	w.text(show.Clip(h.DelayReason, aranea.MaxDetail))
	w.uint(uint64(h.Backoff))
	w.time(h.BackoffAt)
	w.uint(uint64(h.Failures))
	w.uint(uint64(h.trails))
	w.text(string(h.Address.Unmap().AsSlice()))
	for _, n := range h.Counts {
		w.uint(n)
	}
	return w.b
}

func decodeHost(key, value []byte) (hostRecord, error) {
	r := newReader(value)
	var h hostRecord
	text := r.text()
	h.Robots.Version = r.u32()
	h.Robots.Expires = r.time()
	h.blocked = blocking(r.uint(uint64(blockedByNetwork)))
	h.Delay = time.Duration(r.uint(math.MaxInt64))
	h.DelayReason = r.text()
	h.Backoff = r.u8()
	h.BackoffAt = r.time()
	h.Failures = r.u16()
	h.trails = r.u32()
	if b := r.raw(r.uint(16)); len(b) > 0 {
		var ok bool
		if h.Address, ok = netip.AddrFromSlice(b); !ok {
			r.err = errRecord
		}
	}
	for i := range h.Counts {
		h.Counts[i] = r.uint(math.MaxUint64)
	}
	if err := r.end(); err != nil {
		return h, corrupt(key, err)
	}
	u, err := weburl.Parse(text + "/")
	if err != nil {
		return h, corrupt(key, err)
	}
	if string(u.Origin()) != text {
		return h, corrupt(key, fmt.Errorf("%.100q is not an origin", text))
	}
	h.Origin = u.Origin()
	return h, nil
}

func (c *clockRecord) encode(b []byte) []byte {
	w := record(b)
	w.at(c.next)
	if c.absent.delay > 0 {
		w.raw(c.absent.origin[:])
		w.uint(uint64(c.absent.delay))
	}
	return w.b
}

func decodeClock(key, value []byte) (clockRecord, error) {
	r := newReader(value)
	c := clockRecord{next: r.at()}
	if r.err == nil && len(r.b) > 0 {
		copy(c.absent.origin[:], r.raw(uint64(originLen)))
		c.absent.delay = time.Duration(r.uint(math.MaxInt64))
	}
	if err := r.end(); err != nil {
		return clockRecord{}, corrupt(key, err)
	}
	return c, nil
}

// encodeCopy leaves the body out: it is stored once under its hash.
func encodeCopy(c *acquire.Copy) []byte {
	w := record(nil)
	w.uint(uint64(c.Class))
	w.uint(uint64(c.Status))
	w.raw(c.Hash[:])
	w.uint(uint64(len(c.Body)))
	w.time(c.FetchedAt)
	w.time(c.CheckedAt)
	w.time(c.Expires)
	w.time(c.DownSince)
	w.uint(uint64(c.Failures))
	w.bool(c.Truncated)
	w.text(show.Clip(c.Detail, aranea.MaxDetail))
	if c.Good != acquire.ClassUnknown || c.WebPage {
		w.uint(uint64(c.Good))
		w.bool(c.WebPage)
	}
	return w.b
}

// decodeCopy returns the copy without its body and the body's length.
func decodeCopy(key, value []byte) (acquire.Copy, uint64, error) {
	r := newReader(value)
	var c acquire.Copy
	c.Class = acquire.Class(r.u8())
	c.Status = r.u16()
	copy(c.Hash[:], r.raw(uint64(len(c.Hash))))
	n := r.uint(math.MaxInt32)
	c.FetchedAt = r.time()
	c.CheckedAt = r.time()
	c.Expires = r.time()
	c.DownSince = r.time()
	c.Failures = r.u16()
	c.Truncated = r.bool()
	c.Detail = r.text()
	if r.err == nil && len(r.b) > 0 {
		c.Good = acquire.Class(r.u8())
		c.WebPage = r.bool()
	}
	if err := r.end(); err != nil {
		return c, 0, corrupt(key, err)
	}
	return c, n, nil
}

func encodeEvents(events []aranea.Event) []byte {
	events = events[:min(len(events), maxEvents)]
	w := record(nil)
	w.uint(uint64(len(events)))
	for _, e := range events {
		w.time(e.At)
		w.uint(uint64(e.Reason))
		w.text(show.Clip(e.Detail, aranea.MaxDetail))
	}
	return w.b
}

func decodeEvents(key, value []byte) ([]aranea.Event, error) {
	r := newReader(value)
	n := r.uint(maxEvents)
	var out []aranea.Event
	for range n {
		out = append(out, aranea.Event{At: r.time(), Reason: aranea.Reason(r.u16()), Detail: r.text()})
	}
	if err := r.end(); err != nil {
		return nil, corrupt(key, err)
	}
	return out, nil
}

package frontier

import (
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/weburl"
)

// corrupt names the key of a record that does not decode.
func corrupt(key []byte, err error) error {
	return &aranea.Error{Op: "read frontier", Kind: aranea.Corrupt, Obj: fmt.Sprintf("key %x", key), Err: err}
}

func encodeEntry(e *aranea.Entry) []byte {
	w := newWriter()
	w.text(e.URL.String())
	w.uint(uint64(e.State))
	w.uint(uint64(e.Reason))
	w.text(e.Detail)
	w.uint(uint64(e.Depth))
	w.uint(uint64(e.How))
	w.raw(e.FoundOn[:])
	w.time(e.FoundAt)
	w.time(e.Due)
	w.uint(uint64(e.Attempts))
	w.uint(uint64(e.Hops))
	w.uint(uint64(e.Visits))
	if e.Visits == 0 && e.VisitedAt.IsZero() {
		return w.b // most entries were never visited
	}
	w.time(e.VisitedAt)
	w.uint(uint64(e.Status))
	w.text(e.Validators.ETag)
	w.text(e.Validators.LastModified)
	w.raw(e.Fingerprint[:])
	w.raw(e.Twin[:])
	w.text(e.Target)
	w.bool(e.Indexed)
	return w.b
}

func decodeEntry(key, value []byte) (aranea.Entry, error) {
	r := newReader(value)
	var e aranea.Entry
	text := r.text()
	e.State = aranea.EntryState(r.uint())
	e.Reason = aranea.Reason(r.uint())
	e.Detail = r.text()
	e.Depth = uint16(r.uint())
	e.How = aranea.How(r.uint())
	copy(e.FoundOn[:], r.raw(uint64(len(e.FoundOn))))
	e.FoundAt = r.time()
	e.Due = r.time()
	e.Attempts = uint8(r.uint())
	e.Hops = uint8(r.uint())
	e.Visits = uint32(r.uint())
	if r.err == nil && len(r.b) > 0 {
		e.VisitedAt = r.time()
		e.Status = uint16(r.uint())
		e.Validators.ETag = r.text()
		e.Validators.LastModified = r.text()
		copy(e.Fingerprint[:], r.raw(uint64(len(e.Fingerprint))))
		copy(e.Twin[:], r.raw(uint64(len(e.Twin))))
		e.Target = r.text()
		e.Indexed = r.bool()
	}
	if r.err != nil {
		return e, corrupt(key, r.err)
	}
	u, err := weburl.Parse(text)
	if err != nil {
		return e, corrupt(key, err)
	}
	e.URL = u
	return e, nil
}

func encodeHost(h *aranea.Host) []byte {
	w := newWriter()
	w.text(string(h.Origin))
	w.uint(uint64(h.Robots.Version))
	w.time(h.Robots.Expires)
	w.uint(uint64(h.Delay))
	w.text(h.DelayReason)
	w.uint(uint64(h.Backoff))
	w.time(h.BackoffAt)
	w.uint(uint64(h.Failures))
	for _, n := range countFields(&h.Counts) {
		w.uint(*n)
	}
	return w.b
}

func decodeHost(key, value []byte) (aranea.Host, error) {
	r := newReader(value)
	var h aranea.Host
	h.Origin = weburl.Origin(r.text())
	h.Robots.Version = uint32(r.uint())
	h.Robots.Expires = r.time()
	h.Delay = time.Duration(r.uint())
	h.DelayReason = r.text()
	h.Backoff = uint8(r.uint())
	h.BackoffAt = r.time()
	h.Failures = uint16(r.uint())
	for _, n := range countFields(&h.Counts) {
		*n = r.uint()
	}
	if r.err != nil {
		return h, corrupt(key, r.err)
	}
	return h, nil
}

// countFields lists the counters in the order of the format.
func countFields(c *aranea.HostCounts) []*uint64 {
	return []*uint64{
		&c.Queued, &c.Fetched, &c.Indexed, &c.Redirects, &c.Missing, &c.Failed,
		&c.Denied, &c.Duplicates, &c.NoIndex, &c.Excluded, &c.Requests, &c.Bytes,
	}
}

// encodeCopy leaves the body out: it is stored once under its hash.
func encodeCopy(c *robotstxt.Copy) []byte {
	w := newWriter()
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
	w.text(c.Detail)
	return w.b
}

// decodeCopy returns the copy without its body and the body's length.
func decodeCopy(key, value []byte) (robotstxt.Copy, uint64, error) {
	r := newReader(value)
	var c robotstxt.Copy
	c.Class = robotstxt.Class(r.uint())
	c.Status = uint16(r.uint())
	copy(c.Hash[:], r.raw(uint64(len(c.Hash))))
	n := r.uint()
	c.FetchedAt = r.time()
	c.CheckedAt = r.time()
	c.Expires = r.time()
	c.DownSince = r.time()
	c.Failures = uint16(r.uint())
	c.Truncated = r.bool()
	c.Detail = r.text()
	if r.err != nil {
		return c, 0, corrupt(key, r.err)
	}
	return c, n, nil
}

func encodeEvents(events []aranea.Event) []byte {
	w := newWriter()
	w.uint(uint64(len(events)))
	for _, e := range events {
		w.time(e.At)
		w.uint(uint64(e.Reason))
		w.text(e.Detail)
	}
	return w.b
}

func decodeEvents(key, value []byte) ([]aranea.Event, error) {
	r := newReader(value)
	n := r.uint()
	if n > maxEvents {
		return nil, corrupt(key, errRecord)
	}
	var out []aranea.Event
	for range n {
		out = append(out, aranea.Event{At: r.time(), Reason: aranea.Reason(r.uint()), Detail: r.text()})
	}
	if r.err != nil {
		return nil, corrupt(key, r.err)
	}
	return out, nil
}

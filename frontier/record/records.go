package record

import (
	"fmt"
	"math"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule/hostdelay"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of records.
const (
	TrailSlots = 16 // visits of a URL whose events are kept; the next overwrites the oldest
	maxEvents  = 64 // events of one visit
)

// Corrupt returns an error with the key of a record that cannot be decoded.
func Corrupt(key []byte, err error) error {
	return &aranea.Error{Op: "read frontier", Kind: aranea.Corrupt, Obj: fmt.Sprintf("key %x", key), Err: err}
}

// Revivable reports whether a later discovery may queue an excluded entry: it was left out
// because of how it was found, not because of what a site says.
func (e *Entry) Revivable() bool {
	if e.State != aranea.StateExcluded {
		return false
	}
	return e.Reason != aranea.RobotsDenied && e.Reason != aranea.RobotsCleanParam && e.Reason != aranea.OperatorRemoved
}

// Changeable reports whether a later discovery may change an entry: it may be queued after all, or it
// is the target of a link that is only checked, and may become a page.
func (e *Entry) Changeable() bool { return e.Kind == aranea.KindLink || e.Revivable() }

// within returns "" for a text that is longer than max bytes.
func within(s string, max int) string {
	if len(s) > max {
		return ""
	}
	return s
}

// An Entry is an entry as it is stored.
type Entry struct {
	aranea.Entry
	Seq    uint64 // its permanent position in the queue among those of its order and rank
	Rank   uint16 // its position by the order of the crawl, set when it was queued
	Trails uint32 // number of visits with events
	// Listed is its priority before it was named, as a sitemap gave it, to which it returns; 0
	// if it is not named.
	Listed int8
	// Last is the record of the events of the last of them, empty if that is in the table of
	// trails, as all others are.
	Last string
}

// Tell stores the events of one more visit, if there are any. It returns the record of the
// previous ones, which are no longer the last, and its key in the table of trails, or nil.
func (e *Entry) Tell(id weburl.ID, events []aranea.Event) (key, value []byte) {
	if len(events) == 0 {
		return nil, nil
	}
	if e.Last != "" {
		key, value = TrailKey(id, e.Trails-1, false), []byte(e.Last)
	}
	e.Last = string(EncodeEvents(events))
	e.Trails++
	return key, value
}

// LastEvents returns the events of Last.
func (e *Entry) LastEvents(id weburl.ID) ([]aranea.Event, error) {
	if e.Last == "" {
		return nil, nil
	}
	return DecodeEvents(EntryKey(id), []byte(e.Last))
}

// Queued returns the queue key of the entry with the given ID.
func (e *Entry) Queued(id weburl.ID) Queued {
	named := e.Priority == aranea.PriorityNamed
	order := uint8(orderAgain)
	switch {
	case named && e.Again:
		order = orderNamedAgain
	case named:
		order = orderNamedNew
	case e.Kind == aranea.KindLink:
		order = orderLink
	case !e.Again:
		order = uint8(orderNew - int(min(max(e.Priority, -maxPriority), maxPriority)))
	}
	return Queued{Position: Position{Order: order, Rank: e.Rank, Seq: e.Seq}, Hash: [hashLen]byte(id[OriginLen:])}
}

// IsNewPage reports whether the visit of a leased entry counts against the page limit: a sitemap
// is not a page.
func (e *Entry) IsNewPage() bool { return !e.Again && e.Kind == aranea.KindPage }

// Requeue queues an entry as if it had not been tried recently.
func (e *Entry) Requeue() {
	e.State, e.Reason, e.Detail, e.Due, e.Attempts = aranea.StateQueued, aranea.ScheduleQueued, "", time.Time{}, 0
}

// Become makes an entry one of another kind that was never visited; its trail stays. It is excluded
// until it is queued.
func (e *Entry) Become(k aranea.EntryKind) {
	e.Entry = aranea.Entry{
		URL: e.URL, Kind: k, State: aranea.StateExcluded, Depth: e.Depth, How: e.How, FoundOn: e.FoundOn, FoundAt: e.FoundAt,
		Hops: e.Hops, Priority: e.Priority, Every: e.Every, Nearer: e.Nearer,
	}
}

// Leave ends the time for which a hidden document is kept, and returns the steps of the trail.
func (e *Entry) Leave(now time.Time) []aranea.Event {
	e.Indexed, e.Due = false, time.Time{}
	return []aranea.Event{{At: now, Reason: aranea.IndexRemoved, Detail: "hidden since " + e.Since.UTC().Format(time.DateOnly)}}
}

// Exclude excludes an entry for a reason, with its document.
func (e *Entry) Exclude(why aranea.Reason, detail string) {
	e.State, e.Reason, e.Detail, e.Due = aranea.StateExcluded, why, detail, time.Time{}
	e.Indexed, e.Again = false, false
}

// Find sets what a discovery says of an entry; it is excluded until it is queued.
func (e *Entry) Find(d *aranea.Discovery) {
	listed := e.Priority
	e.State, e.Reason, e.Detail, e.Depth, e.How, e.FoundOn, e.Hops = aranea.StateExcluded, d.Reason, d.Detail, d.Depth, d.How, d.FoundOn, d.Hops
	e.Kind, e.Priority, e.Every = d.Kind, d.Priority, d.Every
	e.KeepListed(listed)
}

// KeepListed keeps the priority that an entry had before it was named.
func (e *Entry) KeepListed(before int8) {
	switch {
	case e.Priority != aranea.PriorityNamed:
		e.Listed = 0
	case before != aranea.PriorityNamed:
		e.Listed = before
	}
}

// Hint queues a visited entry that has changed according to a sitemap. It reports that the entry changed, as
// List does.
func (e *Entry) Hint() bool {
	e.Again, e.Due, e.Attempts, e.Hinted = true, time.Time{}, 0, true
	return true
}

// List gives an entry that is queued for its first visit the priority that a sitemap says, by its ID,
// unless it is named, and reports whether that is another one.
func (e *Entry) List(priorities map[weburl.ID]int8) bool {
	to := priorities[e.URL.ID()]
	if e.State != aranea.StateQueued || e.Again || e.Priority == aranea.PriorityNamed || e.Priority == to {
		return false
	}
	e.Priority = to
	return true
}

// Demote ends the naming of an entry.
func (e *Entry) Demote() {
	if e.Priority == aranea.PriorityNamed {
		e.Priority, e.Listed = e.Listed, 0
	}
}

// KeepPlace restores in an entry what its outcome must not change: its position in the queue,
// unless that was due to being named and it was requested; and, if a repeated visit could not be
// made, the result of the last visit. What was no page and is to be visited as one begins anew, a
// sitemap with its depth as a page.
func (e *Entry) KeepPlace(leased *Entry) {
	place := Entry{Entry: aranea.Entry{Priority: leased.Priority}, Listed: leased.Listed}
	if e.State != aranea.StateQueued || e.Attempts > leased.Attempts {
		place.Demote()
	}
	e.Listed = place.Listed
	asPage := leased.Kind != aranea.KindPage && e.Kind == aranea.KindPage
	if leased.Again && e.State == aranea.StateQueued && !asPage {
		due, attempts := e.Due, e.Attempts
		e.Entry = leased.Entry
		e.Due, e.Attempts, e.Priority = due, attempts, place.Priority
		return
	}
	if !asPage {
		e.Depth = leased.Depth
	}
	e.Priority, e.Nearer = place.Priority, leased.Nearer
	if e.State == aranea.StateExcluded && !e.Hidden() {
		e.Due = time.Time{}
	}
}

// imported is set in the code of how an entry was found if the operator brought its document.
// Before it existed, an entry was imported if it was found by HowImport.
const imported = 0x80

// Bits of what the next visit of a page is for. Before the second existed, the first alone was a
// bool.
const hinted, named, reread = 1, 2, 4

// Bits of the fields that a record of an entry has. Before these bits existed, a record had all
// fields but the first.
const (
	hasNear  = 1 // found on a page of the same origin; the rest of its ID is stored
	hasFound = 2 // found on any other page
	hasText  = 4 // a fingerprint
	hasTwin  = 8
	hasList  = 16 // a priority from before it was named
	hasLinks = 32 // a level by its inlinks
	hasDate  = 64 // an archive answered for it
	hasAll   = hasNear | hasFound | hasText | hasTwin | hasList | hasLinks | hasDate
)

// fields returns the field bits of an entry of origin o.
func (e *Entry) fields(o weburl.OriginID) (bits uint64) {
	switch {
	case e.FoundOn.IsZero():
	case e.FoundOn.Origin() == o:
		bits |= hasNear
	default:
		bits |= hasFound
	}
	if !e.Fingerprint.IsZero() {
		bits |= hasText
	}
	if !e.Twin.IsZero() {
		bits |= hasTwin
	}
	if e.Listed != 0 {
		bits |= hasList
	}
	if e.Nearer != 0 {
		bits |= hasLinks
	}
	if !e.Captured.IsZero() {
		bits |= hasDate
	}
	return bits
}

// Encode returns the record of an entry of origin o, reusing the memory of b.
func (e *Entry) Encode(b []byte, o weburl.OriginID) []byte {
	w := newWriter(b, entryVersion)
	w.Uint(uint64(e.State))
	w.Uint(uint64(e.Reason))
	has := e.fields(o)
	w.Uint(has)
	w.text(e.URL.String())
	w.text(show.Clip(e.Detail, aranea.MaxDetail))
	w.Uint(uint64(e.Depth))
	how := uint64(e.How)
	if e.Imported {
		how |= imported
	}
	w.Uint(how)
	switch {
	case has&hasNear != 0:
		w.raw(e.FoundOn[OriginLen:])
	case has&hasFound != 0:
		w.raw(e.FoundOn[:])
	}
	w.Time(e.FoundAt)
	w.Uint(uint64(e.Hops))
	w.Uint(e.Seq)
	w.Uint(uint64(e.Kind))
	w.Uint(uint64(uint8(e.Priority)))
	if has&hasList != 0 {
		w.Uint(uint64(uint8(e.Listed)))
	}
	if has&hasLinks != 0 {
		w.Uint(uint64(e.Nearer))
	}
	w.Uint(uint64(e.Rank))
	w.Uint(uint64(max(e.Every, 0) / time.Second))
	if e.Trails == 0 && e.Visits == 0 && e.VisitedAt.IsZero() && e.Due.IsZero() && e.Attempts == 0 {
		return w.Bytes // most entries were never tried
	}
	return e.encodeTried(w, has)
}

// encodeTried appends the fields that a try sets.
func (e *Entry) encodeTried(w Writer, has uint64) []byte {
	w.Uint(uint64(e.Trails))
	w.Time(e.Due)
	w.Uint(uint64(e.Attempts))
	w.Uint(uint64(e.Visits))
	w.Time(e.VisitedAt)
	if has&hasDate != 0 {
		w.Time(e.Captured)
	}
	w.Uint(uint64(e.Status))
	w.text(within(e.Validators.ETag, aranea.MaxValidator))
	w.text(within(e.Validators.LastModified, aranea.MaxValidator))
	if has&hasText != 0 {
		w.raw(e.Fingerprint[:])
	}
	if has&hasTwin != 0 {
		w.raw(e.Twin[:])
	}
	w.text(show.Clip(e.Target, weburl.MaxLength))
	w.bool(e.Indexed)
	w.bool(e.Again)
	w.Uint(uint64(e.Change.Checks))
	w.Uint(uint64(e.Change.Changes))
	w.Uint(uint64(e.Change.Since))
	w.Uint(uint64(e.Change.ChangedAt))
	w.text(within(e.MediaType, aranea.MaxMediaType))
	w.text(within(e.Language, aranea.MaxLanguage))
	w.Time(e.Since)
	wishes := uint64(0)
	if e.Hinted {
		wishes |= hinted
	}
	if e.Named {
		wishes |= named
	}
	if e.Reread {
		wishes |= reread
	}
	w.Uint(wishes)
	w.text(e.Last)
	return w.Bytes
}

// PeekEntry reads the fields of an entry that are no texts.
func PeekEntry(key, value []byte) (Entry, error) {
	r := newEntryReader(value)
	r.peek = true
	e, _ := r.entry(weburl.OriginID{})
	if err := r.End(); err != nil {
		return e, Corrupt(key, err)
	}
	return e, nil
}

// PeekQueued reads the entry under an entry's key, and returns its key in the queue of its
// origin, if that has keys. waits reports whether the entry waits in the queue or for an
// instant, and due is the instant for which it may wait, 0 for none.
func PeekQueued(key, value []byte) (q Queued, waits bool, due Instant, err error) {
	if len(key) != 1+IDLen {
		return q, false, 0, Corrupt(key, ErrRecord)
	}
	e, err := PeekEntry(key, value)
	if err != nil {
		return q, false, 0, err
	}
	return e.Queued(weburl.ID(key[1:])), e.Waits(), InstantAfter(e.Due), nil
}

// DecodeEntry reads what Encode wrote under the key of an entry.
func DecodeEntry(key, value []byte) (Entry, error) {
	if len(key) != 1+IDLen {
		return Entry{}, Corrupt(key, ErrRecord)
	}
	r := newEntryReader(value)
	e, url := r.entry(weburl.OriginID(key[1:]))
	if err := r.End(); err != nil {
		return e, Corrupt(key, err)
	}
	text := string(url)
	u, err := weburl.Parse(text)
	if err != nil {
		return e, Corrupt(key, err)
	}
	if u.String() != text {
		return e, Corrupt(key, fmt.Errorf("%.100q is not in canonical form", text))
	}
	e.URL = u
	return e, nil
}

// An entryReader reads the fields of an entry from its record.
type entryReader struct {
	Reader
	old  bool // from before format 8
	peek bool // texts are skipped
}

// text reads or skips a text.
func (r *entryReader) text() string {
	p := r.raw(r.Uint(uint64(len(r.b))))
	if r.peek {
		return ""
	}
	return string(p)
}

func newEntryReader(b []byte) *entryReader {
	if len(b) > 0 && b[0] == entryVersion {
		return &entryReader{Reader: Reader{b: b[1:]}}
	}
	return &entryReader{Reader: *NewReader(b), old: true}
}

// fields reads the field bits.
func (r *entryReader) fields() uint64 {
	if r.old {
		return hasFound | hasText | hasTwin
	}
	return r.Uint(hasAll)
}

// entry reads the fields of an entry of origin o, and its URL as it is stored.
func (r *entryReader) entry(o weburl.OriginID) (e Entry, url []byte) {
	e.State = aranea.EntryState(r.u8())
	e.Reason = aranea.Reason(r.u16())
	has := r.fields()
	url = r.raw(r.Uint(uint64(len(r.b))))
	e.Detail = r.text()
	e.Depth = r.u16()
	how := r.u8()
	e.How = aranea.How(how &^ imported)
	e.Imported = how&imported != 0 || e.How == aranea.HowImport
	switch {
	case has&hasNear != 0:
		copy(e.FoundOn[:], o[:])
		copy(e.FoundOn[OriginLen:], r.raw(hashLen))
	case has&hasFound != 0:
		copy(e.FoundOn[:], r.raw(IDLen))
	}
	e.FoundAt = r.time()
	e.Hops = r.u8()
	e.Seq = r.Uint(math.MaxUint64)
	e.Kind = aranea.EntryKind(r.u8())
	e.Priority = int8(r.u8())
	if has&hasList != 0 {
		e.Listed = int8(r.u8())
	}
	if has&hasLinks != 0 {
		e.Nearer = r.u8()
	}
	e.Rank = r.u16()
	e.Every = time.Duration(r.u32()) * time.Second
	if r.err == nil && len(r.b) > 0 {
		r.tried(&e, has)
	}
	return e, url
}

// tried reads the fields that a try sets.
func (r *entryReader) tried(e *Entry, has uint64) {
	e.Trails = r.u32()
	e.Due = r.time()
	e.Attempts = r.u8()
	e.Visits = r.u32()
	e.VisitedAt = r.time()
	if has&hasDate != 0 {
		e.Captured = r.time()
	}
	e.Status = r.u16()
	e.Validators.ETag = r.text()
	e.Validators.LastModified = r.text()
	if has&hasText != 0 {
		copy(e.Fingerprint[:], r.raw(uint64(len(e.Fingerprint))))
	}
	if has&hasTwin != 0 {
		copy(e.Twin[:], r.raw(IDLen))
	}
	e.Target = r.text()
	e.Indexed = r.bool()
	e.Again = r.bool()
	e.Change = aranea.Change{Checks: r.u16(), Changes: r.u16(), Since: r.u32(), ChangedAt: r.u32()}
	e.MediaType = r.text()
	e.Language = r.text()
	e.Since = r.time()
	wishes := r.Uint(hinted | named | reread)
	e.Hinted, e.Named, e.Reread = wishes&hinted != 0, wishes&named != 0, wishes&reread != 0
	if !r.old {
		e.Last = r.text()
	}
}

// An Origin is what is stored of one origin: its robots file and counts. The politeness state is
// that of its host: see Host.
type Origin struct {
	Origin   weburl.Origin
	Robots   aranea.RobotsRef
	Failures uint16 // failed exchanges in a row
	// HintsRight and HintsWrong are as in aranea.Host.
	HintsRight, HintsWrong uint16
	Counts                 aranea.HostCounts
	Blocked                Blocking
	Trails                 uint32 // robots visits with events
	Pages                  uint64 // first visits that fetched a page: what budgets count
	// First is a position no later than that of the first entry of its queue; zero if unknown.
	First Position
	// Refusals, RefusedSince and RefusedUntil are as in aranea.Host; 0 for none.
	Refusals                   uint16
	RefusedSince, RefusedUntil Instant
	// Since is the instant since when it waits, if its robots file was never fetched; 0 if
	// unknown.
	Since Instant
}

// A Blocking says why no page of a host may be requested. Its numbers are stored.
type Blocking uint8

// The blockings. The zero one blocks nothing.
const (
	NotBlocked       Blocking = 0
	BlockedByRobots  Blocking = 1 // the robots file is unavailable
	BlockedByNetwork Blocking = 2 // the operator's network rules refused the host
)

// Work returns the number of entries of the origin that wait in its queue or for an instant.
func (h *Origin) Work() uint64 { return h.Waiting() + h.Counts[aranea.CountLinksWaiting] }

// Waiting is Work without the targets of links that are only checked.
func (h *Origin) Waiting() uint64 {
	return h.Counts[aranea.CountQueued] + h.Counts[aranea.CountDue]
}

// Links returns the number of URLs of the origin that are only checked for the links to them.
func (h *Origin) Links() uint64 {
	return h.Counts[aranea.CountLinks] + h.Counts[aranea.CountLinksWaiting]
}

// HasPages reports whether a URL of the origin is or was to be visited, and not only checked.
func (h *Origin) HasPages() bool {
	return Entries(&h.Counts) > h.Links()+h.Counts[aranea.CountLinksOver]+h.Counts[aranea.CountExcluded]
}

// IsForeign reports whether the origin is asked only because pages of others link to it.
func (h *Origin) IsForeign() bool { return h.Links() > 0 && !h.HasPages() }

// Keeps reports whether anything of the origin may be found, now or when its robots file opens
// it again.
func (h *Origin) Keeps() bool {
	n := &h.Counts
	return n[aranea.CountFetched] > 0 || n[aranea.CountHidden] > 0 || n[aranea.CountDenied] > 0
}

// View joins the record with that of its host and the delay in force.
func (h *Origin) View(host *Host, delay hostdelay.Delay) aranea.Host {
	return aranea.Host{
		Origin: h.Origin, Robots: h.Robots, NextAllowed: host.Next.Time(), Address: host.Address(), Delay: delay.Length, DelayReason: delay.Source,
		Backoff: host.Backoff, BackoffAt: host.BackoffAt.Time(), Throttled: host.Throttled,
		Refusals: h.Refusals, RefusedSince: h.RefusedSince.Time(), RefusedUntil: h.RefusedUntil.Time(),
		Failures: h.Failures, HintsRight: h.HintsRight, HintsWrong: h.HintsWrong, Counts: h.Counts,
	}
}

// NoteRefusals counts a refusal, by the host after its exchange, or ends the row of them. Of requests
// that were under way at the same time, each counts; those that end while the origin is left alone
// do not.
func (h *Origin) NoteRefusals(after *aranea.Host, refused bool, now Instant) {
	switch {
	case refused && h.RefusedUntil <= now:
		h.Refusals = max(after.Refusals, h.Refusals+1)
		h.RefusedUntil = max(h.RefusedUntil, InstantOf(after.RefusedUntil))
		if h.RefusedSince == 0 {
			h.RefusedSince = InstantOf(after.RefusedSince)
		}
	case !refused && after.Refusals == 0:
		h.Refusals, h.RefusedSince, h.RefusedUntil = 0, 0, 0
	}
}

// Entries returns the number of entries that the counts cover: each is in exactly one of these
// counters.
func Entries(n *aranea.HostCounts) uint64 {
	return n[aranea.CountQueued] + n[aranea.CountFetched] + n[aranea.CountRedirects] + n[aranea.CountMissing] +
		n[aranea.CountRefused] + n[aranea.CountFailed] + n[aranea.CountDenied] + n[aranea.CountExcluded] +
		n[aranea.CountSitemaps] + n[aranea.CountLinks] + n[aranea.CountLinksWaiting] + n[aranea.CountLinksOver]
}

// fewEntries is the number of known entries of an origin up to which its queue has no keys.
const fewEntries = 64

// Keyed reports whether the origin's queue has keys: the number of its entries, which never
// decreases, is above fewEntries.
func (h *Origin) Keyed() bool { return Entries(&h.Counts) > fewEntries }

// Encode returns the record, reusing the memory of b.
func (h *Origin) Encode(b []byte) []byte {
	w := NewWriter(b)
	w.text(string(h.Origin))
	w.Uint(uint64(h.Robots.Version))
	w.Time(h.Robots.Expires)
	w.Uint(uint64(h.Blocked))
	w.Uint(uint64(h.Failures))
	w.Uint(uint64(h.Trails))
	w.Uint(uint64(h.HintsRight))
	w.Uint(uint64(h.HintsWrong))
	for _, n := range h.Counts[:firstCounts] {
		w.Uint(n)
	}
	w.Uint(h.Pages)
	links := h.Links()+h.Counts[aranea.CountLinksOver] > 0
	if !h.First.isPlace() && h.Refusals == 0 && !links {
		return w.Bytes
	}
	w.Uint(uint64(h.First.Order))
	w.Uint(uint64(h.First.Rank))
	w.Uint(h.First.Seq)
	if h.Robots.Version == 0 {
		w.At(h.Since)
	}
	if h.Refusals > 0 || links {
		w.Uint(uint64(h.Refusals))
		w.At(h.RefusedSince)
		w.At(h.RefusedUntil)
	}
	if links {
		for _, n := range h.Counts[firstCounts:] {
			w.Uint(n)
		}
	}
	return w.Bytes
}

// firstCounts is the number of counters that every record has; up to format 11 there were no
// others.
const firstCounts = 18

// DecodeOrigin reads what Encode wrote; key is for the error.
func DecodeOrigin(key, value []byte) (Origin, error) {
	r := NewReader(value)
	var h Origin
	text := r.text()
	h.Robots.Version = r.u32()
	h.Robots.Expires = r.time()
	h.Blocked = Blocking(r.Uint(uint64(BlockedByNetwork)))
	h.Failures = r.u16()
	h.Trails = r.u32()
	h.HintsRight, h.HintsWrong = r.u16(), r.u16()
	for i := range firstCounts {
		h.Counts[i] = r.Uint(math.MaxUint64)
	}
	h.Pages = r.Uint(math.MaxUint64)
	if r.err == nil && len(r.b) > 0 {
		h.First = Position{Order: r.u8(), Rank: r.u16(), Seq: r.Uint(math.MaxUint64)}
		if h.Robots.Version == 0 {
			h.Since = r.At()
		}
		if r.err == nil && len(r.b) > 0 {
			h.Refusals, h.RefusedSince, h.RefusedUntil = r.u16(), r.At(), r.At()
		}
		for i := firstCounts; r.err == nil && len(r.b) > 0 && i < len(h.Counts); i++ {
			h.Counts[i] = r.Uint(math.MaxUint64)
		}
	}
	if err := r.End(); err != nil {
		return h, Corrupt(key, err)
	}
	u, err := weburl.Parse(text + "/")
	if err != nil {
		return h, Corrupt(key, err)
	}
	if string(u.Origin()) != text {
		return h, Corrupt(key, fmt.Errorf("%.100q is not an origin", text))
	}
	h.Origin = u.Origin()
	return h, nil
}

// EncodeCopy returns the record of a copy without its body, which is stored once under its hash.
func EncodeCopy(c *acquire.Copy) []byte {
	w := NewWriter(nil)
	w.Uint(uint64(c.Class))
	w.Uint(uint64(c.Status))
	w.raw(c.Hash[:])
	w.Uint(uint64(len(c.Body)))
	w.Time(c.FetchedAt)
	w.Time(c.CheckedAt)
	w.Time(c.Expires)
	w.Time(c.DownSince)
	w.Uint(uint64(c.Failures))
	w.bool(c.Truncated)
	w.text(show.Clip(c.Detail, aranea.MaxDetail))
	if c.Good != acquire.ClassUnknown || c.WebPage {
		w.Uint(uint64(c.Good))
		w.bool(c.WebPage)
	}
	return w.Bytes
}

// DecodeCopy returns the copy without its body, and the body's length.
func DecodeCopy(key, value []byte) (acquire.Copy, uint64, error) {
	r := NewReader(value)
	var c acquire.Copy
	c.Class = acquire.Class(r.u8())
	c.Status = r.u16()
	copy(c.Hash[:], r.raw(uint64(len(c.Hash))))
	n := r.Uint(math.MaxInt32)
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
	if err := r.End(); err != nil {
		return c, 0, Corrupt(key, err)
	}
	return c, n, nil
}

// EncodeEvents returns the record of at most maxEvents events.
func EncodeEvents(events []aranea.Event) []byte {
	events = events[:min(len(events), maxEvents)]
	w := NewWriter(nil)
	w.Uint(uint64(len(events)))
	for _, e := range events {
		w.Time(e.At)
		w.Uint(uint64(e.Reason))
		w.text(show.Clip(e.Detail, aranea.MaxDetail))
	}
	return w.Bytes
}

// DecodeEvents reads what EncodeEvents wrote; key is for the error.
func DecodeEvents(key, value []byte) ([]aranea.Event, error) {
	r := NewReader(value)
	n := r.Uint(maxEvents)
	var out []aranea.Event
	for range n {
		out = append(out, aranea.Event{At: r.time(), Reason: aranea.Reason(r.u16()), Detail: r.text()})
	}
	if err := r.End(); err != nil {
		return nil, Corrupt(key, err)
	}
	return out, nil
}

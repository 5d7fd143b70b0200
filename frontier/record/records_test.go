package record

import (
	"bytes"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

var t0 = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func parse(t testing.TB, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func fullEntry(t testing.TB) Entry {
	u := parse(t, "https://a.test:8080/x?y=z")
	return Entry{Seq: 12, Trails: 3, Listed: -110, Last: string(EncodeEvents([]aranea.Event{{At: t0, Reason: aranea.HTTPOK, Detail: "x"}})), Entry: aranea.Entry{
		URL: u, State: aranea.StateDone, Reason: aranea.DupExact, Detail: "http://b.test/", Depth: 300, How: aranea.HowFrame, Nearer: 5,
		FoundOn: u.ID(), FoundAt: t0, Due: t0.Add(time.Hour), Attempts: 2, Hops: 1, Visits: 7, VisitedAt: t0.Add(time.Second),
		Status: 200, Validators: aranea.Validators{ETag: `"e"`, LastModified: "yesterday"}, Fingerprint: aranea.Fingerprint{1, 2},
		Twin: weburl.ID{9}, Target: "http://c.test/", Indexed: true, Imported: true,
	}}
}

func fullOrigin() Origin {
	return Origin{
		Origin: "http://a.test:81", Blocked: BlockedByRobots, Trails: 9, Pages: 12, Robots: aranea.RobotsRef{Version: 4, Expires: t0}, Failures: 400,
		Counts: aranea.HostCounts{aranea.CountQueued: 1, aranea.CountFetched: 2, aranea.CountIndexed: 3, aranea.CountRedirects: 4, aranea.CountMissing: 5, aranea.CountFailed: 6, aranea.CountDenied: 7, aranea.CountDuplicates: 8, aranea.CountNoIndex: 9, aranea.CountExcluded: 10, aranea.CountRequests: 11, aranea.CountBytes: 1 << 40},
	}
}

func fullHost() Host {
	return Host{
		Next: 77, Backoff: 3, BackoffAt: 5, LookUp: 9, Addresses: []netip.Addr{netip.MustParseAddr("2001:db8::1"), netip.MustParseAddr("192.0.2.1")},
		Wishes: []Wish{{weburl.OriginID{1}, time.Second, "crawl-delay"}, {weburl.OriginID{2}, time.Minute, "crawl-delay, capped"}},
	}
}

func fullCopy() acquire.Copy {
	return acquire.Copy{
		Class: acquire.ClassRules, Status: 200, Hash: [32]byte{5}, Body: []byte("abc"), FetchedAt: t0, CheckedAt: t0.Add(1), Expires: t0.Add(time.Hour),
		DownSince: t0, Failures: 2, Truncated: true, Detail: "x", Good: acquire.ClassForbidden, WebPage: true,
	}
}

// encode returns the record of an entry; redecode encodes and decodes an entry.
func encode(e *Entry) []byte { return e.Encode(nil, e.URL.ID().Origin()) }

func redecode(e *Entry) (Entry, error) { return DecodeEntry(EntryKey(e.URL.ID()), encode(e)) }

func TestRecordsRoundTrip(t *testing.T) {
	t.Parallel()
	near, far := fullEntry(t), fullEntry(t)
	near.Twin, near.Fingerprint, near.Last, near.Nearer = weburl.ID{}, aranea.Fingerprint{}, "", 0
	far.Captured = t0.Add(-time.Hour)
	far.FoundOn = weburl.ID{1}
	for _, e := range []Entry{fullEntry(t), near, far, {Entry: aranea.Entry{URL: parse(t, "http://a.test/"), State: aranea.StateQueued, FoundAt: t0}}} {
		got, err := redecode(&e)
		if err != nil || got != e {
			t.Errorf("entry\n%+v became\n%+v, %v", e, got, err)
		}
		peeked, err := PeekEntry([]byte("u"), encode(&e))
		if err != nil || peeked.State != e.State || peeked.Reason != e.Reason || peeked.Kind != e.Kind {
			t.Errorf("peek: %+v, %v", peeked, err)
		}
	}
	h := fullOrigin()
	if got, err := DecodeOrigin([]byte("h"), h.Encode(nil)); err != nil || got != h {
		t.Errorf("origin\n%+v became\n%+v, %v", h, got, err)
	}
	h.Counts[aranea.CountRefused], h.Blocked = 300, BlockedByNetwork
	if got, err := DecodeOrigin([]byte("h"), h.Encode(nil)); err != nil || got != h {
		t.Errorf("origin that is barred\n%+v became\n%+v, %v", h, got, err)
	}
	linked := aranea.HostCounts{aranea.CountLinks: 3, aranea.CountLinksWaiting: 400}
	for _, x := range []Origin{{Refusals: 1}, {Counts: linked}, {Counts: linked, Refusals: 9, RefusedSince: 5, RefusedUntil: 7}, {Refusals: 9, RefusedSince: 5, RefusedUntil: 7, First: Position{Order: orderAgain, Rank: 1, Seq: 2}}, {Refusals: 300, RefusedSince: 5, Since: 3}} {
		if x.Origin = h.Origin; x.Since == 0 {
			x.Robots.Version = 4
		}
		if got, err := DecodeOrigin([]byte("h"), x.Encode(nil)); err != nil || got != x {
			t.Errorf("origin that refuses\n%+v became\n%+v, %v", x, got, err)
		}
	}
	for _, k := range []Host{{}, {Throttled: true}, {Unfound: maxUnfound}, {Throttled: true, Unfound: 1}, fullHost()} {
		if got, err := DecodeHost([]byte("k"), k.Encode(nil)); err != nil || !reflect.DeepEqual(got, k) {
			t.Errorf("host\n%+v became\n%+v, %v", k, got, err)
		}
	}
	for _, p := range []Pace{{}, {Next: 7}, {Next: 7, Space: 3}} { // without Space, as stored before that field existed
		if got, err := DecodePace([]byte("a"), p.Encode(nil)); err != nil || got != p {
			t.Errorf("pace %+v became %+v, %v", p, got, err)
		}
	}
	c := fullCopy()
	got, n, err := DecodeCopy([]byte("r"), EncodeCopy(&c))
	if err != nil || n != 3 || got.Hash != c.Hash || got.Expires != c.Expires || !got.Truncated || got.Detail != "x" || got.Good != acquire.ClassForbidden || !got.WebPage {
		t.Errorf("copy %+v, %d, %v", got, n, err)
	}
	c.Good, c.WebPage = acquire.ClassUnknown, false
	short := EncodeCopy(&c)
	if got, _, err := DecodeCopy([]byte("r"), short); err != nil || got.Good != acquire.ClassUnknown || got.WebPage || got.Detail != "x" {
		t.Errorf("copy as it was stored before it told of outages: %+v, %v", got, err)
	}
	if _, _, err := DecodeCopy([]byte("r"), append(short, byte(acquire.ClassRules))); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("half of what tells of an outage: %v", err)
	}
}

// TestOldImports: in older versions an entry was imported if it was found by HowImport.
func TestOldImports(t *testing.T) {
	t.Parallel()
	for how, want := range map[aranea.How]bool{aranea.HowImport: true, aranea.HowFrame: false, aranea.HowSeed: false} {
		e := fullEntry(t)
		e.How, e.Imported = how, false // nothing is added to the code
		got, err := redecode(&e)
		if err != nil || got.How != how || got.Imported != want {
			t.Errorf("found by %v: %v, imported %t, want %t, %v", how, got.How, got.Imported, want, err)
		}
	}
}

// TestRecordsAreBounded: texts from sites are cut before they are stored.
func TestRecordsAreBounded(t *testing.T) {
	t.Parallel()
	e := fullEntry(t)
	e.Detail, e.Validators.ETag = strings.Repeat("ж", 5000), strings.Repeat("e", 5000)
	got, err := redecode(&e)
	if err != nil || len(got.Detail) != aranea.MaxDetail || got.Validators.ETag != "" {
		t.Errorf("detail of %d bytes, tag of %d, %v", len(got.Detail), len(got.Validators.ETag), err)
	}
	events := make([]aranea.Event, 100)
	if got, err := DecodeEvents([]byte("t"), EncodeEvents(events)); err != nil || len(got) != maxEvents {
		t.Errorf("%d events, %v", len(got), err)
	}
}

// TestDamagedRecords cuts, extends and changes records: the error for one that cannot be decoded
// has its key.
func TestDamagedRecords(t *testing.T) {
	t.Parallel()
	e, o, h, p, c := fullEntry(t), fullOrigin(), fullHost(), Pace{Next: 7, Space: 300}, fullCopy()
	records := map[string]struct {
		record []byte
		decode func([]byte) error
	}{
		"entry":  {encode(&e), func(b []byte) error { _, err := DecodeEntry(bytes.Repeat([]byte{0xab}, 1+IDLen), b); return err }},
		"origin": {o.Encode(nil), func(b []byte) error { _, err := DecodeOrigin([]byte{0xab}, b); return err }},
		"host":   {h.Encode(nil), func(b []byte) error { _, err := DecodeHost([]byte{0xab}, b); return err }},
		"pace":   {p.Encode(nil), func(b []byte) error { _, err := DecodePace([]byte{0xab}, b); return err }},
		"copy":   {EncodeCopy(&c), func(b []byte) error { _, _, err := DecodeCopy([]byte{0xab}, b); return err }},
		"events": {EncodeEvents([]aranea.Event{{At: t0, Detail: "x"}}), func(b []byte) error { _, err := DecodeEvents([]byte{0xab}, b); return err }},
	}
	for name, r := range records {
		if err := r.decode(r.record); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		damaged := [][]byte{nil, {Version + 2}, append(bytes.Clone(r.record), 0)}
		damaged = append(damaged, r.record[:len(r.record)-1], append([]byte{Version + 2}, r.record[1:]...))
		for _, b := range damaged {
			err := r.decode(b)
			if aranea.KindOf(err) != aranea.Corrupt || !strings.Contains(err.Error(), "key ab") {
				t.Errorf("%s %x: %v", name, b, err)
			}
		}
	}
}

func FuzzEntry(f *testing.F) {
	e := fullEntry(f)
	f.Add(encode(&e))
	f.Add(encode(&Entry{Entry: aranea.Entry{URL: e.URL, State: aranea.StateQueued, FoundAt: t0}}))
	key := EntryKey(e.URL.ID())
	f.Fuzz(func(t *testing.T, b []byte) {
		e, err := DecodeEntry(key, b)
		if err != nil {
			if aranea.KindOf(err) != aranea.Corrupt {
				t.Fatalf("error kind of %v", err)
			}
			return
		}
		again, err := redecode(&e)
		if err != nil {
			t.Fatalf("%+v: %v", e, err)
		}
		third, err := redecode(&again)
		if err != nil || third != again {
			t.Fatalf("%+v became %+v, %v", again, third, err)
		}
		id := e.URL.ID()
		q, waits, due, err := PeekQueued(EntryKey(id), b)
		if err != nil || q != e.Queued(id) || waits != e.Waits() || due != InstantAfter(e.Due) {
			t.Fatalf("of %+v: queued at %+v, waits %t, due %d, %v", e, q, waits, due, err)
		}
	})
}

func FuzzOriginAndHost(f *testing.F) {
	o, h, p := fullOrigin(), fullHost(), Pace{Next: 7, Space: 3}
	f.Add(o.Encode(nil))
	f.Add(h.Encode(nil))
	f.Add(p.Encode(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		if o, err := DecodeOrigin([]byte("h"), b); err == nil {
			if again, err := DecodeOrigin([]byte("h"), o.Encode(nil)); err != nil || again.Origin != o.Origin || again.Counts != o.Counts || again.Robots != o.Robots {
				t.Fatalf("%+v became %+v, %v", o, again, err)
			}
		} else if aranea.KindOf(err) != aranea.Corrupt {
			t.Fatalf("error kind of %v", err)
		}
		if h, err := DecodeHost([]byte("k"), b); err == nil {
			if again, err := DecodeHost([]byte("k"), h.Encode(nil)); err != nil || again.Next != h.Next || len(again.Addresses) != len(h.Addresses) || again.Wished().Delay != h.Wished().Delay {
				t.Fatalf("%+v became %+v, %v", h, again, err)
			}
		}
		if p, err := DecodePace([]byte("a"), b); err == nil {
			if again, err := DecodePace([]byte("a"), p.Encode(nil)); err != nil || again != p {
				t.Fatalf("%+v became %+v, %v", p, again, err)
			}
		}
	})
}

// TestWishesAreBounded: a name with a robots file at each port keeps the longest delays.
func TestWishesAreBounded(t *testing.T) {
	t.Parallel()
	var h Host
	for n := range 100 {
		h.SetWish(Wish{weburl.OriginID{byte(n)}, time.Duration(100-n) * time.Second, ""})
	}
	if len(h.Wishes) != maxWishes || h.Wished().Delay != 100*time.Second {
		t.Errorf("%d wishes, the longest of %s", len(h.Wishes), h.Wished().Delay)
	}
	for n := range 100 {
		h.SetWish(Wish{Origin: weburl.OriginID{byte(n)}})
	}
	if h.Wishes != nil || h.Wished().Delay != 0 {
		t.Errorf("wishes that were taken back: %v", h.Wishes)
	}
}

func FuzzCopyAndEvents(f *testing.F) {
	c := fullCopy()
	f.Add(EncodeCopy(&c))
	f.Add(EncodeEvents([]aranea.Event{{At: t0, Reason: aranea.HTTPOK, Detail: "x"}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		if c, _, err := DecodeCopy([]byte("r"), b); err == nil {
			if again, _, err := DecodeCopy([]byte("r"), EncodeCopy(&c)); err != nil || again.Hash != c.Hash || again.Status != c.Status {
				t.Fatalf("%+v became %+v, %v", c, again, err)
			}
		}
		if events, err := DecodeEvents([]byte("t"), b); err == nil {
			if again, err := DecodeEvents([]byte("t"), EncodeEvents(events)); err != nil || len(again) != len(events) {
				t.Fatalf("%+v became %+v, %v", events, again, err)
			}
		}
	})
}

// TestUseOfPace: what a lease reserves, however late its request is sent, never ends later than
// the last space after the start of the next process.
func TestUseOfPace(t *testing.T) {
	t.Parallel()
	const late = 50
	p := Pace{}
	for _, u := range []struct {
		now, space Instant
		want       Pace
	}{
		{100, 400, Pace{500, 400}}, // may be sent at 150, and reserves until 550
		{500, 10, Pace{510, 50}},   // a process that starts at 500 waits until then
		{530, 10, Pace{540, 30}},   // the previous one may be sent at 550
		{535, 0, Pace{540, 30}},    // without a delay nothing is reserved
		{600, 10, Pace{610, 10}},   // all previous ones have been sent, and no longer count
		{610, 300, Pace{910, 300}}, // more than what remains
		{2000, 10, Pace{2010, 10}}, // long after
		{2005, 10, Pace{2020, 10}}, // before its turn
		{2020, 20, Pace{2040, 20}}, // the larger one
		{2041, 10, Pace{2051, 20}}, // while what it reserves counts
		{2101, 10, Pace{2111, 10}}, // and no longer
	} {
		if p.Use(u.now, u.space, late); p != u.want {
			t.Fatalf("used at %d for %d: %+v, want %+v", u.now, u.space, p, u.want)
		}
	}
}

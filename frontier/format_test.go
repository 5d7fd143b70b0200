package frontier

import (
	"encoding/hex"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
)

const formatPage = "../docs/format/frontier.md"

// TestFormatPage compares the example on the page of the format with what is stored. If it
// changes, existing data folders can no longer be read: raise record.Version. Run with -update
// to rewrite the example.
func TestFormatPage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(formatPage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(page), "```dump\n")
	old, after, ok2 := strings.Cut(rest, "```")
	if !ok || !ok2 {
		t.Fatal("the page has no example")
	}
	got := exampleDump(t)
	if *update {
		if err := os.WriteFile(formatPage, []byte(before+"```dump\n"+got+"```"+after), 0o600); err != nil {
			t.Fatal(err)
		}
	} else if got != old {
		t.Errorf("the records became\n%s", got)
	}
}

func exampleDump(t *testing.T) string {
	kv := memstore.New()
	f := open(t, kv, Options{Delay: time.Second})
	seed(t, f, "http://a.test/")
	l := one(t, f, t0, "http://a.test/robots.txt")
	o := done(l, t0)
	o.Robots = &acquire.Copy{
		Class: acquire.ClassRules, Status: 200, Body: []byte("User-agent: *\n"), Hash: [32]byte{0xb0, 0xd7},
		FetchedAt: t0, CheckedAt: t0, Expires: t0.Add(24 * time.Hour),
	}
	o.Events = []aranea.Event{{At: t0, Reason: aranea.RobotsParsed, Detail: "14 bytes"}}
	commit(t, f, t0, o)
	now := t0.Add(time.Second)
	l = one(t, f, now, "http://a.test/")
	o = done(l, now)
	o.Entry.Detail, o.Entry.Status, o.Entry.Fingerprint, o.Bytes = "3 elements, 2 links", 200, aranea.Fingerprint{0xf1, 0xf2}, 1234
	o.Entry.Validators.ETag = `"v1"`
	o.Events = []aranea.Event{{At: now, Reason: aranea.HTTPOK, Detail: "status 200, 1234 bytes"}, {At: now, Reason: aranea.IndexAdded, Detail: o.Entry.Detail}}
	for _, u := range []string{"http://a.test/b", "http://a.test/c"} {
		o.Links = append(o.Links, aranea.Discovery{URL: parse(t, u), Depth: 1, FoundOn: l.Entry.URL.ID(), Reason: aranea.ScheduleQueued})
	}
	commit(t, f, now, o)
	now = now.Add(time.Second)
	l = one(t, f, now, "http://a.test/b")
	o = aranea.Outcome{Lease: l.ID, Entry: l.Entry, Host: l.Host, Sent: true, Requests: 1}
	o.Host.NextAllowed = now.Add(time.Second)
	o.Entry.Reason, o.Entry.Detail, o.Entry.Attempts, o.Entry.Due = aranea.ScheduleRetry, "NET.TIMEOUT", 1, now.Add(time.Minute)
	o.Events = []aranea.Event{{At: now, Reason: aranea.NetTimeout}}
	commit(t, f, now, o)

	var b strings.Builder
	for p, err := range kv.Scan(nil, nil) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Key[0] == record.TableMeta {
			fmt.Fprintf(&b, "%c %s\n", p.Key[0], p.Key[1:])
		} else {
			fmt.Fprintf(&b, "%c %x\n", p.Key[0], p.Key[1:])
		}
		for len(p.Value) > 0 {
			n := min(len(p.Value), 32)
			fmt.Fprintf(&b, "    %-64x  %s\n", p.Value[:n], printable(p.Value[:n]))
			p.Value = p.Value[n:]
		}
	}
	return b.String()
}

func printable(b []byte) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '.'
		}
		return r
	}, string(latin(b)))
}

// latin converts each byte to one character.
func latin(b []byte) []rune {
	out := make([]rune, len(b))
	for i, c := range b {
		out[i] = rune(c)
	}
	return out
}

// stored returns a store with the content of a dump as on the page of the format.
func stored(t *testing.T, dump string) store.KV {
	t.Helper()
	kv := memstore.New()
	b := kv.NewBatch()
	var key, value []byte
	flush := func() {
		if key != nil {
			b.Put(key, value)
		}
		value = nil
	}
	for line := range strings.Lines(dump) {
		if part, ok := strings.CutPrefix(line, "    "); ok {
			value = append(value, unhex(t, strings.TrimSpace(part[:64]))...)
			continue
		}
		flush()
		table, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if key = []byte(table); table[0] == record.TableMeta {
			key = append(key, rest...)
		} else {
			key = append(key, unhex(t, rest)...)
		}
	}
	flush()
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	return kv
}

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestStoreOfFormat7 opens the store that the page of format 7 showed: its entries are read, and
// trails in their table are returned together with new ones.
func TestStoreOfFormat7(t *testing.T) {
	t.Parallel()
	dump, err := os.ReadFile("testdata/format-7.txt")
	if err != nil {
		t.Fatal(err)
	}
	f := open(t, stored(t, string(dump)), Options{Delay: time.Second})
	root, tried := parse(t, "http://a.test/").ID(), parse(t, "http://a.test/b").ID()
	e, known, err := f.EntryByID(root)
	if err != nil || !known || e.Fingerprint != (aranea.Fingerprint{0xf1, 0xf2}) || e.Validators.ETag != `"v1"` || !e.Indexed || !e.FoundOn.IsZero() || !e.Twin.IsZero() {
		t.Errorf("the page that was visited: %+v, %v", e, err)
	}
	told := func(want ...string) {
		t.Helper()
		events, err := f.Trail(tried)
		var got []string
		for _, e := range events {
			got = append(got, e.Detail)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("trail %q, %v, want %q", got, err, want)
		}
	}
	told("")
	for n, now := range []time.Time{t0.Add(time.Hour), t0.Add(2 * time.Hour), t0.Add(3 * time.Hour)} {
		var l aranea.Lease
		for l.Entry.URL.ID() != tried {
			ls, wake := lease(t, f, now, 1)
			if len(ls) == 0 {
				now = wake
				continue
			}
			if l = ls[0]; l.Entry.URL.ID() != tried {
				commit(t, f, now, done(l, now))
			}
		}
		if l.Entry.FoundOn != root || l.Entry.Depth != 1 || l.Entry.Attempts != uint8(n+1) {
			t.Errorf("leased %+v", l.Entry)
		}
		o := aranea.Outcome{Lease: l.ID, Entry: l.Entry, Host: l.Host, Sent: true, Requests: 1, Events: []aranea.Event{{At: now, Reason: aranea.NetTimeout, Detail: fmt.Sprint(n)}}}
		o.Entry.Reason, o.Entry.Attempts, o.Entry.Due = aranea.ScheduleRetry, l.Entry.Attempts+1, now.Add(time.Minute)
		commit(t, f, now, o)
		told([]string{"", "0", "1", "2"}[:n+2]...)
	}
}

// TestTrailAtOneInstant: of visits with events at the same instant the last one comes last, and
// no more of them are returned than are kept.
func TestTrailAtOneInstant(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	seed(t, f, "http://a.test/")
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/robots.txt"), t0))
	for n := range 2 * record.TrailSlots {
		l := one(t, f, t0, "http://a.test/")
		o := aranea.Outcome{Lease: l.ID, Entry: l.Entry, Host: l.Host, Sent: true, Requests: 1, Events: []aranea.Event{{At: t0, Reason: aranea.NetTimeout, Detail: fmt.Sprint(n)}}}
		commit(t, f, t0, o)
		events, err := f.Trail(l.Entry.URL.ID())
		if err != nil || len(events) != min(n+1, record.TrailSlots) || events[len(events)-1].Detail != fmt.Sprint(n) {
			t.Errorf("after visit %d %+v, %v", n, events, err)
		}
	}
}

// TestRingOfRobotsFile: of a robots file, the last visits are told in order, and nothing else.
func TestRingOfRobotsFile(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	seed(t, f, "http://a.test/", "http://a.test/robots.txt")
	var all []string
	for n := range 2*record.TrailSlots + 3 {
		now := t0.Add(time.Duration(n) * 48 * time.Hour)
		for _, path := range []string{"/robots.txt", "/"} {
			l := one(t, f, now, "http://a.test"+path)
			o := done(l, now)
			o.Events = []aranea.Event{{At: now, Reason: aranea.HTTPOK, Detail: fmt.Sprint(path, n)}}
			commit(t, f, now, o)
		}
		all = append(all, fmt.Sprint("/robots.txt", n))
		events, err := f.Trail(parse(t, "http://a.test/robots.txt").ID())
		var told []string
		for _, e := range events {
			told = append(told, e.Detail)
		}
		if want := all[max(0, len(all)-record.TrailSlots):]; err != nil || !slices.Equal(told, want) {
			t.Fatalf("after visit %d %q, want %q; %v", n, told, want, err)
		}
		if _, err := f.Refresh(t.Context(), now.Add(47*time.Hour), Renewal{Which: schedule.RefreshAll, Max: 100}, nil); err != nil {
			t.Fatal(err)
		}
	}
}

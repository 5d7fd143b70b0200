package frontier

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/robotscopies"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/store/pebblestore"
	"github.com/aranea-search/aranea/weburl"
)

// longFile returns a robots file of which no two are kept of one origin.
func longFile(what string) string {
	return "User-agent: *\nDisallow: /" + what + "\n#" + strings.Repeat("x", robotstxt.MaxBody/2)
}

// served returns the outcome of a visit to a robots file, which is stale an hour later.
func served(l aranea.Lease, now time.Time, body string) aranea.Outcome {
	o := done(l, now)
	o.Robots = &acquire.Copy{
		Class: acquire.ClassRules, Status: 200, Body: []byte(body), Hash: sha256.Sum256([]byte(body)),
		FetchedAt: now, CheckedAt: now, Expires: now.Add(time.Hour),
	}
	return o
}

func keys(t testing.TB, kv store.KV, table byte) (n int) {
	t.Helper()
	for _, err := range kv.Scan([]byte{table}, []byte{table + 1}) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}

func wantFile(t testing.TB, f *Frontier, o weburl.Origin, body string) {
	t.Helper()
	if c, found, err := f.Robots(o); err != nil || !found || string(c.Body) != body {
		t.Errorf("%s has %.40q, %v, %v, want %.40q", o, c.Body, found, err, body)
	}
}

// TestChangingFileTakesNoRoom: a host that serves another long robots file at each visit takes
// the room of one.
func TestChangingFileTakesNoRoom(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	f := open(t, kv, Options{})
	seed(t, f, "http://a.test/x", "http://b.test/x")
	now := t0
	for i := range 1000 {
		ls, _ := lease(t, f, now, 2)
		if len(ls) == 0 {
			t.Fatalf("no lease at change %d", i)
		}
		for _, l := range ls {
			if l.Entry.Kind != aranea.KindRobots {
				t.Fatalf("change %d: leased %s", i, l.Entry.URL)
			}
			body := longFile("same")
			if l.Host.Origin == "http://a.test" {
				body = longFile(fmt.Sprint(i))
			}
			commit(t, f, now, served(l, now, body))
		}
		now = now.Add(time.Hour)
	}
	wantFile(t, f, "http://a.test", longFile("999"))
	wantFile(t, f, "http://b.test", longFile("same"))
	if n := keys(t, kv, record.TableBody); n != 2 {
		t.Errorf("%d bodies are stored, want one of each host", n)
	}
	// the one of b.test is in all of its copies
	if n := keys(t, kv, record.TableRobots); n != 1+robotscopies.MaxCopies {
		t.Errorf("%d copies are stored", n)
	}
}

// TestSharedFileAcrossKills: two hosts have the same file; one changes it, then the other. The
// process is killed after each commit, and before one is durable.
func TestSharedFileAcrossKills(t *testing.T) {
	t.Parallel()
	disk := vfs.NewCrashableMem()
	var kv store.KV
	var f *Frontier
	kill := func() {
		t.Helper()
		disk = disk.CrashClone(vfs.CrashCloneCfg{})
		if kv != nil {
			if err := kv.Close(); err != nil {
				t.Fatal(err)
			}
		}
		var err error
		if kv, err = pebblestore.Open("db", pebblestore.Options{FS: disk, CacheBytes: 1 << 20, MemTableBytes: 64 << 10}); err != nil {
			t.Fatal(err)
		}
		f = open(t, kv, Options{})
	}
	kill()
	seed(t, f, "http://a.test/x", "http://b.test/x")
	now := t0
	serve := func(bodies map[weburl.Origin]string) (all []aranea.Outcome) {
		now = now.Add(time.Hour)
		ls, _ := lease(t, f, now, 10)
		if len(ls) != 2 {
			t.Fatalf("%d leases, want two of robots files", len(ls))
		}
		for _, l := range ls {
			all = append(all, served(l, now, bodies[l.Host.Origin]))
		}
		return all
	}
	const a, b = weburl.Origin("http://a.test"), weburl.Origin("http://b.test")
	shared, one, two := longFile("shared"), longFile("one"), longFile("two")
	for i, step := range []struct {
		bodies map[weburl.Origin]string
		stored int
	}{
		{map[weburl.Origin]string{a: shared, b: shared}, 1},
		{map[weburl.Origin]string{a: one, b: shared}, 2},
		{map[weburl.Origin]string{a: shared, b: one}, 2},
		{map[weburl.Origin]string{a: one, b: one}, 1},
		{map[weburl.Origin]string{a: two, b: shared}, 2},
	} {
		commit(t, f, now, serve(step.bodies)...)
		kill()
		for o, body := range step.bodies {
			wantFile(t, f, o, body)
		}
		if n := keys(t, kv, record.TableBody); n != step.stored {
			t.Errorf("after step %d %d bodies are stored, want %d", i, n, step.stored)
		}
	}
	// The last change is started, and the process killed at once: it is kept or lost as a whole.
	if _, _, err := f.start(t.Context(), now, serve(map[weburl.Origin]string{a: shared, b: longFile("three")}), nil); err != nil {
		t.Fatal(err)
	}
	kill()
	c, _, err := f.Robots(a)
	if err != nil {
		t.Fatal(err)
	}
	if string(c.Body) == two {
		wantFile(t, f, b, shared)
	} else {
		wantFile(t, f, a, shared)
		wantFile(t, f, b, longFile("three"))
	}
	if n, refs := keys(t, kv, record.TableBody), keys(t, kv, record.TableRef); n != 2 || refs != 2 {
		t.Errorf("%d bodies and %d references", n, refs)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestFilesOfFormerFormat: a store without references gets them when it is opened, also if that
// is interrupted, and no body is lost that another host has.
func TestFilesOfFormerFormat(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	f := open(t, kv, Options{})
	seed(t, f, "http://a.test/x", "http://b.test/x")
	serve := func(now time.Time, bodies map[weburl.Origin]string) {
		t.Helper()
		ls, _ := lease(t, f, now, 10)
		if len(ls) != 2 {
			t.Fatalf("%d leases, want two of robots files", len(ls))
		}
		for _, l := range ls {
			commit(t, f, now, served(l, now, bodies[l.Host.Origin]))
		}
	}
	const a, b = weburl.Origin("http://a.test"), weburl.Origin("http://b.test")
	shared, other := longFile("shared"), longFile("other")
	serve(t0, map[weburl.Origin]string{a: shared, b: shared})
	former := kv.NewBatch()
	former.DeleteRange([]byte{record.TableRef}, []byte{record.TableRef + 1})
	former.Put(append([]byte{record.TableBody, 1}, make([]byte, 31)...), bytes.Repeat([]byte("#"), 100)) // its copies were deleted
	former.Put([]byte(record.KeyFormat), binary.BigEndian.AppendUint64(nil, record.RefVersion-1))
	if err := former.Commit(true); err != nil {
		t.Fatal(err)
	}
	f = open(t, kv, Options{})
	if n, refs := keys(t, kv, record.TableBody), keys(t, kv, record.TableRef); n != 1 || refs != 2 {
		t.Errorf("%d bodies and %d references", n, refs)
	}
	serve(t0.Add(2*time.Hour), map[weburl.Origin]string{a: other, b: shared})
	wantFile(t, f, a, other)
	wantFile(t, f, b, shared)
	serve(t0.Add(4*time.Hour), map[weburl.Origin]string{a: other, b: other})
	wantFile(t, f, b, other)
	if n := keys(t, kv, record.TableBody); n != 1 {
		t.Errorf("%d bodies are stored, want the one that both have", n)
	}
}

package cooldown

import (
	"errors"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

var t0 = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// folder returns a folder that is a copy, with the longest delay of its settings and those of hosts.
func folder(t *testing.T, longest time.Duration, hosts ...time.Duration) Folder {
	t.Helper()
	f := Folder{Dir: t.TempDir(), Longest: longest, Hosts: delayed(hosts...), Logger: slog.New(slog.DiscardHandler)}
	if err := (Mark{Copied: t0}).Write(f.Dir); err != nil {
		t.Fatal(err)
	}
	return f
}

func delayed(hosts ...time.Duration) iter.Seq2[aranea.Host, error] {
	return func(yield func(aranea.Host, error) bool) {
		for _, d := range hosts {
			if !yield(aranea.Host{Delay: d}, nil) {
				return
			}
		}
	}
}

// TestLength: a rest lasts as long as the longest wish of a site that the original may have learned of,
// or the longest delay that is known; without any delay there is none.
func TestLength(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		f    Folder
		want time.Duration
	}{
		"a second":           {folder(t, time.Second), 305 * time.Second},
		"an hour":            {folder(t, time.Hour, time.Second), time.Hour + 5*time.Second},
		"one host, an hour":  {folder(t, time.Second, 0, time.Hour, time.Second), time.Hour + 5*time.Second},
		"no delay":           {folder(t, 0, 0, 0), 0},
		"a wish, else none":  {folder(t, 0, 2*time.Second), 305 * time.Second},
		"no delay, no hosts": {folder(t, 0), 0},
	} {
		for when, begin := range map[string]func(*Rest, Folder, time.Time) error{"open": (*Rest).Open, "begin": (*Rest).Begin} {
			var r Rest
			if err := begin(&r, tt.f, t0); err != nil || max(r.Until().Sub(t0), 0) != tt.want {
				t.Errorf("%s, %s: until %s, %v; want %s", name, when, r.Until(), err, tt.want)
			}
			if err := (Mark{Copied: t0}).Write(tt.f.Dir); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestMark: a folder is a copy until the rest of its first crawl is over, also if that is killed; being
// opened for anything else ends nothing, because the original may go on meanwhile.
func TestMark(t *testing.T) {
	t.Parallel()
	f := folder(t, time.Second)
	later := t0.Add(30 * 24 * time.Hour)
	var r Rest
	if err := errors.Join(r.Open(f, t0), r.Open(f, later), r.Begin(f, later)); err != nil || !r.Until().Equal(later.Add(305*time.Second)) {
		t.Fatalf("until %s, %v", r.Until(), err)
	}
	if err := r.Begin(f, later.Add(time.Minute)); err != nil || !r.Until().Equal(later.Add(305*time.Second)) {
		t.Errorf("a second crawl: until %s, %v", r.Until(), err)
	}
	var next Rest // of the next process
	if err := next.Open(f, later.Add(time.Minute)); err != nil || !next.Until().Equal(later.Add(305*time.Second)) {
		t.Errorf("opened again: until %s, %v", next.Until(), err)
	}
	var back Rest // with a clock that was set back
	if err := back.Open(f, t0); err != nil || !back.Until().Equal(t0.Add(305*time.Second)) {
		t.Errorf("with a clock that was set back: until %s, %v", back.Until(), err)
	}
	var last Rest
	if err := last.Open(f, later.Add(time.Hour)); err != nil || !last.Until().IsZero() {
		t.Errorf("when it is over: until %s, %v", last.Until(), err)
	}
	if m, err := Read(f.Dir); err != nil || m != (Mark{}) {
		t.Errorf("the mark stays: %+v, %v", m, err)
	}
}

// TestDamagedMark: a mark that says nothing is damage, and names the way out.
func TestDamagedMark(t *testing.T) {
	t.Parallel()
	f := folder(t, time.Second)
	for _, text := range []string{"", "{", "{}", `{"copied":"yesterday"}`} {
		if err := os.WriteFile(filepath.Join(f.Dir, File), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := new(Rest).Open(f, t0); aranea.KindOf(err) != aranea.Corrupt {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestFrontier: before a rest is over, nothing is leased or claimed, and a frontier without work says so.
func TestFrontier(t *testing.T) {
	t.Parallel()
	inner, err := frontier.Open(t.Context(), memstore.New(), frontier.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := Frontier{inner, new(Rest)}
	until := t0.Add(90 * time.Second)
	f.Rest.extend(until)
	if ls, wake, err := f.Lease(t.Context(), t0, 1); err != nil || len(ls) > 0 || !wake.IsZero() {
		t.Errorf("without work: %v, %s, %v", ls, wake, err)
	}
	u := weburl.MustParse("http://a.test/x")
	if _, err := f.Add(t.Context(), t0, []aranea.Discovery{{URL: u, How: aranea.HowSeed, Reason: aranea.ScheduleQueued}}); err != nil {
		t.Fatal(err)
	}
	for at, want := range map[time.Duration]time.Duration{0: time.Minute, 50 * time.Second: 90 * time.Second} {
		if ls, wake, err := f.Lease(t.Context(), t0.Add(at), 1); err != nil || len(ls) > 0 || !wake.Equal(t0.Add(want)) {
			t.Errorf("at +%s: %v, %s, %v", at, ls, wake, err)
		}
	}
	if c, err := f.Claim(t.Context(), t0, u.Origin(), time.Hour); err != nil || !c.SendBefore.IsZero() || !c.SendAfter.Equal(until) {
		t.Errorf("claim %+v, %v", c, err)
	}
	if c, err := f.Claim(t.Context(), until, "http://b.test", 0); err != nil || c.SendBefore.IsZero() {
		t.Errorf("claim when it is over %+v, %v", c, err)
	}
	if ls, _, err := f.Lease(t.Context(), until, 1); err != nil || len(ls) != 1 {
		t.Errorf("when it is over: %v, %v", ls, err)
	}
}

func FuzzMark(f *testing.F) {
	f.Add(`{"copied":"2026-11-30T12:00:00Z","until":"2026-11-30T12:05:05Z"}`)
	f.Add(`{"copied":"0001-01-01T00:00:00Z"}`)
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := parse("data", []byte(text)); (err == nil) == m.Copied.IsZero() {
			t.Errorf("%+v, %v", m, err)
		}
	})
}

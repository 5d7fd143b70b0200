package entries

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/target"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

func parse(t *testing.T, text string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// filled returns a store with entries, and the records of their origins.
func filled(t *testing.T, urls ...string) store.KV {
	t.Helper()
	kv := memstore.New()
	b := kv.NewBatch()
	for i, text := range urls {
		u := parse(t, text)
		e := record.Entry{Entry: aranea.Entry{URL: u, Kind: aranea.KindPage, State: aranea.StateDone, Reason: aranea.IndexAdded, Depth: uint16(i)}}
		b.Put(record.EntryKey(u.ID()), e.Encode(nil, u.Origin().ID()))
		o := record.Origin{Origin: u.Origin()}
		b.Put(record.OriginKey(u.Origin().ID()), o.Encode(nil))
	}
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	return kv
}

var urls = []string{
	"http://a.test/1", "http://a.test/2", "http://a.test/3", "https://a.test/1", "http://www.a.test/1", "http://a.test:8080/1", "http://b.test/1",
}

// TestStored: an entry is read by its ID, or only its reason; one that is damaged is an error.
func TestStored(t *testing.T) {
	t.Parallel()
	kv := filled(t, urls...)
	id := parse(t, urls[1]).ID()
	if e, known, err := Stored(kv, id); err != nil || !known || e.Depth != 1 || e.URL.String() != urls[1] {
		t.Errorf("%+v, %t, %v", e, known, err)
	}
	if r, err := Reason(kv, id); r != aranea.IndexAdded || err != nil {
		t.Errorf("the reason is %s, %v", r, err)
	}
	other := parse(t, "http://a.test/none").ID()
	if _, known, err := Stored(kv, other); known || err != nil {
		t.Errorf("unknown: %t, %v", known, err)
	}
	if r, err := Reason(kv, other); r != aranea.ReasonNone || err != nil {
		t.Errorf("the reason of an unknown one is %s, %v", r, err)
	}
	b := kv.NewBatch()
	b.Put(record.EntryKey(id), []byte{255})
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	if _, known, err := Stored(kv, id); known || aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("damaged: %t, %v", known, err)
	}
	if _, err := Reason(kv, id); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("damaged: %v", err)
	}
	for _, err := range All(kv) {
		if err != nil {
			return
		}
	}
	t.Error("a damaged entry is not told")
}

// TestRanges: what a filter may select is read and nothing of other origins, hosts or sites, in parts,
// and again from an ID on.
func TestRanges(t *testing.T) {
	t.Parallel()
	kv := filled(t, urls...)
	of := func(places ...int) (out []string) {
		for _, at := range places {
			out = append(out, urls[at])
		}
		return out
	}
	for name, tt := range map[string]struct {
		filter target.Filter
		want   []string
	}{
		"all":     {target.Filter{}, urls},
		"origin":  {target.Filter{Origin: "http://a.test"}, of(0, 1, 2)},
		"host":    {target.Filter{Host: "a.test"}, of(0, 1, 2, 3, 5)},
		"no host": {target.Filter{Host: "c.test"}, nil},
		"site":    {target.Filter{Site: "b.test"}, of(6)},
	} {
		for _, max := range []int{1, 2, 100} {
			got := picked(t, kv, tt.filter, max)
			var sorted []string
			for _, e := range got {
				sorted = append(sorted, e.URL.String())
			}
			slices.Sort(sorted)
			if want := slices.Sorted(slices.Values(tt.want)); !slices.Equal(sorted, want) {
				t.Errorf("%s, %d at a time: %q, want %q", name, max, sorted, want)
			}
			if len(got) == 0 {
				continue
			}
			rest := tt.filter
			rest.After = got[0].URL.ID()
			if again := picked(t, kv, rest, max); len(again) != len(got)-1 || len(again) > 0 && again[0].URL != got[1].URL {
				t.Errorf("%s, %d at a time: after the first of %d, there are %d", name, max, len(got), len(again))
			}
		}
	}
	n := 0
	for e, err := range Of(kv, parse(t, urls[0]).ID().Origin()) {
		if n++; err != nil || !strings.HasPrefix(e.URL.String(), "http://a.test/") {
			t.Errorf("%s, %v", e.URL, err)
		}
	}
	if n != 3 {
		t.Errorf("%d entries of an origin, want 3", n)
	}
}

// picked returns what a filter selects, some at a time.
func picked(t *testing.T, kv store.KV, x target.Filter, max int) (all []aranea.Entry) {
	t.Helper()
	ranges, err := Ranges(kv, &x)
	if err != nil {
		t.Fatal(err)
	}
	for i := range ranges {
		for more := true; more; {
			var part []aranea.Entry
			part, more, err = ranges[i].Part(t.Context(), kv, max, func(_ weburl.ID, e *aranea.Entry) (bool, error) { return x.Picks(e), nil })
			if err != nil || len(part) > max {
				t.Fatalf("%d at once, %v", len(part), err)
			}
			all = append(all, part...)
		}
	}
	return all
}

// TestPartEnds: a part ends with the error of its consumer, and with its context.
func TestPartEnds(t *testing.T) {
	t.Parallel()
	kv := filled(t, urls...)
	ranges, err := Ranges(kv, &target.Filter{})
	if err != nil || len(ranges) != 1 {
		t.Fatalf("%d ranges, %v", len(ranges), err)
	}
	fault, all := errors.New("enough"), ranges[0]
	if _, _, err := all.Part(t.Context(), kv, 9, func(weburl.ID, *aranea.Entry) (bool, error) { return true, fault }); !errors.Is(err, fault) {
		t.Errorf("ends with %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := all.Part(ctx, kv, 9, func(weburl.ID, *aranea.Entry) (bool, error) { return true, nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("ends with %v", err)
	}
}

package recovery_test

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/recovery"
	"github.com/aranea-search/aranea/weburl"
)

// An index has the document of every URL, or of none. With twin it knows a page with the text of
// the tested one, which gives way to that with gives.
type index struct {
	has, hidden, later, twin, gives bool
	sketches                        map[string]uint64 // by the address
}

func (x index) Has(weburl.ID) bool    { return x.has }
func (x index) Hidden(weburl.ID) bool { return x.hidden }

func (x index) Later(weburl.ID, time.Time) bool { return x.later }

func (x index) Sketch(id weburl.ID) uint64 {
	for u, s := range x.sketches {
		if weburl.MustParse(u).ID() == id {
			return s
		}
	}
	return 0
}

// twin is the only entry that is known.
var twin = aranea.Entry{Indexed: true, Fingerprint: aranea.Fingerprint{1}, Detail: "twin"}

func (x index) EntryByID(weburl.ID) (aranea.Entry, bool, error) { return twin, x.twin, nil }

func (x index) GivesWay(page *aranea.Entry, _ weburl.URL) (string, error) {
	if x.gives && page.Detail == twin.Detail {
		return "it says so", nil
	}
	return "", nil
}

// TestConditions: a page whose document is missing is requested in full.
func TestConditions(t *testing.T) {
	t.Parallel()
	tag := aranea.Validators{ETag: `"1"`}
	for name, tt := range map[string]struct {
		indexed bool
		reason  aranea.Reason
		x       index
		stands  bool
	}{
		"in the index":            {true, aranea.IndexAdded, index{has: true}, true},
		"taken out":               {true, aranea.IndexAdded, index{}, false},
		"hidden":                  {true, aranea.IndexAdded, index{has: true, hidden: true}, false},
		"of a visit that is lost": {true, aranea.IndexAdded, index{has: true, later: true}, false},
		"a copy without twin":     {false, aranea.DupExact, index{}, false},
		"a copy":                  {false, aranea.DupExact, index{twin: true}, true},
		"its twin gives way now":  {false, aranea.DupExact, index{twin: true, gives: true}, false},
		"asks not to be indexed":  {false, aranea.DirectiveNoIndex, index{}, true},
		"failed":                  {false, aranea.HTTPServer, index{}, false},
	} {
		e := aranea.Entry{Indexed: tt.indexed, Reason: tt.reason, Validators: tag, Fingerprint: aranea.Fingerprint{1}}
		if v, err := recovery.Conditions(&e, tt.x, tt.x, tt.x); err != nil || (v == tag) != tt.stands {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
}

// TestConditionsOfCanonical: a page that calls another one canonical is requested in full once that is found, if it may
// give way to it.
func TestConditionsOfCanonical(t *testing.T) {
	t.Parallel()
	const page = "http://a.test/topic/7/looms/3?sort=new"
	alike := func(to string, b uint64) map[string]uint64 { return map[string]uint64{page: 1<<40 | 1, to: b} }
	for name, tt := range map[string]struct {
		to       string
		known    bool
		sketches map[string]uint64
		whole    bool
	}{
		"another query":                {"http://a.test/topic/7/looms/3", true, nil, true},
		"not found yet":                {"http://a.test/topic/7/looms/3", false, nil, false},
		"another host of the site":     {"http://www.a.test/topic/7/looms/3", true, nil, true},
		"another site":                 {"http://b.test/topic/7/looms/3", true, nil, false},
		"itself":                       {page, true, nil, false},
		"no URL":                       {"about:blank", true, nil, false},
		"a form of it":                 {"http://a.test/topic/7/looms", true, alike("http://a.test/topic/7/looms", 1<<40|3), true},
		"other text":                   {"http://a.test/topic/7/looms", true, alike("http://a.test/topic/7/looms", ^uint64(0)), false},
		"short texts":                  {"http://a.test/topic/7/looms", true, nil, false},
		"another path at another host": {"http://www.a.test/topic/7", true, alike("http://www.a.test/topic/7", 1<<40|1), false},
	} {
		tag := aranea.Validators{ETag: `"1"`}
		e := aranea.Entry{URL: weburl.MustParse(page), Indexed: true, Reason: aranea.IndexAdded, Validators: tag, Target: tt.to}
		x := index{has: true, twin: tt.known, sketches: tt.sketches}
		if v, err := recovery.Conditions(&e, x, x, x); err != nil || (v == aranea.Validators{}) != tt.whole {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
}

// TestMissing: document changes that a decision on an origin does not imply itself.
func TestMissing(t *testing.T) {
	t.Parallel()
	found := aranea.Entry{State: aranea.StateDone, Indexed: true}
	closed := aranea.Entry{State: aranea.StateExcluded, Reason: aranea.RobotsDenied}
	for name, tt := range map[string]struct {
		e       aranea.Entry
		changed bool
		x       index
		want    aranea.IndexAction
	}{
		"found":             {found, false, index{has: true}, aranea.IndexKeep},
		"hidden":            {found, false, index{has: true, hidden: true}, aranea.IndexShow},
		"to be shown":       {found, true, index{has: true, hidden: true}, aranea.IndexKeep},
		"closed":            {closed, false, index{}, aranea.IndexKeep},
		"brought in":        {closed, true, index{has: true}, aranea.IndexDelete},
		"brought in before": {closed, false, index{has: true}, aranea.IndexDelete},
	} {
		if got := recovery.Missing(&tt.e, tt.changed, tt.x).Action; got != tt.want {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}

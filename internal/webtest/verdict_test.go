package webtest_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/webtest"
	"github.com/aranea-search/aranea/weburl"
)

// learnedVerdict reports whether the state of an entry is due to something learned about its
// host, and whether that is true.
func (r *robot) learnedVerdict(e *aranea.Entry) (learned, right bool) {
	path, query, _ := strings.Cut(e.URL.Target(), "?")
	switch e.Reason {
	case aranea.MirrorMoved:
		to, err := weburl.Parse(e.Target)
		return true, err == nil && r.web.Same(e.URL.Host(), to.Host(), time.Now())
	case aranea.ScopeTrap:
		return true, strings.HasPrefix(path, "/endless/") || strings.Contains(path, "/nest/")
	case aranea.ScopeParameter:
		return true, query != ""
	case aranea.HTTPSoftMissing:
		return true, !r.web.AlwaysHas(e.URL.Host(), path) || strings.HasPrefix(path, webtest.ClosedPath) // perhaps a form for all
	}
	return false, true
}

// compareVerdicts checks what was learned about hosts.
func (r *robot) compareVerdicts(entries map[string]aranea.Entry) {
	for text, e := range entries {
		if learned, right := r.learnedVerdict(&e); learned {
			r.verdicts[e.Reason] = true
			if !right {
				r.fault("%s is left out, and should not be: %s, %s", text, e.Reason, e.Detail)
			}
		}
	}
}

// TestMirrorsSplit checks that exactly the mirrors that become separate sites are recognized as
// such within the month, and all their pages are visited, whenever the robot is killed.
func TestMirrorsSplit(t *testing.T) {
	var mu sync.Mutex
	must, split := 0, 0
	t.Cleanup(func() {
		if *oneSeed == 0 && *seeds >= 12 && (must < 3 || split < 3) {
			t.Errorf("%d mirrors had to split, and %d webs saw some that did", must, split)
		}
	})
	each(t, func(t *testing.T, seed uint64) {
		o := webtest.Options{Sites: 12, Pages: 12, Span: month, Faults: webtest.Mirroring | webtest.Splitting | webtest.Changing}
		r := simulate(t, seed, o, (*robot).liveAMonth)
		r.tell(t, seed)
		mu.Lock()
		defer mu.Unlock()
		may := false
		for _, s := range r.web.Sites() {
			may = may || s.Then != nil
			if s.Then != nil && !r.web.Same(s.Host, s.MirrorOf, s.Splits.Add(month)) {
				must++
			}
		}
		switch {
		case r.happened["mirrors split"] && !may:
			t.Error("mirrors are split that have the same pages")
		case r.happened["mirrors split"]:
			split++
		}
	})
}

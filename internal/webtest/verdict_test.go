package webtest_test

import (
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/webtest"
	"github.com/aranea-search/aranea/weburl"
)

// learnedVerdict reports whether an entry stands where it does for what was learned of
// its host, and whether that is true of the web.
func (r *robot) learnedVerdict(e *aranea.Entry) (learned, right bool) {
	path, query, _ := strings.Cut(e.URL.Target(), "?")
	switch e.Reason {
	case aranea.MirrorMoved:
		to, err := weburl.Parse(e.Target)
		return true, err == nil && r.web.Same(e.URL.Host(), to.Host())
	case aranea.ScopeTrap:
		return true, strings.HasPrefix(path, "/endless/") || strings.Contains(path, "/nest/")
	case aranea.ScopeParameter:
		return true, query != ""
	case aranea.HTTPSoftMissing:
		return true, !r.web.AlwaysHas(e.URL.Host(), path) || strings.HasPrefix(path, webtest.ClosedPath) // a form for all, perhaps
	}
	return false, true
}

// compareVerdicts checks what was learned of hosts.
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

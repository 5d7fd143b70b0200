package aranea_test

import (
	"os"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

func TestReasonCodesAreDocumented(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("docs/reasons.md")
	if err != nil {
		t.Fatal(err)
	}
	var headings []string
	for line := range strings.Lines(string(data)) {
		if h, ok := strings.CutPrefix(line, "### "); ok {
			headings = append(headings, strings.TrimSpace(h))
		}
	}
	documented := map[string]bool{"NONE": true}
	for _, h := range headings {
		if _, ok := aranea.ParseReason(h); !ok {
			t.Errorf("docs/reasons.md documents %s, which no code knows", h)
		}
		documented[h] = true
	}
	for _, r := range aranea.Reasons() {
		if !documented[r.String()] {
			t.Errorf("%s has no section in docs/reasons.md", r)
		}
	}
}

// TestReasonNumbers pins what is stored in data folders.
func TestReasonNumbers(t *testing.T) {
	t.Parallel()
	for r, code := range map[aranea.Reason]string{
		1: "DISCOVER.SEED", 20: "SCOPE.HOST", 41: "ROBOTS.DENIED", 42: "ROBOTS.UNAVAILABLE", 43: "ROBOTS.UNREACHABLE", 44: "ROBOTS.PARSED",
		47: "ROBOTS.STALE", 48: "ROBOTS.FORBIDDEN", 49: "ROBOTS.WEB-PAGE", 60: "SCHEDULE.QUEUED", 66: "SCHEDULE.HELD", 67: "SCHEDULE.LOGIN",
		85: "NET.GUARD", 101: "HTTP.REDIRECT", 122: "BODY.BOMB", 140: "DIRECTIVE.NOINDEX",
		143: "DIRECTIVE.NOARCHIVE", 144: "DIRECTIVE.MAX-SNIPPET", 145: "DIRECTIVE.EXPIRES", 146: "DIRECTIVE.EXPIRED",
		147: "DIRECTIVE.CANONICAL", 148: "DIRECTIVE.REFRESH", 149: "DIRECTIVE.PARTS", 160: "DUP.EXACT", 161: "DUP.CANONICAL", 180: "INDEX.ADDED", 189: "INDEX.NAME-ONLY", 320: "DISK.DENIED", 200: "OPERATOR.REMOVED",
	} {
		if r.String() != code {
			t.Errorf("reason %d is %s, want %s", r, r, code)
		}
		if got, ok := aranea.ParseReason(code); !ok || got != r {
			t.Errorf("ParseReason(%q) = %d, %v", code, got, ok)
		}
	}
	if s := aranea.Reason(999).String(); s != "REASON(999)" {
		t.Errorf("unknown reason prints %q", s)
	}
}

func TestReasonsAreDistinct(t *testing.T) {
	t.Parallel()
	seen := map[string]aranea.Reason{}
	for _, r := range aranea.Reasons() {
		if other, dup := seen[r.String()]; dup {
			t.Errorf("%d and %d share the code %s", r, other, r)
		}
		seen[r.String()] = r
		if r.Sentence() == "" {
			t.Errorf("%s has no sentence", r)
		}
	}
}

func TestEntryTally(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		entry aranea.Entry
		want  aranea.HostCounts
	}{
		{"queued", aranea.Entry{State: aranea.StateQueued}, aranea.HostCounts{aranea.CountQueued: 1}},
		{"queued again while indexed", aranea.Entry{State: aranea.StateQueued, Indexed: true}, aranea.HostCounts{aranea.CountQueued: 1, aranea.CountIndexed: 1}},
		{"indexed", aranea.Entry{State: aranea.StateDone, Reason: aranea.IndexAdded, Indexed: true}, aranea.HostCounts{aranea.CountFetched: 1, aranea.CountIndexed: 1}},
		{"duplicate", aranea.Entry{State: aranea.StateDone, Reason: aranea.DupExact}, aranea.HostCounts{aranea.CountFetched: 1, aranea.CountDuplicates: 1}},
		{"noindex", aranea.Entry{State: aranea.StateDone, Reason: aranea.DirectiveNoIndex}, aranea.HostCounts{aranea.CountFetched: 1, aranea.CountNoIndex: 1}},
		{"expired", aranea.Entry{State: aranea.StateDone, Reason: aranea.DirectiveExpired}, aranea.HostCounts{aranea.CountFetched: 1, aranea.CountNoIndex: 1}},
		{"another form", aranea.Entry{State: aranea.StateDone, Reason: aranea.DupCanonical}, aranea.HostCounts{aranea.CountFetched: 1, aranea.CountDuplicates: 1}},
		{"refresh", aranea.Entry{State: aranea.StateDone, Reason: aranea.DirectiveRefresh}, aranea.HostCounts{aranea.CountRedirects: 1}},
		{"redirect", aranea.Entry{State: aranea.StateDone, Reason: aranea.HTTPRedirect}, aranea.HostCounts{aranea.CountRedirects: 1}},
		{"missing", aranea.Entry{State: aranea.StateGone, Reason: aranea.HTTPNotFound}, aranea.HostCounts{aranea.CountMissing: 1}},
		{"refused", aranea.Entry{State: aranea.StateGone, Reason: aranea.HTTPForbidden}, aranea.HostCounts{aranea.CountRefused: 1}},
		{"failed", aranea.Entry{State: aranea.StateGone, Reason: aranea.NetDNS}, aranea.HostCounts{aranea.CountFailed: 1}},
		{"denied", aranea.Entry{State: aranea.StateExcluded, Reason: aranea.RobotsDenied}, aranea.HostCounts{aranea.CountDenied: 1}},
		{"out of scope", aranea.Entry{State: aranea.StateExcluded, Reason: aranea.ScopeHost}, aranea.HostCounts{aranea.CountExcluded: 1}},
		{"a sitemap in the queue", aranea.Entry{State: aranea.StateQueued, Kind: aranea.KindSitemap}, aranea.HostCounts{aranea.CountQueued: 1}},
		{"a sitemap that is due", aranea.Entry{State: aranea.StateDone, Again: true, Kind: aranea.KindSitemap}, aranea.HostCounts{aranea.CountSitemaps: 1, aranea.CountDue: 1}},
		{"a missing sitemap", aranea.Entry{State: aranea.StateGone, Reason: aranea.HTTPNotFound, Kind: aranea.KindSitemap}, aranea.HostCounts{aranea.CountSitemaps: 1}},
		{"robots", aranea.Entry{State: aranea.StateQueued, Kind: aranea.KindRobots}, aranea.HostCounts{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := tt.entry.Tally(); got != tt.want {
				t.Errorf("Tally() = %+v, want %+v", got, tt.want)
			}
			if sum := tt.want.Add(tt.want).Sub(tt.want); sum != tt.want {
				t.Errorf("n+n-n = %+v, want %+v", sum, tt.want)
			}
		})
	}
}

package renewal_test

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea/crawl/renewal"
	"github.com/aranea-search/aranea/robotstxt/acquire"
)

// TestOtherRules: only changes that matter cause a new decision.
func TestOtherRules(t *testing.T) {
	t.Parallel()
	t0 := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	rules := acquire.Copy{Class: acquire.ClassRules, Hash: [32]byte{1}, CheckedAt: t0}
	other, outage, late, missing := rules, rules, rules, acquire.Copy{Class: acquire.ClassUnavailable, CheckedAt: t0}
	other.Hash = [32]byte{2}
	outage.DownSince, outage.Good = t0, acquire.ClassRules
	late.DownSince, late.Good, late.Class = t0, acquire.ClassRules, acquire.ClassUnavailable
	down := late
	down.Class = acquire.ClassUnreachable
	for _, tt := range []struct {
		name        string
		before, now acquire.Copy
		want        bool
	}{
		{"the first copy", acquire.Copy{}, rules, false},
		{"the same", rules, rules, false},
		{"other rules", rules, other, true},
		{"the file is gone", rules, missing, true},
		{"the file is back", missing, rules, true},
		{"an outage", rules, outage, false},
		{"a long outage that opens", outage, late, false},
		{"a long outage that closes", outage, down, false},
		{"an outage is over", outage, rules, false},
		{"a long outage is over", late, rules, false},
		{"an outage is over, with other rules", down, other, true},
	} {
		if got := renewal.OtherRules(&tt.before, &tt.now); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

package selection

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// TestChoices: what has no scheme and could have either is chosen with both; faults are
// told all at once.
func TestChoices(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		f    Filter
		want string
	}{
		{Filter{}, ""},
		{Filter{Host: "a.test"}, "a.test"},
		{Filter{Host: "http://a.test"}, "http://a.test"},
		{Filter{Host: "a.test:8080"}, "https://a.test:8080 http://a.test:8080"},
		{Filter{Prefix: "a.test/x"}, "https://a.test/x* http://a.test/x*"},
		{Filter{Prefix: "http://a.test/x*"}, "http://a.test/x*"},
	} {
		all, err := tt.f.Choices()
		var got []string
		for _, c := range all {
			got = append(got, string(c.Origin)+c.Target.String())
		}
		if text := strings.Join(got, " "); err != nil || text != tt.want {
			t.Errorf("%+v: %q, %v", tt.f, text, err)
		}
	}
	_, err := (&Filter{Reason: "NOPE", State: "lost", Host: "a test"}).Choices()
	if err == nil || aranea.KindOf(err) != aranea.Invalid || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("three faults: %v", err)
	}
	family, err := (&Filter{Reason: "robots"}).Choices()
	if err != nil || !family[0].HasReason(aranea.RobotsDenied) || family[0].HasReason(aranea.IndexAdded) {
		t.Errorf("a family of reasons: %+v, %v", family, err)
	}
}

package schedule_test

import (
	"testing"

	"github.com/aranea-search/aranea/schedule"
)

func TestRefreshingNames(t *testing.T) {
	t.Parallel()
	for i, name := range schedule.Refreshes() {
		r, ok := schedule.ParseRefreshing(name)
		if !ok || r != schedule.Refreshing(i) || r.String() != name {
			t.Errorf("%s was read as %s, %v", name, r, ok)
		}
	}
	if r, ok := schedule.ParseRefreshing("some"); ok || r != schedule.RefreshDue {
		t.Errorf("some was read as %s, %v", r, ok)
	}
	if got := schedule.Refreshing(9).String(); got != "refreshing(9)" {
		t.Errorf("an unknown one is %s", got)
	}
}

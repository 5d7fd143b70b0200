package seeds

import (
	"context"
	"log/slog"
	"slices"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/settings"
	"github.com/aranea-search/aranea/weburl"
)

// holds are the documents of an archive.
type holds []weburl.URL

func (h holds) Pages(context.Context, []string, *slog.Logger) ([]weburl.URL, error) { return h, nil }

// TestNameArchived checks which documents of an archive are seeds.
func TestNameArchived(t *testing.T) {
	t.Parallel()
	one, two, three := parse(t, "http://a.test/1"), parse(t, "http://a.test/2"), parse(t, "http://a.test/3")
	for _, tt := range []struct {
		name     string
		from     bool
		archived holds
		want     []weburl.URL
		kind     aranea.Kind
	}{
		{"from URLs only", false, holds{two}, []weburl.URL{one}, 0},
		{"from the archive", true, holds{two, one, two}, []weburl.URL{one, two}, 0},
		{"but for what was dropped", true, holds{three, two}, []weburl.URL{one, two}, 0},
		{"from one without documents", true, nil, nil, aranea.Invalid},
	} {
		s := settings.Settings{Seeds: []weburl.URL{one}, FromArchives: tt.from}
		err := NameArchived(t.Context(), tt.archived, &s, DroppedList{{URL: three}}, slog.New(slog.DiscardHandler))
		if aranea.KindOf(err) != tt.kind || err == nil && !slices.Equal(s.Seeds, tt.want) {
			t.Errorf("%s: %v, %v", tt.name, s.Seeds, err)
		}
	}
}

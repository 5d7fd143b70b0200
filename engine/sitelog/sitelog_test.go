package sitelog

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/trap"
)

// TestLog: what takes pages from searchers is a warning, and what gives them back is not.
func TestLog(t *testing.T) {
	t.Parallel()
	refused := aranea.Host{Origin: "http://a.test", RefusedSince: time.Unix(1, 0)}
	for name, tt := range map[string]struct {
		tell func(Log)
		want string
	}{
		"endless":       {func(l Log) { l.Endless("http://a.test", trap.Folder{Path: "/x/"}) }, "level=WARN"},
		"refuses":       {func(l Log) { l.Refuses(aranea.Host{}, refused) }, "level=WARN"},
		"gives again":   {func(l Log) { l.Refuses(refused, aranea.Host{Origin: refused.Origin}) }, "level=INFO"},
		"rules changed": {func(l Log) { l.RobotsChanged(aranea.RobotsChange{Origin: "http://a.test", Hidden: 2, Findable: 1}) }, "level=INFO"},
		"closed":        {func(l Log) { l.RobotsChanged(aranea.RobotsChange{Origin: "http://a.test", Hidden: 2}) }, "level=WARN"},
	} {
		var log strings.Builder
		tt.tell(Log{slog.New(slog.NewTextHandler(&log, nil))})
		if !strings.Contains(log.String(), tt.want) || !strings.Contains(log.String(), "origin=http://a.test") {
			t.Errorf("%s: logged %s", name, &log)
		}
	}
}

// Package sitelog logs what a crawl finds out about sites that an operator wants to hear of at once: that a
// robots file changed, that a folder is endless, that a site refuses its pages.
//
// Floor: 5 (owner), inside engine. Stability: engine.
package sitelog

import (
	"context"
	"log/slog"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule/refusal"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

// A Log writes to a logger.
type Log struct{ *slog.Logger }

// Endless logs a folder that may be endless, or that turned out not to be.
func (l Log) Endless(o weburl.Origin, f trap.Folder) {
	l.Warn(f.News()+" (aranea traps)", "origin", o, "folder", f.Path, "why", f.Why)
}

// Refuses logs that a site refuses everything that it gave before, or no longer does.
func (l Log) Refuses(before, after aranea.Host) {
	if after.RefusedSince.IsZero() {
		l.Info("site no longer refuses its pages; those that waited are visited again", "origin", after.Origin, "since", before.RefusedSince)
		return
	}
	l.Warn("site refuses all pages that it gave before; they are kept for a while and asked for less and less often",
		"origin", after.Origin, "indexed", after.Counts[aranea.CountIndexed], "until", refusal.Ends(&after), "asked_again", after.RefusedUntil)
}

// RobotsChanged logs a change of a robots file.
func (l Log) RobotsChanged(c aranea.RobotsChange) {
	level, message := slog.LevelInfo, "robots file changed"
	if c.Hidden > 0 && c.Findable == 0 {
		level, message = slog.LevelWarn, "robots file closed all pages of an origin that were in the index; they are kept for a while and not found"
	}
	l.Log(context.Background(), level, message, "origin", c.Origin,
		"closed", c.Closed, "opened", c.Opened, "hidden", c.Hidden, "shown", c.Shown, "examples", c.Examples)
}

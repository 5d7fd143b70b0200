package seeds

import (
	"context"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

// A Reacher knows what could not be asked for, and has it tried again.
type Reacher interface {
	Robots(o weburl.Origin) (acquire.Copy, bool, error)
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
	// TryAnew has robots files, and entries that wait, asked for when their hosts are free.
	TryAnew(ctx context.Context, now time.Time, origins []weburl.Origin, waiting []weburl.ID) error
}

var _ Reacher = (*frontier.Frontier)(nil)

// TryAnew has URLs, and the robots files of their hosts, asked for at once that could not be
// asked for: their names had no address, or the proxy did not bring them. Nothing has met these
// hosts, so that they need no rest, and what kept them away may be fixed by who names them. With
// another way to hosts, those that did not connect are asked as well. Others wait as ever. Of
// more than MaxNamed URLs the first count.
func TryAnew(ctx context.Context, f Reacher, now time.Time, urls []weburl.URL, otherWay bool) error {
	var origins []weburl.Origin
	var waiting []weburl.ID
	seen := map[weburl.Origin]bool{}
	for _, u := range urls[:min(len(urls), MaxNamed)] {
		e, _, err := f.EntryByID(u.ID())
		if err != nil {
			return err
		}
		if e.Reason == aranea.ScheduleRetry && unreached(e.Detail, otherWay) {
			waiting = append(waiting, u.ID())
		}
		o := u.Origin()
		if seen[o] {
			continue
		}
		seen[o] = true
		c, _, err := f.Robots(o)
		if err != nil {
			return err
		}
		if c.Class == acquire.ClassUnreachable && unreached(c.Detail, otherWay) {
			origins = append(origins, o)
		}
	}
	if len(origins) == 0 && len(waiting) == 0 {
		return nil
	}
	return f.TryAnew(ctx, now, origins, waiting)
}

// unreached reports whether a host was not reached, by the detail of a visit that failed.
func unreached(detail string, otherWay bool) bool {
	why, _, _ := strings.Cut(detail, " ")
	return why == aranea.NetDNS.String() || why == aranea.NetProxy.String() || otherWay && why == aranea.NetDial.String()
}

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

// RobotsFiles are those of origins, as they were got last.
type RobotsFiles interface {
	Robots(o weburl.Origin) (acquire.Copy, bool, error)
	// TryAnew has robots files asked for when their hosts are free.
	TryAnew(ctx context.Context, now time.Time, origins []weburl.Origin) error
}

var _ RobotsFiles = (*frontier.Frontier)(nil)

// TryAnew has the hosts of URLs asked at once whose robots files could not be asked for: their
// names had no address, or the proxy did not bring them. Nothing has met these hosts, so that
// they need no rest, and what kept them away may be fixed by who names them. With another
// way to hosts, those that did not connect are asked as well. Others wait as ever. Of more
// than MaxNamed URLs the first count.
func TryAnew(ctx context.Context, f RobotsFiles, now time.Time, urls []weburl.URL, otherWay bool) error {
	var origins []weburl.Origin
	seen := map[weburl.Origin]bool{}
	for _, u := range urls[:min(len(urls), MaxNamed)] {
		o := u.Origin()
		if seen[o] {
			continue
		}
		seen[o] = true
		c, known, err := f.Robots(o)
		if err != nil {
			return err
		}
		if known && unreached(&c, otherWay) {
			origins = append(origins, o)
		}
	}
	if len(origins) == 0 {
		return nil
	}
	return f.TryAnew(ctx, now, origins)
}

// unreached reports whether a robots file is unavailable because its host was not reached.
func unreached(c *acquire.Copy, otherWay bool) bool {
	why, _, _ := strings.Cut(c.Detail, " ")
	return c.Class == acquire.ClassUnreachable &&
		(why == aranea.NetDNS.String() || why == aranea.NetProxy.String() || otherWay && why == aranea.NetDial.String())
}

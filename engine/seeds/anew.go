package seeds

import (
	"context"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/fetch/authority"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

// A Reacher knows which hosts could not be reached or refuse everything, and can try them again.
type Reacher interface {
	Host(o weburl.Origin) (aranea.Host, bool, error)
	Robots(o weburl.Origin) (acquire.Copy, bool, error)
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
	// TryAnew makes robots files, and waiting entries, due as soon as their hosts are free.
	TryAnew(ctx context.Context, now time.Time, origins []weburl.Origin, waiting []weburl.ID) error
}

var _ Reacher = (*frontier.Frontier)(nil)

// TryAnew makes URLs and the robots files of their hosts due at once if they could not be
// requested because the host name had no address or the proxy failed. These hosts got no
// requests, so they need no delay, and whoever names the URLs may have fixed the problem. With
// otherWay, which means that hosts are reached in another way than before, it includes hosts to
// which no connection could be made, or none that is trusted. It includes hosts that refuse
// everything: whoever names the URLs may know that they no longer do. It does not affect others.
// Of more than MaxNamed URLs, only the first are considered.
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
		h, _, err := f.Host(o)
		if err != nil {
			return err
		}
		if c.Class == acquire.ClassUnreachable && unreached(c.Detail, otherWay) || !h.RefusedSince.IsZero() {
			origins = append(origins, o)
		}
	}
	if len(origins) == 0 && len(waiting) == 0 {
		return nil
	}
	return f.TryAnew(ctx, now, origins, waiting)
}

// unreached reports whether a host was not reached, by the detail of a failed visit.
func unreached(detail string, otherWay bool) bool {
	why, _, _ := strings.Cut(detail, " ")
	return why == aranea.NetDNS.String() || why == aranea.NetProxy.String() || otherWay && (why == aranea.NetDial.String() || why == aranea.NetTLS.String())
}

// Troubles are what keeps hosts from being visited.
type Troubles interface {
	Troubles(ctx context.Context, most int) (aranea.Troubles, error)
}

// A Way is how hosts are reached.
type Way interface {
	Reacher
	Troubles
}

var _ Way = (*frontier.Frontier)(nil)

// Reach is TryAnew for the URLs that are named; with otherWay for all seeds in their place, and for hosts
// that had no trusted certificate.
func Reach(ctx context.Context, f Way, now time.Time, named, all []weburl.URL, otherWay bool) error {
	if otherWay {
		untrusted, err := untrusted(ctx, f)
		if err != nil {
			return err
		}
		named = Union(untrusted, all)
	}
	return TryAnew(ctx, f, now, named, otherWay)
}

// untrusted returns the home pages of hosts whose certificates are signed by an authority that was
// not trusted, of which there may be one now.
func untrusted(ctx context.Context, f Troubles) ([]weburl.URL, error) {
	all, err := f.Troubles(ctx, runreport.MaxTrouble)
	var out []weburl.URL
	for _, t := range all.List {
		if authority.Unknown(t.Detail) {
			out = append(out, t.Origin.Root())
		}
	}
	return out, err
}

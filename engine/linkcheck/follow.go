package linkcheck

import (
	"context"
	"net/http"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// known returns what is known of a URL.
func (c *Checker) known(u weburl.URL) (aranea.Entry, bool, error) {
	e, known, err := c.entries.Entry(u)
	if err != nil {
		return e, false, err
	}
	if !known {
		return c.unseen(u)
	}
	e, err = c.withHost(e)
	return e, true, err
}

// unseen returns the entry of a URL without one, if its host is a mirror that redirects to the main
// one: a crawl that knows the mirrors takes a link to it for one to the main mirror.
func (c *Checker) unseen(u weburl.URL) (none aranea.Entry, ok bool, err error) {
	r, err := c.mirrors.Mirror(u.Origin())
	if err != nil || r == nil || r.Main == "" || r.Home != r.Main {
		return none, false, err
	}
	return aranea.Entry{
		URL: u, Kind: aranea.KindPage, State: aranea.StateExcluded, Reason: aranea.MirrorMoved, Status: http.StatusMovedPermanently,
		Detail: "its host redirects to " + string(r.Main), Target: string(r.Main) + u.Target(),
	}, true, nil
}

// withHost returns an entry with the status of its host if it was not visited because that is a
// mirror that redirects for good to the main one: such hosts redirect every path to the same one
// there (package mirror).
func (c *Checker) withHost(e aranea.Entry) (aranea.Entry, error) {
	if e.Reason != aranea.MirrorMoved || e.Visits > 0 {
		return e, nil
	}
	to, err := weburl.Parse(e.Target)
	if err != nil {
		return e, nil //nolint:nilerr // only part of it was stored
	}
	redirects, err := c.redirects(e.URL.Origin(), to.Origin())
	if redirects {
		e.Status = http.StatusMovedPermanently
	}
	return e, err
}

// redirects reports whether an origin is a mirror whose home page redirects for good to the main one.
func (c *Checker) redirects(from, main weburl.Origin) (bool, error) {
	r, err := c.mirrors.Mirror(from)
	return err == nil && r != nil && r.Main == main && r.Home == main, err
}

// follow judges a URL by where its redirects lead.
func (c *Checker) follow(e aranea.Entry) (verdict, Target, error) {
	e, err := c.withHost(e)
	if err != nil {
		return unchecked, Target{}, err
	}
	v, t := judge(&e)
	if v != moved {
		return v, t, nil
	}
	first := e.Target
	t.Permanent = true
	for range MaxHops {
		t.Permanent = t.Permanent && isPermanent(&e)
		t.LeadsTo = e.Target
		t.Redirects++
		u, err := weburl.Parse(e.Target)
		if err != nil {
			return moved, t, nil //nolint:nilerr // only part of it was stored
		}
		next, known, err := c.known(u)
		if err != nil || !known {
			return moved, t, err
		}
		switch v, end := judge(&next); v {
		case moved:
			e = next
		case broken:
			end.LeadsTo, end.Redirects, end.Permanent, end.Outside = t.LeadsTo, t.Redirects, t.Permanent, t.Outside
			return broken, end, nil
		default:
			return moved, t, nil
		}
	}
	t.LeadsTo, t.Redirects = first, 0
	t.Reason, t.Detail = aranea.HTTPBadRedirect.String(), "a loop, or too many redirects in a row"
	return broken, t, nil
}

// A house names the mirrors of one origin after another that redirect to it.
type house struct {
	c       *Checker
	main    weburl.Origin
	members []weburl.Origin
}

// enter turns to the mirrors of an origin.
func (h *house) enter(main weburl.Origin) error {
	if h.main == main {
		return nil
	}
	h.main, h.members = main, nil
	r, err := h.c.mirrors.Mirror(main)
	if err != nil || r == nil {
		return err
	}
	for _, m := range r.Members {
		redirects, err := h.c.redirects(m, main)
		if err != nil {
			return err
		}
		if redirects {
			h.members = append(h.members, m)
		}
	}
	return nil
}

// aliases returns the URLs of the same path on mirrors that redirect to that of an entry, which are
// not known themselves but have links on pages of a host, "" for any.
func (h *house) aliases(ctx context.Context, e *aranea.Entry, host string) (out []aranea.Entry, err error) {
	if err := h.enter(e.URL.Origin()); err != nil {
		return nil, err
	}
	for _, m := range h.members {
		u, err := weburl.Parse(string(m) + e.URL.Target())
		if err != nil {
			continue // the same path may make a URL that is too long
		}
		_, known, err := h.c.entries.Entry(u)
		if err != nil {
			return nil, err
		}
		if known {
			continue // it is judged itself
		}
		linked, _, err := h.c.isLinked(ctx, u, host, MaxPerTarget)
		if err != nil {
			return nil, err
		}
		if !linked {
			continue
		}
		alias, ok, err := h.c.unseen(u)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, alias)
		}
	}
	return out, nil
}

// judge appends an entry with a verdict, and its aliases with that verdict, to those that were found.
func (h *house) judge(ctx context.Context, e aranea.Entry, want verdict, host string, all []found) ([]found, error) {
	v, t, err := h.c.follow(e)
	if err != nil {
		return all, err
	}
	if v == want {
		all = append(all, found{e.URL, t})
	}
	if (v == broken) != (want == broken) {
		return all, nil // what redirects there has another verdict, too
	}
	others, err := h.aliases(ctx, &e, host)
	if err != nil {
		return all, err
	}
	for _, other := range others {
		v, t, err := h.c.follow(other)
		if err != nil {
			return all, err
		}
		if v == want {
			all = append(all, found{other.URL, t})
		}
	}
	return all, nil
}

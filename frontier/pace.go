package frontier

import (
	"github.com/aranea-search/aranea/frontier/ratelimit"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/schedule"
)

// needsSite reports whether the pace of its site may matter for the host. A host that has an
// address and is not new comes to need it only by losing the address.
func (h *hostState) needsSite() bool { return !h.Address().IsValid() || h.isNew() }

// spacings returns what the next lease of an origin changes of paces: of that of the host's
// address, or of its site as long as the address is not known, and if the host is new, of that
// of its site. So many nodes request the address.
func (s *originState) spacings(h *hostState, lookUp bool, nodes int) (all []ratelimit.Spacing) {
	if h.delay.Length == 0 {
		return nil // one of the operator's own: no delay of others counts
	}
	apart := schedule.Apart(h.delay.Length, h.operator.Length, s.Robots.Version == 0)
	switch {
	case h.isNew():
		all = append(all, ratelimit.Spaced(h.site, 1, h.delay.Length))
	case h.address == nil && !lookUp:
		all = append(all, ratelimit.Spaced(h.site, 1, apart))
	}
	if h.address != nil && !lookUp {
		all = append(all, ratelimit.Spaced(h.address, nodes, apart))
	}
	return all
}

// paced returns the instant before which the host's name, its address and its site permit no
// request.
func (h *hostState) paced() record.Instant {
	at := h.next()
	if h.delay.Length == 0 {
		return at
	}
	if h.address != nil {
		at = max(at, h.address.Next)
	}
	if h.address == nil || h.isNew() {
		at = max(at, h.site.Next)
	}
	return at
}

// grip sets the pace of a host's site if that matters, and of its address, which may have
// changed.
func (f *Frontier) grip(h *hostState) (err error) {
	a := h.Address()
	if h.site == nil && h.needsSite() {
		if h.site, err = f.paces.Of(ratelimit.OfSite(h.name)); err != nil {
			return err
		}
	}
	if h.address != nil && a.IsValid() && h.address.Name == ratelimit.OfAddress(a) {
		return nil
	}
	old := h.address
	h.address = nil
	if a.IsValid() {
		k, err := f.paces.Of(ratelimit.OfAddress(a))
		if err != nil {
			return err
		}
		h.address = k
	}
	f.paces.Leave(old)
	return nil
}

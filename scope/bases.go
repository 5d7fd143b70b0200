package scope

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// Below reports whether a URL lies below a base, whose path ends with a slash, or is the base without
// that slash.
func Below(base, u weburl.URL) bool {
	return base.Origin() == u.Origin() && strings.HasPrefix(u.Path()+"/", base.Path())
}

// bases are what Rules know of the folders that answer for hosts, by host.
type bases map[string][]weburl.URL

func newBases(urls []weburl.URL) bases {
	if len(urls) == 0 {
		return nil
	}
	b := bases{}
	for _, u := range urls {
		b[u.Host()] = append(b[u.Host()], u)
	}
	return b
}

// decide returns the verdict on where a URL is. What no folder answers for is neither visited nor
// checked: nothing of such a host is requested over the network.
func (b bases) decide(u weburl.URL) Verdict {
	of := b[u.Host()]
	if len(of) == 0 || b.answer(u) {
		return Verdict{OK: true}
	}
	return no(aranea.ScopeFolder, "a folder answers for "+u.Host()+", below "+of[0].String())
}

// answer reports whether a folder answers for a URL.
func (b bases) answer(u weburl.URL) bool { return !b.nearest(u).IsZero() }

// nearest returns the base of the folder that answers for a URL, which is the longest; the zero URL if there
// is none.
func (b bases) nearest(u weburl.URL) (found weburl.URL) {
	for _, base := range b[u.Host()] {
		if Below(base, u) && len(base.Path()) > len(found.Path()) {
			found = base
		}
	}
	return found
}

// holds reports whether a folder answers for an origin.
func (b bases) holds(o weburl.Origin) bool {
	for _, base := range b[o.Host()] {
		if base.Origin() == o {
			return true
		}
	}
	return false
}

// Leaves reports whether a URL of a host for which a folder answers names one of the network: without
// the operator's word nothing there is asked for.
func (r Rules) Leaves(from, to weburl.URL) bool { return r.bases.leave(from, to) }

// leave reports whether one URL is of a host for which a folder answers, and the other of none.
func (b bases) leave(from, to weburl.URL) bool {
	return len(b[from.Host()]) > 0 && len(b[to.Host()]) == 0
}

// OnDisk reports whether a folder answers for a URL.
func (r Rules) OnDisk(u weburl.URL) bool { return r.bases.answer(u) }

// inListed reports whether a folder of files answers for a URL.
func (r *Rules) inListed(u weburl.URL) bool {
	base := r.listed.nearest(u)
	return !base.IsZero() && base == r.bases.nearest(u)
}

// FileName returns the name of the file at a URL that a folder of files answers for, with those of the
// folders that it lies in: "Invoices/2023/offer final.pdf". It returns "" for other URLs, and for lists.
func (r Rules) FileName(u weburl.URL) string {
	if len(r.listed) == 0 || strings.HasSuffix(u.Path(), "/") || !r.inListed(u) {
		return ""
	}
	rest, below := strings.CutPrefix(u.Path(), r.listed.nearest(u).Path())
	name, err := url.PathUnescape(rest)
	if !below || err != nil || !utf8.ValidString(name) {
		return ""
	}
	return name
}

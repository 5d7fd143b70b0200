package scope

import (
	"strings"
	"sync/atomic"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// Elsewhere says which other partition visits the site of an origin: "partition 3 of 4 visits it". It
// is "" for sites of the own one.
func (r Rules) Elsewhere(o weburl.Origin) string {
	if r.known == nil {
		return ""
	}
	return r.known.elsewhere(r.partition, o)
}

// IsDivided reports whether other nodes visit other partitions of the web.
func (r Rules) IsDivided() bool { return !r.partition.IsWhole() }

// divide returns a verdict on a URL of an origin, or that another partition visits its site.
func (r *Rules) divide(o weburl.Origin, v Verdict) Verdict {
	if by := r.known.elsewhere(r.partition, o); by != "" {
		return no(aranea.ScopePartition, by)
	}
	return v
}

// knownOrigins is the number of origins that are known, with about 100 bytes each.
const knownOrigins = 1 << 10

// known remembers the partitions of origins that were asked about: the links of a page are of few of
// them, and each costs a look into the Public Suffix List and a hash. Origins take the places of
// others. It is safe for concurrent use.
type known [knownOrigins]atomic.Pointer[knownOrigin]

type knownOrigin struct {
	origin weburl.Origin
	by     string
}

// elsewhere is Partition.Elsewhere.
func (k *known) elsewhere(p partition.Partition, o weburl.Origin) string {
	place := &k[placeOf(o)%knownOrigins]
	if x := place.Load(); x != nil && x.origin == o {
		return x.by
	}
	x := &knownOrigin{weburl.Origin(strings.Clone(string(o))), p.Elsewhere(o)}
	place.Store(x)
	return x.by
}

// placeOf returns the FNV-1a hash of an origin.
func placeOf(o weburl.Origin) (h uint32) {
	h = 2166136261
	for i := range len(o) {
		h = (h ^ uint32(o[i])) * 16777619
	}
	return h
}

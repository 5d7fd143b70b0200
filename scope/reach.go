package scope

import (
	"maps"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/weburl"
)

// A reach is what of Rules depends on the seeds. It is not changed, only replaced.
type reach struct {
	mode  Mode
	seeds []weburl.URL // with where they have moved to
	// named are the seeds that the operator named, in mode list and if there are patterns.
	named map[weburl.URL]bool
	// hosts are in scope with all their URLs: the listed ones and, in the modes host and site,
	// those of the seeds.
	hosts map[string]bool
	// sites are those of the seeds, in the modes site and list.
	sites map[string]bool
	// own are the registrable domains of the seeds.
	own map[string]bool
	// folders are the seeds' path prefixes by origin, sorted; none is a prefix of another.
	folders map[weburl.Origin][]string
}

// with returns the reach with more seeds. named says that the operator names them, which counts if
// that of others does.
func (r reach) with(seeds []weburl.URL, named bool) reach {
	if len(seeds) == 0 {
		return r
	}
	r.seeds, r.hosts, r.sites = slices.Concat(r.seeds, seeds), copied(r.hosts), copied(r.sites)
	if named && r.named != nil {
		r.named = copied(r.named)
		for _, u := range seeds {
			r.named[u] = true
		}
	}
	r.own = copied(r.own)
	for _, u := range seeds {
		r.own[u.Origin().Site()] = true
	}
	switch r.mode {
	case Host:
		for _, u := range seeds {
			r.hosts[u.Host()] = true
		}
	case List:
		for _, u := range seeds {
			r.sites[u.Origin().Site()] = true
		}
	case Site:
		for _, u := range seeds {
			r.hosts[u.Host()] = true
			r.sites[u.Origin().Site()] = true
		}
	case Prefix:
		r.folders = folders(r.seeds)
	}
	return r
}

// Own reports whether an origin is on the site, the registrable domain, of a seed.
func (r Rules) Own(o weburl.Origin) bool { return r.own[o.Site()] }

// copied returns a writable copy of m, even if m is nil.
func copied[K comparable](m map[K]bool) map[K]bool {
	if m == nil {
		return map[K]bool{}
	}
	return maps.Clone(m)
}

// folder returns the path of a URL up to its last slash.
func folder(u weburl.URL) string {
	path := u.Path()
	return path[:strings.LastIndexByte(path, '/')+1]
}

// folders returns, for each origin, the paths of the seeds up to their last slash, sorted,
// without paths that have another one as a prefix. The folder of a robots file does not count:
// who names the file wants it to be read again, and not the whole origin.
func folders(seeds []weburl.URL) map[weburl.Origin][]string {
	all := map[weburl.Origin][]string{}
	for _, u := range seeds {
		if u.IsRobots() {
			continue
		}
		all[u.Origin()] = append(all[u.Origin()], folder(u))
	}
	for origin, paths := range all {
		slices.Sort(paths)
		kept := paths[:0]
		for _, p := range paths {
			if len(kept) == 0 || !strings.HasPrefix(p, kept[len(kept)-1]) {
				kept = append(kept, p)
			}
		}
		all[origin] = kept
	}
	return all
}

// inFolder reports whether u is in the folder of a seed. The folders are sorted and none is a
// prefix of another, so only the last folder that is not greater than the path of u can contain
// it.
func (r Rules) inFolder(u weburl.URL) bool {
	paths := r.folders[u.Origin()]
	target := u.Target()
	i, found := slices.BinarySearch(paths, target)
	return found || i > 0 && strings.HasPrefix(target, paths[i-1])
}

package seeds

import (
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

// A reread finds the origins whose robots files are read again for what somebody names: the file
// itself, or a URL that the stored copy denies, as its owner may have opened it since. A copy
// that was read after that was wanted answers already.
type reread struct {
	frontier Frontier
	seeds    *Seeds
	known    map[weburl.Origin]*rules
	origins  []weburl.Origin // in the order in which they were found
}

// rules are what is stored of a robots file.
type rules struct {
	read   bool // it was ever read
	since  bool // and since the seeds were wanted
	access acquire.Access
	again  bool // it is read again
}

func newReread(f Frontier, s *Seeds) *reread {
	return &reread{frontier: f, seeds: s, known: map[weburl.Origin]*rules{}}
}

// note finds out whether a named URL, or one to which it leads, needs its robots file anew.
func (r *reread) note(u weburl.URL) error {
	k, err := r.of(u.Origin())
	if err != nil || k.again || k.since {
		return err
	}
	if u.IsRobots() || k.read && k.access.Decide(u.Target()).Verdict == robotstxt.Deny {
		k.again = true
		r.origins = append(r.origins, u.Origin())
	}
	return nil
}

// of returns the rules of an origin, which are compiled once.
func (r *reread) of(o weburl.Origin) (*rules, error) {
	if k := r.known[o]; k != nil {
		return k, nil
	}
	c, read, err := r.frontier.Robots(o)
	if err != nil {
		return nil, err
	}
	k := &rules{read: read, since: read && !c.CheckedAt.Before(r.seeds.Wanted)}
	if read && !k.since && r.seeds.Access != nil {
		k.access = r.seeds.Access(o, &c)
	}
	r.known[o] = k
	return k, nil
}

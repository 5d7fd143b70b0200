package rank

import (
	"cmp"
	"context"
	"fmt"
	"hash/crc64"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/linkgraph"
)

// In a cluster, each node computes the ranks of its own pages and sites. What these pass on to those of other
// partitions, it tells their nodes, and adds what they have told it to what its own have without any link. When all
// have told each other often enough, the ranks are those that one node of all pages would compute. What a node told
// last counts as long as it is away.

// otherParts calls f with the number of each other partition.
func (u *updater) otherParts(f func(part int) error) error {
	for part := 1; part <= u.in.Own.Of; part++ {
		if part == u.in.Own.Number {
			continue
		}
		if err := f(part); err != nil {
			return err
		}
	}
	return nil
}

// gatherAway reads which pages of other partitions links may lead to, and what other nodes have told.
func (u *updater) gatherAway(ctx context.Context) error {
	if u.in.Own.IsWhole() {
		return nil
	}
	u.note(away, place{key: hashKey(fmt.Sprintf("%s, told in version %d", u.in.Own, toldVersion))}, 0)
	err := u.otherParts(func(part int) error {
		t, release, err := openTold(u.files, ToldName(part))
		if aranea.KindOf(err) == aranea.Corrupt {
			u.done.Damaged = append(u.done.Damaged, err)
			return Drop(u.files, ToldName(part))
		}
		if err != nil || t == nil {
			return err
		}
		u.told, u.close = append(u.told, t), append(u.close, release)
		u.note(away, place{key: Key(part)}, t.id)
		return nil
	})
	if err != nil {
		return err
	}
	for url, err := range u.in.Elsewhere(ctx) {
		if err != nil {
			return err
		}
		if p := u.plane.place(url); p.part != 0 {
			u.note(away, p, 0)
			u.nodes.add(p, 0)
		}
		if err := u.isFull(); err != nil {
			return err
		}
	}
	return nil
}

// release releases what other nodes have told.
func (u *updater) release() {
	for _, f := range u.close {
		f()
	}
}

// ownSites returns how many sites are in the own partition.
func (u *updater) ownSites() (n int) {
	for _, part := range u.nodes.parts {
		if part == 0 {
			n++
		}
	}
	return n
}

// votesOf collects the votes of a page of another partition. Its rank comes with what its node tells.
func (u *updater) votesOf(p place, page *linkgraph.Page) error {
	if page.Alias != "" {
		return nil
	}
	site := u.nodes.site(p)
	for _, url := range page.Links {
		to, known := u.node(u.plane.place(url).key)
		if !known || u.nodes.isAway(to) {
			continue
		}
		if err := u.votes.add(pairOf(to, site)); err != nil {
			return err
		}
	}
	return nil
}

// toldPages returns a function that tells what a page is given by other partitions.
func (u *updater) toldPages() func(i int) float32 {
	if len(u.told) == 0 {
		return func(int) float32 { return 0 }
	}
	sums := make([]float32, len(u.nodes.list))
	for _, t := range u.told {
		eachGiven(t.pages, func(g given) {
			i, known := u.node(g.key)
			switch {
			case !known:
			case u.nodes.isAway(i): // a page that has moved to another partition; a circle of such must not add up
				sums[i] += g.rank * along
			default:
				sums[i] += g.rank
			}
		})
	}
	return func(i int) float32 { return sums[i] }
}

// toldSites returns a function that tells what a site is given by those of other partitions.
func (u *updater) toldSites() func(i int) float32 {
	sums := make([]float32, len(u.nodes.parts))
	for _, t := range u.told {
		eachGiven(t.sites, func(g given) {
			if i, known := u.nodes.sites[g.key]; known {
				sums[i] += g.rank
			}
		})
	}
	return func(i int) float32 { return sums[i] }
}

// isTold reports whether there is something to tell each other node, as there is after an update.
func (u *updater) isTold() (bool, error) {
	names, err := u.files.List()
	if err != nil {
		return false, err
	}
	all := true
	err = u.otherParts(func(part int) error {
		all = all && slices.Contains(names, TellName(part))
		return nil
	})
	return all, err
}

// tell writes what the other nodes are to be told, unless it is nearly what they were told before.
func (u *updater) tell(ranks, sites []float32, ofPages, ofSites *scale) error {
	if u.in.Own.IsWhole() {
		return nil
	}
	tells := make([]tell, u.in.Own.Of+1)
	for i, n := range u.nodes.list {
		if n.what&away != 0 && ranks[i] > 0 {
			t := &tells[u.nodes.parts[n.site]]
			t.pages = append(t.pages, given{n.key, min(ranks[i], mostGiven)})
		}
	}
	for key, i := range u.nodes.sites {
		if part := u.nodes.parts[i]; part != 0 && sites[i] > 0 {
			tells[part].sites = append(tells[part].sites, given{key, min(sites[i], mostGiven)})
		}
	}
	pagesCounted, sitesCounted := ofPages.counts(), ofSites.counts()
	return u.otherParts(func(part int) error {
		t := &tells[part]
		slices.SortFunc(t.sites, compareKeys)
		t.pages, t.sites = clip(t.pages, MaxToldPages), clip(t.sites, MaxToldSites)
		t.pagesCounted, t.sitesCounted = pagesCounted, sitesCounted
		return u.tellPart(t, part)
	})
}

func compareKeys(a, b given) int  { return cmp.Compare(a.key, b.key) }
func compareRanks(a, b given) int { return cmp.Compare(a.rank, b.rank) }

// tellPart writes what the node of a partition is to be told. Its number follows from all that it was computed from.
func (u *updater) tellPart(t *tell, part int) error {
	name := TellName(part)
	old, release, err := openTold(u.files, name)
	if err != nil && aranea.KindOf(err) != aranea.Corrupt {
		return err
	}
	if old != nil {
		same := t.isNear(*old)
		release()
		if same {
			return nil
		}
	}
	id := crc64.Checksum(fmt.Appendf(nil, "%d %d", u.sum, part), crc64.MakeTable(crc64.ECMA))
	return t.write(u.files, name, max(id, 1))
}

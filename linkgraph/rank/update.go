package rank

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc64"
	"io"
	"iter"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// An Input is what ranks are computed from.
type Input struct {
	// Indexed yields the canonical URLs of the pages in the index.
	Indexed func(context.Context) iter.Seq2[string, error]
	// Pages yields the pages whose links count. It is called twice.
	Pages func(context.Context) iter.Seq2[linkgraph.Page, error]
	// Own is the partition whose pages these are, of a cluster; otherwise the whole web. Pages yields pages of
	// others as well, with their links into the own partition.
	Own partition.Partition
	// Elsewhere yields the URLs of other partitions that their nodes may visit. It is not needed for the whole web.
	Elsewhere func(context.Context) iter.Seq2[string, error]
	// Glued maps each origin that is a mirror of another one to the main mirror.
	Glued map[weburl.Origin]weburl.Origin
}

// Updated counts the results of an update.
type Updated struct {
	Pages int  `json:"pages"` // with a rank
	Sites int  `json:"sites"` // of these pages
	Links int  `json:"links"` // between them that count
	Same  bool `json:"same"`  // nothing has changed, and nothing was computed
	// Damaged is why what other nodes told was removed; they tell it again.
	Damaged []error `json:"-"`
}

// MaxPages is the maximal number of pages with a rank; those of other partitions that links lead to count.
const MaxPages = 1 << 31

// An updater computes the ranks of pages.
type updater struct {
	files Folder
	in    Input
	plane plane
	nodes nodes
	leads aliases
	twins []twin // indexed pages of mirrors other than the main one
	sum   uint64 // of all input
	votes *pairs // a page, and another site that links to it
	done  Updated
	told  []*telling // by other nodes; valid until close
	close []func()
	most  int // pages, with those of other partitions that links lead to
}

// newUpdater returns an updater with an input.
func newUpdater(files Folder, in Input) *updater {
	return &updater{
		files: files, in: in, plane: plane{in.Own, in.Glued, map[string]at{}}, nodes: nodes{sites: map[Key]uint32{}},
		votes: newPairs(files, "votes"), most: MaxPages,
	}
}

// isFull returns an error if there are more pages than can have a rank.
func (u *updater) isFull() error {
	if len(u.nodes.list) < u.most {
		return nil
	}
	return &aranea.Error{Op: "rank", Kind: aranea.Limit, Err: errors.New("there are too many pages")}
}

// A twin has the levels of the page of.
type twin struct{ key, of Key }

// Update computes the ranks of all pages and writes them to files. If the input has not changed
// since before was computed, it returns before. Only one may run at a time.
func Update(ctx context.Context, files Folder, in Input, before *Table) (_ *Table, _ Updated, err error) {
	u := newUpdater(files, in)
	defer u.release()
	if err := clearScratch(files); err != nil {
		return nil, u.done, err
	}
	if err := u.gather(ctx); err != nil {
		return nil, u.done, err
	}
	told, err := u.isTold()
	if err != nil {
		return nil, u.done, err
	}
	if before != nil && before.sum == u.sum && !before.alone && told {
		return before, Updated{Pages: before.Len(), Sites: u.ownSites(), Same: true, Damaged: u.done.Damaged}, nil
	}
	defer func() { err = errors.Join(err, clearScratch(files)) }()
	if err := writeFile(files, linksName, func(w io.Writer) error { return u.links(ctx, w) }); err != nil {
		return nil, u.done, err
	}
	t, err := u.table(ctx)
	if err == nil {
		err = t.Write(files)
	}
	u.done.Pages, u.done.Sites = t.Len(), u.ownSites()
	return t, u.done, err
}

// The temporary files of the links between pages, and of those between sites.
const (
	linksName = scratchPrefix + "links"
	sitesName = scratchPrefix + "sites"
)

// gather reads which pages and aliases there are, and sums up the input.
func (u *updater) gather(ctx context.Context) error {
	for o, main := range u.in.Glued {
		u.note(0, place{key: hashKey(string(o))}, uint64(hashKey(string(main))))
	}
	for url, err := range u.in.Indexed(ctx) {
		if err != nil {
			return err
		}
		p := u.plane.place(url)
		u.note(indexed, p, 0)
		u.nodes.add(p, indexed)
		if p.glue {
			u.twins = append(u.twins, twin{hashKey(url), p.key})
		}
	}
	for page, err := range u.in.Pages(ctx) {
		if err != nil {
			return err
		}
		p := u.plane.place(page.URL)
		u.note(present, p, page.Sum)
		switch {
		case page.Alias != "":
			to := u.plane.place(page.Alias)
			u.note(spoken, to, uint64(p.key))
			u.leads = append(u.leads, alias{p.key, to.key})
		case p.part != 0:
			u.nodes.site(p)
		case p.glue:
			u.nodes.add(p, 0)
		default:
			u.nodes.add(p, present)
		}
		if err := u.isFull(); err != nil {
			return err
		}
	}
	if err := u.gatherAway(ctx); err != nil {
		return err
	}
	u.nodes.order()
	u.leads.order()
	return nil
}

// note adds a fact to the checksum of the input.
func (u *updater) note(what byte, p place, more uint64) {
	b := binary.LittleEndian.AppendUint64([]byte{what}, uint64(p.key))
	b = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, uint64(p.site)), more)
	u.sum += crc64.Checksum(b, crc64.MakeTable(crc64.ECMA)) // a sum, because indexed pages come in any order
}

// links writes the links between the pages and collects the votes of sites.
func (u *updater) links(ctx context.Context, w io.Writer) error {
	var to []uint32
	var b []byte
	for page, err := range u.in.Pages(ctx) {
		if err != nil {
			return err
		}
		p := u.plane.place(page.URL)
		if p.part != 0 {
			if err := u.votesOf(p, &page); err != nil {
				return err
			}
			continue
		}
		i, known := u.nodes.find(p.key)
		if page.Alias != "" || !known || !u.speaks(i, p) {
			continue
		}
		if to, err = u.targets(i, page.Links, to[:0]); err != nil {
			return err
		}
		u.done.Links += len(to)
		b = appendLinks(b[:0], i, max(len(page.Links), len(to)), to)
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	return nil
}

// speaks reports whether the links of a page count. If mirrors have the same page, only those
// on the main mirror count, or else those of the first one.
func (u *updater) speaks(i uint32, p place) bool {
	n := &u.nodes.list[i]
	if n.what&spoken != 0 || p.glue && n.what&present != 0 {
		return false
	}
	n.what |= spoken
	return true
}

// targets appends the link targets of a page, each once, in the form that flow reads.
func (u *updater) targets(from uint32, links []string, out []uint32) ([]uint32, error) {
	site := u.nodes.list[from].site
	for _, url := range links {
		to, known := u.node(u.plane.place(url).key)
		if !known || to == from {
			continue
		}
		if u.nodes.list[to].site == site {
			out = append(out, to<<1)
			continue
		}
		out = append(out, to<<1|foreignBit)
		if err := u.votes.add(pairOf(to, site)); err != nil {
			return out, err
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// node returns the page at a URL, or the page that the URL leads to. Of a URL of another partition it is known that
// it leads somewhere only if that is in the own one.
func (u *updater) node(key Key) (uint32, bool) {
	for range maxLead {
		i, known := u.nodes.find(key)
		if known && !u.nodes.isAway(i) {
			return i, true
		}
		to, leads := u.leads.find(key)
		if !leads {
			return i, known
		}
		key = to
	}
	return u.nodes.find(key)
}

// table returns the levels of all indexed pages, and writes what other nodes are told.
func (u *updater) table(ctx context.Context) (*Table, error) {
	linking, between, err := u.count()
	if err != nil {
		return nil, err
	}
	sites, err := u.sites(ctx, between)
	if err != nil {
		return nil, err
	}
	ranks, err := u.pages(ctx, sites)
	if err != nil {
		return nil, err
	}
	list := u.nodes.list
	isIndexed := func(i int) bool { return list[i].what&indexed != 0 }
	ofPages := newScale(ranks, isIndexed)
	ofSites := newScale(sites, func(i int) bool { return u.nodes.parts[i] == 0 })
	if err := u.tell(ranks, sites, ofPages, ofSites); err != nil {
		return nil, err
	}
	for _, t := range u.told {
		ofPages.add(t.pagesCounted)
		ofSites.add(t.sitesCounted)
	}
	ofPages.sum()
	ofSites.sum()
	t := &Table{sum: u.sum}
	for i := range list {
		if isIndexed(i) {
			t.keys = append(t.keys, list[i].key)
			t.levels = append(t.levels, Levels{ofPages.level(ranks[i]), ofSites.level(sites[list[i].site]), SitesLevel(int(linking[i]))})
		}
	}
	return t.with(u.twins), nil
}

// pages computes the popularity of pages: what each gets of that of its site, and of the pages that link to it.
func (u *updater) pages(ctx context.Context, sites []float32) ([]float32, error) {
	data, release, err := u.files.Map(linksName)
	if err != nil {
		return nil, err
	}
	defer release()
	list, told := u.nodes.list, u.toldPages()
	base := func(i int) float32 {
		own := float32(0)
		if s := list[i].site; list[i].what&away == 0 {
			own = (1 - along) * sites[s] / float32(u.nodes.pages[s])
		}
		return own + told(i)
	}
	return flow(ctx, data, base, len(list))
}

// count counts the sites that link to each page, and collects which site links to which.
func (u *updater) count() (linking []uint16, between *pairs, err error) {
	linking, between = make([]uint16, len(u.nodes.list)), newPairs(u.files, "between")
	err = u.votes.sorted(func(p pair) error {
		if linking[p.to()] < 1<<16-1 {
			linking[p.to()]++
		}
		return between.add(pairOf(p.from(), u.nodes.list[p.to()].site)) // sorted by the linking site
	})
	return linking, between, err
}

// sites computes the popularity of sites: each shares its own among those that it links to.
func (u *updater) sites(ctx context.Context, between *pairs) ([]float32, error) {
	err := writeFile(u.files, sitesName, func(w io.Writer) error {
		var to []uint32
		var b []byte
		from := uint32(0)
		write := func() (err error) {
			if len(to) > 0 && u.nodes.parts[from] == 0 {
				b = appendLinks(b[:0], from, len(to), to)
				_, err = w.Write(b)
			}
			to = to[:0]
			return err
		}
		err := between.sorted(func(p pair) error {
			var err error
			if p.to() != from {
				err = write()
				from = p.to()
			}
			to = append(to, p.from()<<1|foreignBit)
			return err
		})
		return errors.Join(err, write())
	})
	if err != nil {
		return nil, err
	}
	data, release, err := u.files.Map(sitesName)
	if err != nil {
		return nil, err
	}
	defer release()
	told := u.toldSites()
	base := func(i int) float32 {
		if u.nodes.parts[i] != 0 {
			return 0
		}
		return 1 - along + told(i)
	}
	return flow(ctx, data, base, len(u.nodes.pages))
}

// with adds the indexed pages of mirrors under their own URL.
func (t *Table) with(twins []twin) *Table {
	if len(twins) == 0 {
		return t
	}
	type row struct {
		key Key
		Levels
	}
	var rows []row
	for i, k := range t.keys {
		rows = append(rows, row{k, t.levels[i]})
	}
	for _, w := range twins {
		rows = append(rows, row{w.key, t.Levels(w.of)})
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.key, b.key) })
	out := &Table{sum: t.sum}
	for i, r := range rows {
		if i == 0 || rows[i-1].key != r.key {
			out.keys, out.levels = append(out.keys, r.key), append(out.levels, r.Levels)
		}
	}
	return out
}

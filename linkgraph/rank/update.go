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
	"github.com/aranea-search/aranea/weburl"
)

// An Input is what ranks are computed from.
type Input struct {
	// Indexed yields the canonical URLs of the pages in the index.
	Indexed func(context.Context) iter.Seq2[string, error]
	// Pages yields the pages whose links count. It is called twice.
	Pages func(context.Context) iter.Seq2[linkgraph.Page, error]
	// Glued maps each origin that is a mirror of another one to the main mirror.
	Glued map[weburl.Origin]weburl.Origin
}

// Updated counts the results of an update.
type Updated struct {
	Pages int  `json:"pages"` // with a rank
	Sites int  `json:"sites"` // of these pages
	Links int  `json:"links"` // between them that count
	Same  bool `json:"same"`  // nothing has changed, and nothing was computed
}

// MaxPages is the maximal number of pages with a rank.
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
}

// A twin has the levels of the page of.
type twin struct{ key, of Key }

// Update computes the ranks of all pages and writes them to files. If the input has not changed
// since before was computed, it returns before. Only one may run at a time.
func Update(ctx context.Context, files Folder, in Input, before *Table) (_ *Table, _ Updated, err error) {
	u := &updater{
		files: files, in: in, plane: plane{in.Glued, map[string]at{}}, nodes: nodes{sites: map[Key]uint32{}},
		votes: newPairs(files, "votes"),
	}
	if err := clearScratch(files); err != nil {
		return nil, u.done, err
	}
	if err := u.gather(ctx); err != nil {
		return nil, u.done, err
	}
	if before != nil && before.sum == u.sum && !before.alone {
		return before, Updated{Pages: before.Len(), Sites: len(u.nodes.sites), Same: true}, nil
	}
	defer func() { err = errors.Join(err, clearScratch(files)) }()
	if err := writeFile(files, linksName, func(w io.Writer) error { return u.links(ctx, w) }); err != nil {
		return nil, u.done, err
	}
	t, err := u.table(ctx)
	if err == nil {
		err = t.Write(files)
	}
	u.done.Pages, u.done.Sites = t.Len(), len(u.nodes.sites)
	return t, u.done, err
}

// The temporary files of the links between pages, and of those between sites.
const (
	linksName = scratchPrefix + "links"
	sitesName = scratchPrefix + "sites"
)

// gather reads which pages and aliases there are, and sums up the input.
func (u *updater) gather(ctx context.Context) error {
	sums, b := crc64.MakeTable(crc64.ECMA), []byte(nil)
	note := func(what byte, p place, more uint64) {
		b = binary.LittleEndian.AppendUint64(append(b[:0], what), uint64(p.key))
		b = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, uint64(p.site)), more)
		u.sum += crc64.Checksum(b, sums) // a sum, because indexed pages come in any order
	}
	for o, main := range u.in.Glued {
		note(0, place{key: hashKey(string(o))}, uint64(hashKey(string(main))))
	}
	for url, err := range u.in.Indexed(ctx) {
		if err != nil {
			return err
		}
		p := u.plane.place(url)
		note(indexed, p, 0)
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
		note(present, p, page.Sum)
		switch {
		case page.Alias != "":
			to := u.plane.place(page.Alias)
			note(spoken, to, uint64(p.key))
			u.leads = append(u.leads, alias{p.key, to.key})
		case p.glue:
			u.nodes.add(p, 0)
		default:
			u.nodes.add(p, present)
		}
		if len(u.nodes.list) >= MaxPages {
			return &aranea.Error{Op: "rank", Kind: aranea.Limit, Err: errors.New("there are too many pages")}
		}
	}
	u.nodes.order()
	u.leads.order()
	return nil
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

// node returns the page at a URL, or the page that the URL leads to.
func (u *updater) node(key Key) (uint32, bool) {
	for range maxLead {
		if i, known := u.nodes.find(key); known {
			return i, true
		}
		to, leads := u.leads.find(key)
		if !leads {
			return 0, false
		}
		key = to
	}
	return u.nodes.find(key)
}

// table returns the levels of all indexed pages.
func (u *updater) table(ctx context.Context) (*Table, error) {
	linking, between, err := u.count()
	if err != nil {
		return nil, err
	}
	sites, err := u.sites(ctx, between)
	if err != nil {
		return nil, err
	}
	list := u.nodes.list
	data, release, err := u.files.Map(linksName)
	if err != nil {
		return nil, err
	}
	defer release()
	base := func(i int) float32 {
		s := list[i].site
		return (1 - along) * sites[s] / float32(u.nodes.pages[s])
	}
	ranks, err := flow(ctx, data, base, len(list))
	if err != nil {
		return nil, err
	}
	isIndexed := func(i int) bool { return list[i].what&indexed != 0 }
	ofPages := newScale(ranks, isIndexed)
	ofSites := newScale(sites, func(int) bool { return true })
	t := &Table{sum: u.sum}
	for i := range list {
		if isIndexed(i) {
			t.keys = append(t.keys, list[i].key)
			t.levels = append(t.levels, Levels{ofPages.level(ranks[i]), ofSites.level(sites[list[i].site]), SitesLevel(int(linking[i]))})
		}
	}
	return t.with(u.twins), nil
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
	n := len(u.nodes.pages)
	err := writeFile(u.files, sitesName, func(w io.Writer) error {
		var to []uint32
		var b []byte
		from := uint32(0)
		write := func() (err error) {
			if len(to) > 0 {
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
	return flow(ctx, data, func(int) float32 { return (1 - along) / float32(n) }, n)
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

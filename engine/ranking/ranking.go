// Package ranking maintains the data derived from the links between pages, beside the index of a
// data folder: the index of the words of links, and the static ranks of pages. Both are built
// from the link graph and can be rebuilt from it, so damage to them costs only the time for
// that.
//
// Floor: 5 (owner). Stability: engine. It does not decide how much a link or a rank counts.
package ranking

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"log/slog"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/search/sitename"
	"github.com/aranea-search/aranea/search/versions"
	"github.com/aranea-search/aranea/weburl"
)

// anchorWorkers is the number of buffers that the index of the words of links fills. One is
// enough, because its documents are short.
const anchorWorkers = 1

// Options configure a Ranker. All fields except View are required.
type Options struct {
	AnchorsDir, RankDir string
	View                bool // the folders are read-only
	BufferBytes         int  // buffer for words of links before they become a segment
	Graph               *linkgraph.Graph
	Pages               *index.Index     // the index of pages
	Known               linkgraph.Knowns // all known URLs
	// Elsewhere yields the URLs of other partitions that their nodes may visit.
	Elsewhere func(context.Context) iter.Seq2[string, error]
	// Standing returns how a URL may be found.
	Standing func(weburl.URL) (linkgraph.Standing, error)
	// Mirrors yields what is known about origins as mirrors.
	Mirrors func() iter.Seq2[mirror.Record, error]
	// Still calls a function while nobody else changes the graph.
	Still  func(context.Context, func() error) error
	Logger *slog.Logger
}

// Ranked is the result of an update of everything derived from links.
type Ranked struct {
	Anchors linkgraph.Updated `json:"anchors"`
	Pages   rank.Updated      `json:"pages"`
}

// A Ranker maintains the data derived from links. It is safe for concurrent use.
type Ranker struct {
	opt     Options
	anchors *index.Index
	files   folder
	current rank.Current
	names   sitename.Current
	manuals versions.Current
	faults  []index.Fault // what was wrong at opening
	turn    chan struct{} // holds a token while links are ranked
	// exchange is what nodes of a cluster tell each other of ranks.
	exchange *exchange
}

// rankName is the name of the ranks in faults.
const rankName = "rank"

// A folder is the folder of the ranks.
type folder struct{ disk.Folder }

// Create implements rank.Folder.
func (f folder) Create(name string) (rank.File, error) { return f.Folder.Create(name) }

// Open opens the data derived from links. It repairs damage at once, because everything can be
// rebuilt.
func Open(ctx context.Context, opt Options) (*Ranker, error) {
	r := &Ranker{opt: opt, turn: make(chan struct{}, 1), exchange: newExchange()}
	err := r.openAnchors(ctx)
	if err == nil {
		err = r.openRanks()
	}
	if err == nil {
		err = r.openNames()
	}
	if err == nil {
		err = r.openVersions()
	}
	if err == nil {
		err = r.openExchange()
	}
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// openAnchors opens the index of the words of links. If it is empty or was damaged, the graph
// forgets what it has recorded about it.
func (r *Ranker) openAnchors(ctx context.Context) error {
	dir, opt := r.opt.AnchorsDir, index.Options{BufferBytes: r.opt.BufferBytes, Workers: anchorWorkers}
	if r.opt.View {
		files, err := disk.At(dir)
		if err == nil {
			r.anchors, err = index.OpenOn(disk.NewView(files), opt)
		}
		return err
	}
	opt.Quiet = index.DefaultQuiet
	x, err := index.Open(dir, opt)
	damaged := aranea.KindOf(err) == aranea.Corrupt
	if damaged {
		r.opt.Logger.Warn("the index of anchors is repaired", "error", err)
		r.faults = append(r.faults, index.Fault{File: "anchors", Text: err.Error()})
		if _, err = index.Repair(ctx, dir, opt); err == nil {
			x, err = index.Open(dir, opt)
		}
	}
	if err != nil {
		return err
	}
	r.anchors = x
	if st, err := x.Stats(); err != nil || st.Docs > 0 && !damaged {
		return err
	}
	return r.opt.Graph.ForgetAnchors()
}

// openRanks reads the ranks of pages. It removes damaged ones.
func (r *Ranker) openRanks() error {
	if r.opt.View {
		files, err := disk.At(r.opt.RankDir)
		if errors.Is(err, fs.ErrNotExist) { // written by an earlier version
			r.files = folder{disk.NewMemory()}
			return nil
		}
		if err != nil {
			return err
		}
		r.files = folder{disk.NewView(files)}
	} else {
		files, err := disk.Open(r.opt.RankDir)
		if err != nil {
			return err
		}
		r.files = folder{files}
	}
	t, err := rank.Open(r.files)
	if aranea.KindOf(err) == aranea.Corrupt {
		r.opt.Logger.Warn("the ranks of pages are damaged and will be computed anew", "error", err)
		r.faults = append(r.faults, index.Fault{File: rankName, Text: err.Error()})
		return rank.Forget(r.files)
	}
	r.current.Put(t)
	return err
}

// Close closes the index of the words of links. It may be called repeatedly.
func (r *Ranker) Close() error {
	err := r.closeExchange()
	x := r.anchors
	if r.anchors = nil; x == nil {
		return err
	}
	return errors.Join(err, x.Close())
}

// Anchors returns the index of the words of links, by link target.
func (r *Ranker) Anchors() *index.Index { return r.anchors }

// Ranks returns the current ranks of pages, or nil if there are none.
func (r *Ranker) Ranks() *rank.Table { return r.current.Table() }

// Faults returns what was damaged at opening, and repaired.
func (r *Ranker) Faults() []index.Fault { return r.faults }

// Backup copies everything but the index of the words of links into the folder ranks.
func (r *Ranker) Backup(ranks string) error {
	t, names, manuals := r.Ranks(), r.Names(), r.manuals.Table()
	if t == nil && names == nil && manuals == nil {
		return nil
	}
	files, err := disk.Open(ranks)
	if err == nil && t != nil {
		err = t.Write(folder{files})
	}
	if err == nil && names != nil {
		err = names.Write(folder{files})
	}
	if err == nil && manuals != nil {
		err = manuals.Write(folder{files})
	}
	return err
}

// Check reads the ranks and what was learned of pages and returns the error if they are damaged. What is missing
// although links were ranked counts as lost.
func (r *Ranker) Check() error {
	select {
	case r.turn <- struct{}{}: // no ranking is in progress
		defer func() { <-r.turn }()
	default:
		_, err := rank.Open(r.files)
		return err
	}
	t, err := rank.Open(r.files)
	if err != nil {
		return err
	}
	ranked := t != nil
	if !ranked {
		st, err := r.anchors.Stats()
		if err != nil {
			return err
		}
		ranked = st.Docs > 0 || r.Ranks() != nil
	}
	names, err := sitename.Open(r.files)
	if err != nil {
		return err
	}
	manuals, err := versions.Open(r.files)
	switch {
	case err != nil || !ranked:
		return err
	case t == nil && !r.told(rankName):
		return lost("pages", "results are ordered without it until it is computed anew")
	case t.Alone():
		return nil
	case names == nil && !r.told(namesName):
		return lost("names", "sites have no names until they are learned anew")
	case manuals == nil && !r.told(versionsName):
		return lost("versions", "only addresses tell versions until they are learned anew")
	}
	return nil
}

// told reports whether a fault of what has a name was found at opening, and repaired.
func (r *Ranker) told(name string) bool {
	return slices.ContainsFunc(r.faults, func(f index.Fault) bool { return f.File == name })
}

// lost returns the error for a file that is missing, with what follows.
func lost(name, follows string) error {
	return &aranea.Error{Op: "check ranks", Kind: aranea.Corrupt, Obj: name, Err: errors.New("the file is not there, though links were ranked; " + follows)}
}

// Forget makes the next update rebuild everything.
func (r *Ranker) Forget(ctx context.Context) error {
	select {
	case r.turn <- struct{}{}:
		defer func() { <-r.turn }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	r.current.Put(nil)
	r.names.Put(nil)
	r.manuals.Put(nil)
	return errors.Join(r.opt.Graph.ForgetAnchors(), rank.Forget(r.files), sitename.Forget(r.files), versions.Forget(r.files))
}

// Update updates everything derived from links.
func (r *Ranker) Update(ctx context.Context) (Ranked, error) {
	var done Ranked
	select {
	case r.turn <- struct{}{}:
	case <-ctx.Done():
		return done, context.Cause(ctx)
	}
	defer func() { <-r.turn }()
	return r.update(ctx)
}

// Retold computes the ranks of pages anew after other nodes have told theirs.
func (r *Ranker) Retold(ctx context.Context) (rank.Updated, error) {
	select {
	case r.turn <- struct{}{}:
	case <-ctx.Done():
		return rank.Updated{}, context.Cause(ctx)
	}
	defer func() { <-r.turn }()
	counted, err := r.opt.Graph.Census(ctx, r.opt.Known)
	if err != nil {
		return rank.Updated{}, err
	}
	return r.rank(ctx, counted)
}

// uses returns what an update of the index of anchors needs from other parts.
func (r *Ranker) uses() linkgraph.Uses {
	return linkgraph.Uses{Standing: r.opt.Standing, Kind: extract.KindOf, Apply: r.anchors.Apply}
}

// dropBatch is how many pages lose their links at once.
const dropBatch = 256

// Drop forgets the links of pages that the operator removed, and removes what only the words of
// those links found. Repeating it is harmless.
func (r *Ranker) Drop(ctx context.Context, pages iter.Seq2[weburl.URL, error]) error {
	select {
	case r.turn <- struct{}{}: // a ranking reads each link twice and must see the same
		defer func() { <-r.turn }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	var dropped linkgraph.Dropped
	var some []weburl.URL
	drop := func() error {
		err := r.opt.Still(ctx, func() error { return r.opt.Graph.Drop(ctx, some, &dropped) })
		some = some[:0]
		return err
	}
	for u, err := range pages {
		if some = append(some, u); err == nil && len(some) == dropBatch {
			err = drop()
		}
		if err != nil {
			return err
		}
	}
	if err := drop(); err != nil {
		return err
	}
	if st, err := r.anchors.Stats(); err != nil || st.Docs == 0 && r.Ranks() == nil {
		return err // no links were ranked yet: the first ranking will not find these
	}
	done, err := r.opt.Graph.UpdateDropped(ctx, &dropped, r.uses())
	if err == nil && !done {
		_, err = r.update(ctx)
	}
	if err != nil {
		return err
	}
	return r.anchors.Flush()
}

func (r *Ranker) update(ctx context.Context) (done Ranked, err error) {
	counted, err := r.opt.Graph.Census(ctx, r.opt.Known)
	if err != nil {
		return done, err
	}
	done.Anchors, err = counted.UpdateAnchors(ctx, r.uses())
	if err == nil {
		err = r.anchors.Flush()
	}
	if err == nil {
		err = r.sweep(ctx, &done.Anchors)
	}
	if err != nil {
		return done, err
	}
	// Where there are ranks there is what was learned as well, or it was lost. Ranks do not depend on it.
	err = errors.Join(r.learnNames(ctx), r.learnVersions(ctx))
	var rerr error
	done.Pages, rerr = r.rank(ctx, counted)
	return done, errors.Join(rerr, err)
}

// sweep removes documents from the index of anchors of which the graph has no record. There are
// some only if the graph has forgotten its records: the links to a URL may have disappeared
// since.
func (r *Ranker) sweep(ctx context.Context, done *linkgraph.Updated) error {
	st, err := r.anchors.Stats()
	if err != nil || st.Docs <= done.Targets {
		return err
	}
	var gone []aranea.IndexChange
	for text, err := range findable(ctx, r.anchors) {
		if err != nil {
			return err
		}
		u, err := weburl.Parse(text)
		if err != nil {
			return err
		}
		if kept, err := r.opt.Graph.HasAnchors(u); err != nil {
			return err
		} else if !kept {
			gone = append(gone, aranea.IndexChange{Action: aranea.IndexDelete, URL: u})
		}
	}
	for some := range slices.Chunk(gone, sweepBatch) {
		if err := r.anchors.Apply(ctx, some); err != nil {
			return err
		}
	}
	done.Changed += len(gone)
	return r.anchors.Flush()
}

// sweepBatch is how many documents are removed at once.
const sweepBatch = 500

// rank computes the ranks of pages.
func (r *Ranker) rank(ctx context.Context, counted *linkgraph.Census) (rank.Updated, error) {
	glued, err := r.glued()
	if err != nil {
		return rank.Updated{}, err
	}
	in := rank.Input{Indexed: r.indexed, Pages: counted.Pages, Glued: glued, Own: r.opt.Graph.Partition(), Elsewhere: r.opt.Elsewhere}
	t, done, err := rank.Update(ctx, r.files, in, r.Ranks())
	for _, damage := range done.Damaged {
		r.opt.Logger.Warn("ranks that another node told are damaged; it tells them again", "error", damage)
	}
	if err == nil {
		r.current.Put(t)
	}
	return done, err
}

// maxGlued limits the mirrors whose links are merged.
const maxGlued = 1 << 20

// glued returns the main mirror of each mirror.
func (r *Ranker) glued() (map[weburl.Origin]weburl.Origin, error) {
	out := map[weburl.Origin]weburl.Origin{}
	for m, err := range r.opt.Mirrors() {
		if err != nil {
			return nil, err
		}
		if main := m.Group(); main != m.Origin && len(out) < maxGlued {
			out[m.Origin] = main
		}
	}
	return out, nil
}

// indexed yields the URLs of the pages that can be found.
func (r *Ranker) indexed(ctx context.Context) iter.Seq2[string, error] {
	return findable(ctx, r.opt.Pages)
}

// findable yields the URLs of the documents of an index that can be found.
func findable(ctx context.Context, x *index.Index) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		snap, err := x.Snapshot()
		if err != nil {
			yield("", err)
			return
		}
		defer snap.Close()
		for seg := range snap.Segments() {
			doc := uint32(0)
			for d, err := range snap.Titles(ctx, seg) {
				if (err != nil || snap.Findable(seg, doc)) && !yield(d.URL, err) || err != nil {
					return
				}
				doc++
			}
		}
	}
}

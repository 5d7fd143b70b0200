package engine

import (
	"context"
	"fmt"
	"iter"
	"path"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/weburl"
)

// reconcile compares what the frontier and the index say of each other when the
// folder is opened. An index without a frontier is refused: to go on would be to
// forget why its pages are in. Other differences are told, and Check with repair
// queues again what is missing.
func (e *Engine) reconcile() error {
	if err := e.index.Flush(); err != nil { // what a crash left in the log counts
		return err
	}
	st, err := e.index.Stats()
	if err != nil {
		return err
	}
	counts, _ := e.frontier.Counts()
	_, known := e.frontier.HostTotals()
	docs := st.Docs
	if known == 0 && docs > 0 {
		return &aranea.Error{Op: "open data folder", Kind: aranea.Corrupt, Obj: e.dir, Err: fmt.Errorf("the index holds %d documents and the frontier knows no URL: frontier/ was lost or replaced", docs)}
	}
	if indexed := counts[aranea.CountIndexed]; indexed != uint64(docs) {
		f := Fault{File: "index", Text: fmt.Sprintf("it holds %d documents, and the frontier knows of %d", docs, indexed)}
		e.damage = append(e.damage, f)
		e.opt.Logger.Warn("frontier and index differ", "documents", docs, "indexed", indexed)
	}
	return nil
}

// Check reads every file of the folder and yields what is wrong with it. With
// repair it queues again what the index has lost, and takes out of the index
// what the frontier does not know.
func (e *Engine) Check(ctx context.Context, repair bool) iter.Seq2[Fault, error] {
	return func(yield func(Fault, error) bool) {
		for f, err := range e.index.Check(ctx) {
			if !yield(Fault{File: path.Join("index", f.File), Offset: f.Offset, Text: f.Text}, err) || err != nil {
				return
			}
		}
		if e.checkEntries(ctx, repair, yield) {
			e.checkDocuments(ctx, repair, yield)
		}
	}
}

// repairBatch is how many entries are queued again, or documents taken out, at
// once.
const repairBatch = 256

// checkEntries looks whether each indexed entry has its document. It reports
// whether to go on.
func (e *Engine) checkEntries(ctx context.Context, repair bool, yield func(Fault, error) bool) bool {
	var missing []weburl.ID
	requeue := func() error {
		if !repair || len(missing) == 0 {
			return nil
		}
		_, err := e.frontier.Requeue(ctx, e.opt.Now(), missing, true)
		missing = missing[:0]
		return err
	}
	for entry, err := range e.frontier.Select(ctx, frontier.Filter{Indexed: true}) {
		if err != nil {
			return yield(Fault{}, err) && false
		}
		id := entry.URL.ID()
		if e.index.Has(id) {
			continue
		}
		text := entry.URL.String() + " is marked as indexed, and the index does not have it"
		if !yield(Fault{File: "index", Text: text, Repaired: repair}, nil) {
			return false
		}
		if missing = append(missing, id); len(missing) == repairBatch {
			if err := requeue(); err != nil {
				return yield(Fault{}, err) && false
			}
		}
	}
	if err := requeue(); err != nil {
		return yield(Fault{}, err) && false
	}
	return true
}

// checkDocuments looks whether the frontier knows each document.
func (e *Engine) checkDocuments(ctx context.Context, repair bool, yield func(Fault, error) bool) {
	for d, err := range e.Documents(ctx) {
		if err != nil {
			yield(Fault{}, err)
			return
		}
		u, err := weburl.Parse(d.URL)
		if err != nil {
			if !yield(Fault{File: "index", Text: fmt.Sprintf("a document has the URL %.200q", d.URL)}, nil) {
				return
			}
			continue
		}
		entry, known, err := e.frontier.EntryByID(u.ID())
		if err == nil && known && entry.Indexed {
			continue
		}
		if err == nil && repair {
			err = e.index.Apply(ctx, []aranea.IndexChange{{Action: aranea.IndexDelete, URL: u, Version: entry.Visits + 1}})
		}
		if !yield(Fault{File: "frontier", Text: d.URL + " is in the index, and the frontier does not know it as indexed", Repaired: repair}, err) || err != nil {
			return
		}
	}
}

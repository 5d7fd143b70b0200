package audit

import (
	"context"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/weburl"
)

// inFlight is the number of documents by which index and frontier may differ after a crash: one
// commit of visits, or one part of a removal. These visits are repeated.
const inFlight = 512

// IsLost reports whether the frontier has more indexed documents than an index, by more than a
// crash can explain.
func IsLost(known, held uint64) bool { return known > held+inFlight }

// An Audit compares a frontier with an index while both are in use.
type Audit struct {
	*Report
	Frontier *frontier.Frontier
	Index    crawl.Indexer
	// Repair queues pages again that the index has lost, and removes documents from the index
	// that the frontier does not know.
	Repair bool
	Now    func() time.Time
	// Still calls a function while neither of the two changes, so that what a commit is about to
	// write does not count as a fault.
	Still func(context.Context, func() error) error
}

// whyLost is the detail in the entry and the trail of a document that the index has lost.
const whyLost = "the index has lost its document; it is read again"

// batch is how many entries are queued at once.
const batch = 256

// Entries checks that each indexed entry has its document.
func (a *Audit) Entries(ctx context.Context) {
	var missing []weburl.ID
	for entry, err := range a.Frontier.Select(ctx, frontier.Filter{Indexed: true}) {
		if err != nil {
			a.Damage("frontier", err)
			return
		}
		id := entry.URL.ID()
		if a.Index.Has(id) {
			a.veil(ctx, &entry)
			continue
		}
		if !a.isSure(ctx, func() (bool, error) { return a.isMissing(id) }) {
			continue
		}
		a.Fault(Fault{File: "index", Text: entry.URL.String() + " is marked as indexed, and the index does not have it", URL: entry.URL.String(), Repaired: a.Repair})
		if missing = append(missing, id); len(missing) == batch {
			a.requeue(ctx, missing)
			missing = missing[:0]
		}
		if a.Done {
			return
		}
	}
	a.requeue(ctx, missing)
}

// veil checks that a document is hidden or found as its entry says.
func (a *Audit) veil(ctx context.Context, entry *aranea.Entry) {
	id := entry.URL.ID()
	differs := func() (bool, error) {
		now, known, err := a.Frontier.EntryByID(id)
		return known && now.Indexed && now.Hidden() != a.Index.Hidden(id), err
	}
	if a.Index.Hidden(id) == entry.Hidden() || !a.isSure(ctx, differs) {
		return
	}
	action, text := aranea.IndexShow, " is hidden, and nobody has closed it"
	if entry.Hidden() {
		action, text = aranea.IndexHide, " is closed, and the index does not hide it"
	}
	if a.Repair {
		if err := a.Index.Apply(ctx, []aranea.IndexChange{{Action: action, URL: entry.URL}}); err != nil {
			a.Fail(err)
			return
		}
	}
	a.Fault(Fault{File: "index", Text: entry.URL.String() + text, URL: entry.URL.String(), Repaired: a.Repair})
}

// isMissing reports whether an entry is marked as indexed but has no document. Queued entries do
// not count, because they are visited again anyway.
func (a *Audit) isMissing(id weburl.ID) (bool, error) {
	entry, known, err := a.Frontier.EntryByID(id)
	return known && entry.Indexed && entry.State != aranea.StateQueued && !a.Index.Has(id), err
}

func (a *Audit) requeue(ctx context.Context, ids []weburl.ID) {
	if !a.Repair || a.Done || len(ids) == 0 {
		return
	}
	if _, err := a.Frontier.Requeue(ctx, a.Now(), ids, whyLost, true); err != nil {
		a.Fail(err)
	}
}

// isSure calls question between two commits of the current crawl: during a commit, index and
// frontier may differ for a moment.
func (a *Audit) isSure(ctx context.Context, question func() (bool, error)) bool {
	sure := false
	err := a.Still(ctx, func() (err error) {
		sure, err = question()
		return err
	})
	if err != nil {
		a.Fail(err)
	}
	return sure && err == nil
}

// Documents checks that the frontier knows each document of a snapshot.
func (a *Audit) Documents(ctx context.Context, snap *index.Snapshot) {
	for d, err := range snap.Documents(ctx) {
		if err != nil {
			a.Damage("index", err)
			return
		}
		u, err := weburl.Parse(d.URL)
		if err != nil {
			a.Fault(Fault{File: "index", Text: fmt.Sprintf("a document has the URL %.200q", d.URL)})
		} else if !a.isKnown(u.ID()) && a.isSure(ctx, func() (bool, error) { return !a.isKnown(u.ID()) && a.Index.Has(u.ID()), nil }) {
			a.stray(ctx, u)
		}
		if a.Done {
			return
		}
	}
}

// isKnown reports whether the frontier knows a document, or will: after a crash there may be
// documents whose visit was not stored and will be repeated.
func (a *Audit) isKnown(id weburl.ID) bool {
	entry, known, err := a.Frontier.EntryByID(id)
	a.Damage("frontier", err)
	return known && (entry.Indexed || entry.State == aranea.StateQueued)
}

// stray reports a document that the frontier does not know, and with Repair removes it.
func (a *Audit) stray(ctx context.Context, u weburl.URL) {
	if a.Done {
		return
	}
	if a.Repair {
		if err := a.Index.Apply(ctx, []aranea.IndexChange{{Action: aranea.IndexDelete, URL: u}}); err != nil {
			a.Fail(err)
			return
		}
	}
	a.Fault(Fault{File: "frontier", Text: u.String() + " is in the index, and the frontier does not know it as indexed", URL: u.String(), Repaired: a.Repair})
}

// QueueIndexed queues all pages again that were in the index.
func (a *Audit) QueueIndexed(ctx context.Context) error {
	var ids []weburl.ID
	queue := func() error {
		_, err := a.Frontier.Requeue(ctx, a.Now(), ids, whyLost, true)
		ids = ids[:0]
		return err
	}
	for entry, err := range a.Frontier.Select(ctx, frontier.Filter{Indexed: true}) {
		if err != nil {
			return err
		}
		if ids = append(ids, entry.URL.ID()); len(ids) == batch {
			if err := queue(); err != nil {
				return err
			}
		}
	}
	return queue()
}

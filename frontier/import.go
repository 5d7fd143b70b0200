package frontier

import (
	"context"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/weburl"
)

// Importable reports whether a document of a URL may be imported now: not if the URL is being
// visited, or was removed. version is that of the document, above that of the one that it
// replaces.
func (f *Frontier) Importable(u weburl.URL) (version uint32, may bool, err error) {
	if _, out := f.Removed(u); out || f.isLeased(u.ID()) {
		return 0, false, nil
	}
	e, _, err := f.storedEntry(u.ID())
	return e.Visits + 1, err == nil, err
}

// isLeased reports whether a URL is being visited.
func (f *Frontier) isLeased(id weburl.ID) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, l := range f.leases {
		if l.entry.Kind != aranea.KindRobots && l.queue.ID(l.origin.id) == id {
			return true
		}
	}
	return false
}

// Import stores what the operator brought: each of the entries, which are in the index, replaces
// what is known of its URL, except for how that was found, and is no longer visited; it is
// changed only by another Import, by Remove, or by the loss of its document. It returns the URLs
// of those that stay as they are because they are being visited or were removed. The URLs of a
// call must differ. Of an entry, URL, Depth, Fingerprint, Language and Detail are used.
func (f *Frontier) Import(ctx context.Context, now time.Time, brought []aranea.Entry) (left []weburl.URL, err error) {
	found := make([]aranea.Discovery, len(brought))
	ids, entries := make([]weburl.ID, len(brought)), map[weburl.ID]*aranea.Entry{}
	for i := range brought {
		b := &brought[i]
		found[i] = aranea.Discovery{URL: b.URL, How: aranea.HowImport, Depth: b.Depth, Reason: aranea.IndexImported}
		ids[i] = b.URL.ID()
		entries[ids[i]] = b
	}
	if _, err := f.Add(ctx, now, found); err != nil {
		return nil, err
	}
	d := edit{imports: true, change: func(e *record.Entry) ([]aranea.Event, bool) {
		if _, out := f.Removed(e.URL); out {
			return nil, false
		}
		b := entries[e.URL.ID()]
		delete(entries, e.URL.ID())
		if e.How == aranea.HowImport { // otherwise its depth belongs to how it was found
			e.Depth = b.Depth
		}
		e.Entry = aranea.Entry{
			URL: e.URL, State: aranea.StateDone, Reason: aranea.IndexImported, Detail: b.Detail, How: e.How, FoundOn: e.FoundOn, Depth: e.Depth, FoundAt: e.FoundAt,
			Visits: e.Visits + 1, VisitedAt: now, Indexed: true, Imported: true, Fingerprint: b.Fingerprint, Language: b.Language,
		}
		return []aranea.Event{{At: now, Reason: aranea.IndexImported, Detail: b.Detail}}, true
	}}
	for part := range slices.Chunk(ids, selectChunk) {
		if _, err := f.amendPart(ctx, now, part, d); err != nil {
			return nil, err
		}
	}
	for _, b := range entries {
		left = append(left, b.URL)
	}
	return left, nil
}

// lose records that the document of an imported entry is gone.
func lose(e *record.Entry) {
	e.State, e.Reason, e.Detail, e.Indexed = aranea.StateGone, aranea.IndexRemoved, "import it again", false
}

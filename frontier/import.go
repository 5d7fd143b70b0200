package frontier

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/weburl"
)

// Import stores what the operator brought: each of the entries, which are in the index,
// stands in place of what is known of its URL and is visited no more; what changes it is
// the next Import, Remove, or the loss of its document. It returns the identities of those
// that stay as they are because they are visited at this moment. The URLs of a call
// differ. Of an entry URL, Depth, Fingerprint, Language and Detail count.
func (f *Frontier) Import(ctx context.Context, now time.Time, brought []aranea.Entry) (left []weburl.ID, err error) {
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
		b := entries[e.URL.ID()]
		delete(entries, e.URL.ID())
		e.Entry = aranea.Entry{
			URL: e.URL, State: aranea.StateDone, Reason: aranea.IndexImported, Detail: b.Detail, How: aranea.HowImport, Depth: b.Depth, FoundAt: e.FoundAt,
			Visits: e.Visits + 1, VisitedAt: now, Indexed: true, Fingerprint: b.Fingerprint, Language: b.Language,
		}
		return []aranea.Event{{At: now, Reason: aranea.IndexImported, Detail: b.Detail}}, true
	}}
	for part := range slices.Chunk(ids, selectChunk) {
		if _, err := f.amendPart(ctx, now, part, d); err != nil {
			return nil, err
		}
	}
	return slices.Collect(maps.Keys(entries)), nil
}

// lose notes that the document of an imported entry is gone.
func lose(e *record.Entry) {
	e.State, e.Reason, e.Detail, e.Indexed = aranea.StateGone, aranea.IndexRemoved, "import it again", false
}

package imports

import (
	"cmp"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// Chosen are the documents of a batch that may enter.
type Chosen struct {
	Changes []aranea.IndexChange
	Entries []aranea.Entry // in step with Changes
	Refused []Refusal      // the others

	batch  *Batch
	places map[weburl.ID]int
}

// Choose makes pages of the documents of a batch. Of those with the same URL the last
// one counts. removed tells by which target the operator took a URL out.
func (b *Batch) Choose(now time.Time, removed func(weburl.URL) (target string, out bool)) *Chosen {
	c := &Chosen{batch: b, places: map[weburl.ID]int{}}
	for i := len(b.Documents) - 1; i >= 0; i-- {
		change, entry, err := b.Documents[i].Page(now)
		if err != nil {
			c.refuse(i, err.Error())
			continue
		}
		if target, out := removed(change.URL); out {
			c.refuse(i, "you have taken it out; aranea delete --undo "+target+" lets it in again")
			continue
		}
		id := change.URL.ID()
		if _, later := c.places[id]; later {
			c.refuse(i, "it comes again, and the last one counts")
			continue
		}
		c.places[id] = i
		c.Changes, c.Entries = append(c.Changes, change), append(c.Entries, entry)
	}
	return c
}

func (c *Chosen) refuse(place int, why string) {
	c.Refused = append(c.Refused, Refusal{Place: place, URL: c.batch.Documents[place].URL, Why: why})
}

// Left returns what an import did that had to leave some of the documents.
func (c *Chosen) Left(ids []weburl.ID) Imported {
	for _, id := range ids {
		c.refuse(c.places[id], "it is being visited at this moment; import it again")
	}
	slices.SortFunc(c.Refused, func(a, b Refusal) int { return cmp.Compare(a.Place, b.Place) })
	return Imported{Documents: len(c.Entries) - len(ids), Refused: c.Refused}
}

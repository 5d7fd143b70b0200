package imports

import (
	"cmp"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/weburl"
)

// Chosen are the documents of a Batch that may be imported.
type Chosen struct {
	Changes []aranea.IndexChange
	Entries []aranea.Entry // parallel to Changes
	Gone    []weburl.URL   // of the pages that leave the index
	Refused []Refusal      // the other documents

	batch  *Batch
	places map[weburl.ID]int
}

// Choose makes pages of the documents of a Batch, whose types must be among the known formats. Of
// several with the same URL the last one counts, and the others are not reported.
func (b *Batch) Choose(now time.Time, known extract.Formats) *Chosen {
	c := &Chosen{batch: b, places: map[weburl.ID]int{}}
	for i := len(b.Documents) - 1; i >= 0; i-- {
		if b.Documents[i].Leaves() {
			c.remove(i)
			continue
		}
		change, entry, err := b.Documents[i].Page(now, known)
		if err != nil {
			c.refuse(i, err.Error())
			continue
		}
		if change.URL.IsRobots() {
			c.refuse(i, "it is the robots file of its host, which is no page")
			continue
		}
		id := change.URL.ID()
		if _, later := c.places[id]; later {
			continue
		}
		c.places[id] = i
		c.Changes, c.Entries = append(c.Changes, change), append(c.Entries, entry)
	}
	return c
}

// remove chooses a document whose page is to leave the index.
func (c *Chosen) remove(place int) {
	text := c.batch.Documents[place].URL
	u, err := weburl.Parse(text)
	if err != nil {
		c.refuse(place, noURL(text, err).Error())
		return
	}
	if _, later := c.places[u.ID()]; !later {
		c.places[u.ID()] = place
		c.Gone = append(c.Gone, u)
	}
}

func (c *Chosen) refuse(place int, why string) {
	c.Refused = append(c.Refused, Refusal{Place: place, URL: c.batch.Documents[place].URL, Why: why})
}

// A Frontier decides which URLs may be imported: not those that the operator removed, nor those
// that are currently visited.
type Frontier interface {
	EntryByID(weburl.ID) (aranea.Entry, bool, error)
	Removed(weburl.URL) (target string, out bool)
	Importable(weburl.URL) (version uint32, may bool, err error)
}

// Ask keeps only the documents that the frontier admits, with the versions that it returns, and of
// the pages that leave only those that were imported.
func (c *Chosen) Ask(f Frontier) error {
	if err := c.askGone(f); err != nil {
		return err
	}
	changes, entries := c.Changes, c.Entries
	c.Changes, c.Entries = nil, nil
	for i, change := range changes {
		version, may, err := f.Importable(change.URL)
		if err != nil {
			return err
		}
		if !may {
			c.leave(f, change.URL)
			continue
		}
		change.Version = version
		c.Changes, c.Entries = append(c.Changes, change), append(c.Entries, entries[i])
	}
	return nil
}

// askGone keeps of the pages that leave those that were imported. A page that is not in the index
// has left already.
func (c *Chosen) askGone(f Frontier) error {
	gone := c.Gone
	c.Gone = nil
	for _, u := range gone {
		e, _, err := f.EntryByID(u.ID())
		switch {
		case err != nil:
			return err
		case e.Imported && e.Indexed:
			c.Gone = append(c.Gone, u)
		case e.Indexed:
			c.refuse(c.places[u.ID()], "it was not imported but visited; aranea delete takes such pages out")
		}
	}
	return nil
}

// leave refuses a document that the frontier does not admit.
func (c *Chosen) leave(f Frontier, u weburl.URL) {
	why := "it is being visited at this moment; import it again"
	if target, out := f.Removed(u); out {
		why = "you have taken it out; aranea delete --undo " + target + " lets it in again"
	}
	c.refuse(c.places[u.ID()], why)
}

// Left returns the result of an import that could not import some of the documents after all.
func (c *Chosen) Left(f Frontier, urls []weburl.URL) Imported {
	for _, u := range urls {
		c.leave(f, u)
	}
	slices.SortFunc(c.Refused, func(a, b Refusal) int { return cmp.Compare(a.Place, b.Place) })
	return Imported{Documents: len(c.Entries) - len(urls), Removed: len(c.Gone), Refused: c.Refused}
}

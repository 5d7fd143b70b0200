// Package captures tells what archives know of pages: in results, of which date the capture is that was
// read, and in trails, that there is a capture of a URL to which nothing led.
//
// Floor: 5 (owner), inside engine, which passes its frontier and its archives. Stability: engine. It
// changes nothing.
package captures

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/fetch/replay"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// maxLookUp is the size in bytes of archives up to which one that is not open is read for a trail.
const maxLookUp = 256 << 20

// Entries are the known URLs.
type Entries interface {
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
}

var _ Entries = (*frontier.Frontier)(nil)

// Date sets the dates of captures in an answer. In a folder that is not of archives it looks up one page.
func Date(entries Entries, r *search.Response) error {
	for i := range r.Results {
		x := &r.Results[i]
		if x.Unread {
			continue
		}
		e, known, err := entries.EntryByID(x.URL.ID())
		switch {
		case err != nil:
			return err
		case !known || e.Imported:
			continue
		case e.Captured.IsZero():
			return nil
		}
		x.Captured = x.FetchedAt
	}
	return nil
}

// Archives opens archives.
type Archives interface {
	// Size returns the number of bytes that are read to open archives: none if they are open.
	Size(names []string) (int64, error)
	Open(ctx context.Context, names []string, logger *slog.Logger) (*replay.Archive, error)
}

var _ Archives = (*replay.Keeper)(nil)

// Add adds to the trail of a URL that is not known what the archive has of it, or why that is not told: an
// archive that was moved or is damaged says nothing of the URL, and larger ones that are not open are not
// read for it. An error is that ctx has ended.
func Add(ctx context.Context, archives Archives, names []string, t *trail.Trail) error {
	if len(names) == 0 || t.Known {
		return nil
	}
	text, err := lookUp(ctx, archives, names, t.URL)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		text = "not looked up: " + err.Error()
	}
	t.Add("In the archive", show.Clip(text, aranea.MaxDetail))
	return nil
}

// lookUp describes the capture of a URL.
func lookUp(ctx context.Context, archives Archives, names []string, url string) (string, error) {
	u, err := weburl.Parse(url)
	if err != nil {
		return "", err
	}
	size, err := archives.Size(names)
	switch {
	case err != nil:
		return "", err
	case size > maxLookUp:
		return fmt.Sprintf("not looked up, because its %s would have to be read; aranea inspect does", show.Bytes(size)), nil
	}
	a, err := archives.Open(ctx, names, slog.New(slog.DiscardHandler)) // a crawl tells what is wrong with it
	if err != nil {
		return "", err
	}
	c, err := a.Find(u, false)
	switch {
	case err != nil:
		return "", err
	case c == nil:
		return "no answer of it", nil
	}
	defer c.Close()
	text := fmt.Sprintf("status %d", c.Status)
	if !c.At.IsZero() {
		text += ", captured " + trail.When(c.At)
	}
	if declared := c.Header.Get("Content-Type"); declared != "" {
		text += ", " + declared
	}
	if to := c.Header.Get("Location"); to != "" {
		text += ", leads to " + to
	}
	return text, nil
}

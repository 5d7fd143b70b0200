package attempts

import (
	"context"
	"fmt"

	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/frame"
	"github.com/aranea-search/aranea/learned"
)

// MaxTries is the number of times in a row that a document is started before it is skipped
// because no attempt ended.
const MaxTries = 3

// A Keeper stores how often documents were begun. It is safe for concurrent use.
type Keeper interface {
	// Get returns the data of a record, nil if there is none.
	Get(k learned.Kind, name string) ([]byte, error)
	// Put stores records, and removes those without data; with sync they are durable
	// when it returns.
	Put(records []learned.Record, sync bool) error
}

var _ Keeper = (*learned.Store)(nil)

// A Counter has documents read by another Outside and counts the attempts. It is safe for
// concurrent use.
type Counter struct {
	extract.Outside
	keeper Keeper
}

var _ extract.Outside = (*Counter)(nil)

// Over returns a Counter over o; nil if o is nil.
func Over(o extract.Outside, k Keeper) extract.Outside {
	if o == nil {
		return nil
	}
	return &Counter{o, k}
}

// Read implements extract.Outside. A document that waits for its turn has not begun. The start
// of an attempt is durable before the document is read. Its end, with or without an error,
// becomes durable with the next synced change of the store, at the latest with the commit of the
// visit. An error of the keeper is extract.ErrState.
func (c *Counter) Read(ctx context.Context, host string, j frame.Job, body []byte) (content.Document, error) {
	tries, err := c.tries(j.URL)
	if err != nil {
		return content.Document{}, err
	}
	if tries >= MaxTries {
		if err := c.note(j.URL, 0); err != nil {
			return content.Document{}, err
		}
		return content.Document{}, fmt.Errorf("the robot was killed while it read this, %d times in a row; it is tried again at the next visit", tries)
	}
	if err := c.note(j.URL, tries+1); err != nil {
		return content.Document{}, err
	}
	doc, err := c.Outside.Read(ctx, host, j, body)
	if fault := c.note(j.URL, 0); fault != nil {
		return content.Document{}, fault
	}
	return doc, err
}

// tries returns the number of earlier attempts at a document that never ended.
func (c *Counter) tries(url string) (byte, error) {
	data, err := c.keeper.Get(learned.Begun, url)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", extract.ErrState, err)
	}
	if len(data) == 0 {
		return 0, nil
	}
	return data[0], nil
}

// note stores the number of attempts; 0 removes it.
func (c *Counter) note(url string, tries byte) error {
	r := learned.Record{Kind: learned.Begun, Name: url}
	if tries > 0 {
		r.Data = []byte{tries}
	}
	if err := c.keeper.Put([]learned.Record{r}, tries > 0); err != nil {
		return fmt.Errorf("%w: %w", extract.ErrState, err)
	}
	return nil
}

package index

import (
	"errors"
	"fmt"
	"math"

	"github.com/aranea-search/aranea"
)

// valid returns why a change cannot be applied, or nil. What is in the log must be readable again,
// so it is asked before anything is written.
func valid(c *aranea.IndexChange) error {
	if err := fault(c); err != nil {
		return &aranea.Error{Op: "apply to index", Kind: aranea.Invalid, Obj: c.URL.String(), Err: err}
	}
	return nil
}

func fault(c *aranea.IndexChange) error {
	switch {
	case c.Action > aranea.IndexShow:
		return fmt.Errorf("action %d is unknown", c.Action)
	case c.URL.IsZero():
		return errors.New("a change without a URL")
	case c.Action != aranea.IndexPut:
		return nil
	case c.Page == nil:
		return errors.New("put without a page")
	case len(c.Page.Text) > math.MaxInt32:
		return fmt.Errorf("a text of %d bytes", len(c.Page.Text))
	}
	for i := range c.Page.Elements {
		switch e := &c.Page.Elements[i]; {
		case e.Start > e.End, int(e.End) > len(c.Page.Text):
			return fmt.Errorf("element %d is from %d to %d in a text of %d bytes", i, e.Start, e.End, len(c.Page.Text))
		case e.Kind > aranea.ElementSmall, e.Zone >= aranea.Zones:
			return fmt.Errorf("element %d has kind %d and zone %d, of which one is unknown", i, e.Kind, e.Zone)
		}
	}
	return nil
}

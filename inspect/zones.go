package inspect

import (
	"context"
	"fmt"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/zone"
)

// A Block is a part of the text of a page with its zone, and what determined the zone.
type Block struct {
	Zone string `json:"zone"`
	By   string `json:"by"` // "rule 3" of the operator, "markup", "site", "page" or "head"
	Kind string `json:"kind"`
	Path string `json:"path,omitempty"` // of containers, down to its own
	Text string `json:"text"`
}

// What determines the zone of a block.
const (
	byRule   = "rule " // and its line
	byMarkup = "markup"
	bySite   = "site" // what the pages of the site have in common
	byPage   = "page" // its structure
	byHead   = "head" // metadata of the page has no zone
)

// label sets the zones of the blocks of a web page, like a crawl that knows its site, and returns
// what determined those that are set by neither rules nor markup.
func (o *LookOptions) label(ctx context.Context, page *aranea.Page) (by string, err error) {
	var p *zone.Profile
	if o.Template != nil {
		if p, err = o.Template(ctx, page.URL.Origin()); err != nil {
			return "", err
		}
	}
	if by = byPage; p != nil && p.Version > 0 {
		by = bySite
	}
	p.Label(page)
	return by, nil
}

// zoned adds the zones of a page.
func (s *PageStep) zoned(o LookOptions, page *aranea.Page, by string) {
	s.Zones = map[string]int{}
	rules := 0
	for _, e := range page.Elements {
		if !e.Kind.IsBlock() {
			continue
		}
		s.Zones[e.Zone.String()] += int(e.End - e.Start)
		b := blockOf(page, &e, by)
		if strings.HasPrefix(b.By, byRule) {
			rules++
		}
		if o.Blocks {
			s.Blocks = append(s.Blocks, b)
		}
	}
	if len(page.Containers) == 0 {
		return
	}
	s.ZonesBy = map[string]string{bySite: "by what pages of its site have alike", byPage: "by its markup and shape"}[by]
	if rules > 0 {
		s.ZonesBy += ", " + show.Count(rules, "block") + " by rule"
	}
}

// blockOf returns one block.
func blockOf(page *aranea.Page, e *aranea.Element, by string) Block {
	b := Block{Zone: e.Zone.String(), By: by, Kind: e.Kind.String(), Text: string(page.Text[e.Start:e.End])}
	if int(e.Container) >= len(page.Containers) {
		return b
	}
	c := &page.Containers[e.Container]
	switch {
	case e.Kind == aranea.ElementTitle, e.Kind == aranea.ElementDescription, e.Kind == aranea.ElementKeywords:
		b.By = byHead
	case c.Rule != 0:
		b.By = fmt.Sprint(byRule, c.Rule)
	case c.Zone != aranea.ZoneMain && c.Zone == e.Zone:
		b.By = byMarkup
	}
	for ; c.Parent >= 0; c = &page.Containers[c.Parent] {
		if c.Rule == 0 {
			b.Path = c.Name + " " + b.Path
		}
	}
	if n := len(b.Path); n > 0 {
		b.Path = b.Path[:n-1]
	}
	return b
}

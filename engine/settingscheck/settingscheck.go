// Package settingscheck names the settings of a crawl that came to its end and match nothing: they may be
// misspelled.
//
// Floor: 5 (owner), inside engine. Stability: engine. It decides nothing; what it finds is told in the
// report and in the log.
package settingscheck

import (
	"iter"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/lastcrawl"
	"github.com/aranea-search/aranea/engine/settings"
	"github.com/aranea-search/aranea/extract/facets"
	"github.com/aranea-search/aranea/extract/items"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/schedule/hostdelay"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/weburl"
)

// Known is what a folder knows.
type Known struct {
	URLs  iter.Seq2[aranea.Entry, error]
	Hosts iter.Seq2[aranea.Host, error]
	Index *index.Index
}

// Add adds to a report the patterns that match no known URL, the names with a delay of their own that
// stand for no known host, and the rules for facets that no page of the index has. An error of the
// store is told by others.
func Add(r *runreport.Report, s settings.Settings, k Known, log *slog.Logger) {
	var err error
	r.Unmatched, err = s.Unmatched(k.URLs)
	for _, kind := range r.Unmatched.Kinds() {
		if err == nil && len(kind.List) > 0 {
			log.Info("patterns match no known URL", kind.Name, kind.List)
		}
	}
	r.UnmatchedHosts, err = own(s.HostDelays, s.Partition).Unmatched(k.Hosts)
	if err == nil && len(r.UnmatchedHosts) > 0 {
		log.Info("delays are for no known host", "host-delay", r.UnmatchedHosts)
	}
	r.UnmatchedFacets, err = absent(k.Index, s.Facets)
	if err == nil && len(r.UnmatchedFacets) > 0 {
		log.Info("facets are those of no page in the index", "facet", r.UnmatchedFacets)
	}
}

// own returns the delays but those of sites of other partitions: all nodes have the same settings.
func own(d hostdelay.Delays, p partition.Partition) hostdelay.Delays {
	if p.IsWhole() {
		return d
	}
	d = maps.Clone(d)
	maps.DeleteFunc(d, func(name string, _ time.Duration) bool {
		return !p.Holds(weburl.Origin("http://" + strings.TrimPrefix(name, ".")))
	})
	return d
}

// absent returns the rules for facets that no page of the index has.
func absent(x *index.Index, rules facets.Rules) ([]string, error) {
	if len(rules) == 0 {
		return nil, nil
	}
	snap, err := x.Snapshot()
	if err != nil {
		return nil, err
	}
	defer snap.Close()
	names, err := facet.Absent(snap, rules.Names())
	return rules.About(names).Texts(), err
}

// AddItems adds to a report which rules on items gave something since they were given: before, as the
// last crawl tells, or in the pages that were read now. Of a crawl that came to its end it adds those that gave nothing,
// or if it read no page, as none has changed, those of which the last crawl said so.
func AddItems(r *runreport.Report, rules items.Rules, last *lastcrawl.Crawl, log *slog.Logger) {
	found := append(rules.Found(r.Items.Had).Texts(), last.FoundItems...)
	r.FoundItems, r.UnmatchedItems = nil, nil
	for _, text := range rules.Texts() {
		if slices.Contains(found, text) {
			r.FoundItems = append(r.FoundItems, text)
		}
	}
	if r.Ending == verdict.EndFinished {
		r.UnmatchedItems = slices.DeleteFunc(rules.Missing(found).Texts(), func(text string) bool {
			return !r.Items.Read && !slices.Contains(last.UnmatchedItems, text)
		})
	}
	if len(r.UnmatchedItems) > 0 {
		log.Info("items are those of no page that was read", "item", r.UnmatchedItems)
	}
}

package ranking

import (
	"bytes"
	"context"
	"encoding/binary"
	"iter"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/search/copies"
	"github.com/aranea-search/aranea/search/series"
	"github.com/aranea-search/aranea/search/signals"
	"github.com/aranea-search/aranea/search/translations"
	"github.com/aranea-search/aranea/search/versions"
)

// versionsName is the name of the versions of pages in faults.
const versionsName = "versions of pages"

// Signals returns the ranks of pages, which of them are versions of one page, or pages of one list, and what of their
// titles is their sites'.
func (r *Ranker) Signals() signals.Tables {
	return signals.Tables{Ranks: r.Ranks(), Versions: r.manuals.Table(), Titles: r.Names().Titles()}
}

// openVersions reads the versions of pages. It removes damaged ones.
func (r *Ranker) openVersions() error {
	t, err := opened(r, versionsName, versions.Open, versions.Forget)
	r.manuals.Put(t)
	return err
}

// learnVersions learns the versions of pages, the lists on several pages and the pages in several languages, and writes
// them if they have changed.
func (r *Ranker) learnVersions(ctx context.Context) error {
	snap, err := r.opt.Pages.Snapshot()
	if err != nil {
		return err
	}
	defer snap.Close()
	t, err := versions.Learn(pagesOf(ctx, snap, func(p page) versions.Page {
		return versions.Page{URL: p.URL, Key: p.key(snap), Sketch: snap.Sketch(p.seg, p.doc), Lang: copies.LangOf(snap, p.seg, p.doc)}
	}), r.choices(ctx))
	if err != nil {
		return err
	}
	listed := pagesOf(ctx, snap, func(p page) series.Page {
		opening := func(lines int) ([]string, error) { return opening(snap, p.seg, p.doc, lines) }
		return series.Page{URL: p.URL, Key: p.key(snap), Title: p.Title, Heading: p.Heading, XML: p.xml, Opening: opening}
	})
	lists, err := series.Learn(listed)
	if err != nil {
		return err
	}
	singles, err := series.SingleLists(listed)
	if err != nil {
		return err
	}
	translated, err := translations.Learn(pagesOf(ctx, snap, func(p page) translations.Page {
		return translations.Page{URL: p.URL, Key: p.key(snap), Lang: copies.LangOf(snap, p.seg, p.doc)}
	}), r.alternates(ctx))
	if err != nil {
		return err
	}
	if t = t.With(lists, singles).WithWorks(translated); t.Equal(r.manuals.Table()) {
		return nil
	}
	if err := t.Write(r.files); err != nil {
		return err
	}
	r.manuals.Put(t)
	return nil
}

// pagesOf returns the pages of a snapshot that everybody can find, as they are learned from.
func pagesOf[T any](ctx context.Context, snap *index.Snapshot, of func(page) T) func() iter.Seq2[T, error] {
	return func() iter.Seq2[T, error] {
		return func(yield func(T, error) bool) {
			for p, err := range openPages(ctx, snap) {
				var t T
				if err == nil {
					t = of(p)
				}
				if !yield(t, err) || err != nil {
					return
				}
			}
		}
	}
}

// key returns the key of a page in what is learned.
func (p page) key(snap *index.Snapshot) rank.Key {
	key := snap.Key(p.seg, p.doc)
	return rank.Key(binary.BigEndian.Uint64(key[:]))
}

// opening returns the first lines of the text that is kept of a page.
func opening(snap *index.Snapshot, seg int, doc uint32, most int) (lines []string, err error) {
	text, _, err := snap.Outlined(seg, doc)
	if err != nil {
		return nil, err
	}
	for line := range bytes.SplitSeq(text, []byte("\n")) {
		if len(lines) == most {
			break
		}
		lines = append(lines, string(line[:min(len(line), maxLine)]))
	}
	return lines, nil
}

// maxLine is how many bytes of a line are compared with headings, which are kept so far.
const maxLine = 500

// alternates returns what pages, and sitemaps for them, name as alternates.
func (r *Ranker) alternates(ctx context.Context) translations.Alternates {
	return func() iter.Seq2[translations.Set, error] {
		return func(yield func(translations.Set, error) bool) {
			for s, err := range r.opt.Graph.AlternateSets(ctx) {
				of := translations.Set{Of: s.Of}
				for _, a := range s.All {
					of.All = append(of.All, a.URL)
				}
				if !yield(of, err) || err != nil {
					return
				}
			}
		}
	}
}

// choices returns what pages call canonical: those that name one URL, and not themselves.
func (r *Ranker) choices(ctx context.Context) versions.Choices {
	return func() iter.Seq2[versions.Choice, error] {
		return func(yield func(versions.Choice, error) bool) {
			for c, err := range r.opt.Graph.WithCanonicals(ctx) {
				if err == nil && len(c.To) != 1 {
					continue
				}
				var choice versions.Choice
				if err == nil {
					choice = versions.Choice{Page: c.Of, Canonical: c.To[0]}
				}
				if !yield(choice, err) || err != nil {
					return
				}
			}
		}
	}
}

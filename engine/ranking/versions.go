package ranking

import (
	"bytes"
	"context"
	"encoding/binary"
	"iter"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/search/series"
	"github.com/aranea-search/aranea/search/standing"
	"github.com/aranea-search/aranea/search/versions"
)

// versionsName is the name of the versions of pages in faults.
const versionsName = "versions of pages"

// Standing returns the ranks of pages and which of them are versions of one page, or pages of one list.
func (r *Ranker) Standing() standing.Tables {
	return standing.Tables{Ranks: r.Ranks(), Versions: r.manuals.Table()}
}

// openVersions reads the versions of pages. It removes damaged ones.
func (r *Ranker) openVersions() error {
	t, err := opened(r, versionsName, versions.Open, versions.Forget)
	r.manuals.Put(t)
	return err
}

// learnVersions learns the versions of pages, and the lists on several pages, and writes them if they have changed.
func (r *Ranker) learnVersions(ctx context.Context) error {
	snap, err := r.opt.Pages.Snapshot()
	if err != nil {
		return err
	}
	defer snap.Close()
	t, err := versions.Learn(func() iter.Seq2[versions.Page, error] {
		return func(yield func(versions.Page, error) bool) {
			for p, err := range openPages(ctx, snap) {
				if err != nil {
					yield(versions.Page{}, err)
					return
				}
				key := snap.Key(p.seg, p.doc)
				if !yield(versions.Page{
					URL: p.URL, Key: rank.Key(binary.BigEndian.Uint64(key[:])),
					Sketch: snap.Sketch(p.seg, p.doc), Lang: snap.Langs(p.seg)[snap.Lang(p.seg, p.doc)],
				}, nil) {
					return
				}
			}
		}
	}, r.choices(ctx))
	if err != nil {
		return err
	}
	listed := pagesOf(ctx, snap)
	lists, err := series.Learn(listed)
	if err != nil {
		return err
	}
	archives, err := series.Archives(listed)
	if err != nil {
		return err
	}
	if t = t.With(lists, archives); t.Equal(r.manuals.Table()) {
		return nil
	}
	if err := t.Write(r.files); err != nil {
		return err
	}
	r.manuals.Put(t)
	return nil
}

// pagesOf returns the pages of a snapshot that may be of lists, or be such.
func pagesOf(ctx context.Context, snap *index.Snapshot) series.Pages {
	return func() iter.Seq2[series.Page, error] {
		return func(yield func(series.Page, error) bool) {
			for p, err := range openPages(ctx, snap) {
				key := snap.Key(p.seg, p.doc)
				opening := func(lines int) ([]string, error) { return opening(snap, p.seg, p.doc, lines) }
				if !yield(series.Page{URL: p.URL, Key: rank.Key(binary.BigEndian.Uint64(key[:])), Title: p.Title, Heading: p.Heading, Opening: opening}, err) || err != nil {
					return
				}
			}
		}
	}
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

package autocomplete

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/aranea-search/aranea/index"
)

// Bounds of what is read from a dictionary and cached.
const (
	maxVisited = 4000 // words of a segment that are looked at
	keptWords  = 64   // per segment and prefix, those in the most pages
	maxKept    = 4096 // prefixes of segments
)

// A Dictionary caches the words of segments by prefix. It is safe for concurrent use; the zero
// value is empty.
type Dictionary struct {
	mu   sync.Mutex
	kept map[beginning][]counted
}

// A beginning is a prefix in a segment. A segment never changes, and no other gets its name.
type beginning struct{ segment, start string }

// counted is a word with the number of its documents, including deleted ones.
type counted struct {
	word string
	docs int
}

// Words returns at most most words of an index with the prefix being typed, those of the most
// pages first. If very many words of a segment have the prefix, not all are looked at.
func (d *Dictionary) Words(snap *index.Snapshot, t Typed, most int) ([]string, error) {
	docs := map[string]int{}
	for seg := range snap.Segments() {
		words, err := d.of(snap, seg, t.Start)
		if err != nil {
			return nil, err
		}
		for _, c := range words {
			docs[c.word] += c.docs
		}
	}
	var all []counted
	for w, n := range docs {
		all = append(all, counted{w, n})
	}
	var out []string
	for _, c := range often(all, most) {
		out = append(out, c.word)
	}
	return out, nil
}

// of returns the most frequent words of a segment with a prefix.
func (d *Dictionary) of(snap *index.Snapshot, seg int, start string) ([]counted, error) {
	key := beginning{snap.SegmentName(seg), start}
	d.mu.Lock()
	words, ok := d.kept[key]
	d.mu.Unlock()
	if ok {
		return words, nil
	}
	_, err := snap.VisitTerms(seg, nil, []byte(start), []byte(start+"\xff"), maxVisited, func(term []byte, n int) {
		if !slices.ContainsFunc(term[len(start):], func(b byte) bool { return unicode.IsDigit(rune(b)) }) {
			words = append(words, counted{string(term), n})
		}
	})
	if err != nil {
		return nil, err
	}
	words = slices.Clone(often(words, keptWords)) // cloned so that the others can be freed
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.kept == nil || len(d.kept) >= maxKept {
		d.kept = map[beginning][]counted{}
	}
	d.kept[key] = words
	return words, nil
}

// often returns at most most words, those in the most documents.
func often(words []counted, most int) []counted {
	slices.SortFunc(words, func(a, b counted) int { return cmp.Or(cmp.Compare(b.docs, a.docs), strings.Compare(a.word, b.word)) })
	return words[:min(len(words), most)]
}

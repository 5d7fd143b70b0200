package spell

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/blevesearch/vellum"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/analyze/question"
	"github.com/aranea-search/aranea/query"
)

// Bounds of compounds: words that are written as one, such as Urlaubsantrag.
const (
	minStem       = 5      // letters of a stem that stands for a word: Kost is not Kosten
	minPart       = 3      // letters of a part that pages have by itself as well
	minUnknown    = 6      // letters of one that they do not have
	mostCompounds = 8      // that are searched in place of one word
	mostSplit     = 200    // that are looked at, of those in the most pages
	mostTerms     = 60_000 // of a dictionary that is looked through for words that a word ends
	sampledPages  = 4      // of a segment, that tell the language of a word
	// A word that more pages have, and more than one of enough of all pages, is found often enough.
	manyPages = 200
	enough    = 50
)

// links are what may stand between the parts of a compound, by the languages that write compounds as
// one word.
var links = map[analyze.Lang][]string{
	analyze.De: {"", "s", "es", "n", "en", "er", "e", "ns", "ens"},
	analyze.Nl: {"", "s", "e", "en", "n"},
	analyze.Sv: {"", "s"},
	analyze.Da: {"", "s", "e"},
	analyze.No: {"", "s", "e"},
}

// endings are what a compound may have behind its last part, longest first, and what a part may have
// lost of it.
var endings = []string{"ern", "en", "er", "es", "em", "n", "e", "s", ""}

// compounds adds to the alternatives of words of a query the compounds that they begin or end, in
// languages that write compounds as one word: Urlaubsantrag for Urlaub, for Antrag, and for both. The name
// of a site has none, since it stands for all pages there, and neither has what only asks.
func (s *Speller) compounds(tree query.Tree, found Alternatives, names func(form, typed string) (bool, error)) error {
	if !s.anyCompounding() {
		return nil
	}
	nodes := tree.Root.Nodes
	if tree.Root.Kind != query.And {
		nodes = []*query.Node{tree.Root}
	}
	left := maxSpelt
	head, tail := asking(nodes)
	for _, n := range nodes[head : len(nodes)-tail] {
		if n.Kind != query.Word || n.Prefix || n.Edits > 0 || found[n] != nil || left == 0 {
			continue
		}
		typed, ok := s.wordOf(n.Text)
		if !ok || len(typed.Form) < minLetters || !isLatin(typed.Form) {
			continue
		}
		left--
		all, err := s.compoundsOf(typed)
		if err != nil {
			return err
		}
		if len(all) == 0 {
			continue
		}
		if s.local != nil {
			if err := s.offerCompounds(n.Text, all); err != nil {
				return err
			}
			continue
		}
		named, err := names(typed.Form, n.Text)
		if err != nil {
			return err
		}
		if named {
			continue
		}
		for _, other := range all {
			found.Add(n, &query.Node{Kind: query.Word, Text: other})
		}
	}
	return nil
}

// asking returns how many of the parts of a query only ask at its beginning, and how many at its end: "was ist
// der Unterschied zwischen".
func asking(parts []*query.Node) (head, tail int) {
	words := make([]string, len(parts)) // "" for what is no word
	for i, n := range parts {
		if n.Kind == query.Word {
			words[i] = question.Word(analyze.AnalyzeQuery(n.Text))
		}
	}
	head, tail, _ = question.Around(words)
	return head, tail
}

// anyCompounding reports whether some segment has pages in one of the languages.
func (s *Speller) anyCompounding() bool {
	for seg := range s.snap.Segments() {
		if slices.ContainsFunc(s.snap.Langs(seg), func(l analyze.Lang) bool { return links[l] != nil }) {
			return true
		}
	}
	return false
}

// compoundsOf returns the compounds of a word, those in the most pages first, one for all with the
// same stem.
func (s *Speller) compoundsOf(typed analyze.QueryToken) ([]string, error) {
	pages, err := s.count(typed.Form)
	if err != nil || pages > max(manyPages, s.snap.Docs()/enough) {
		return nil, err
	}
	if pages > 0 { // a word of other languages has no compounds
		if lang, err := s.compounding(typed.Form); lang == analyze.Und || err != nil {
			return nil, err
		}
	}
	base := typed.Form
	for _, stem := range typed.Stems(analyze.De) {
		if len(stem.Base) >= minStem && strings.HasPrefix(base, stem.Base) {
			base = stem.Base
		}
	}
	docs, err := s.holding(base)
	if err != nil {
		return nil, err
	}
	terms := slices.SortedFunc(maps.Keys(docs), func(a, b string) int {
		return cmp.Or(cmp.Compare(docs[b], docs[a]), strings.Compare(a, b))
	})
	var out []string
	stems := map[string]bool{}
	for _, term := range terms[:min(len(terms), mostSplit)] {
		if term == typed.Form || strings.HasPrefix(typed.Form, term) {
			continue
		}
		lang, err := s.compounding(term)
		if err != nil {
			return nil, err
		}
		is, err := s.isCompound(term, base, typed.Form, lang)
		if err != nil {
			return nil, err
		}
		if is && !stems[s.stem(term, lang)] {
			stems[s.stem(term, lang)] = true
			if out = append(out, term); len(out) == mostCompounds {
				break
			}
		}
	}
	return out, nil
}

// isLatin reports whether a form has only letters from a to z, as accents are not indexed.
func isLatin(form string) bool {
	return !strings.ContainsFunc(form, func(r rune) bool { return r < 'a' || r > 'z' })
}

// stem returns what all forms of a word have in common.
func (s *Speller) stem(form string, lang analyze.Lang) string {
	if t, ok := s.wordOf(form); ok {
		for _, stem := range t.Stems(lang) {
			return stem.Base
		}
	}
	return form
}

// holding returns the words with another word in them, with their numbers of pages. In a large
// dictionary only those that begin with it are looked for.
func (s *Speller) holding(base string) (map[string]int, error) {
	docs := map[string]int{}
	from, to, a := []byte(base), []byte(base+"\xff"), vellum.Automaton(latin{})
	if s.snap.Stats().Terms <= mostTerms {
		from, to, a = []byte("a"), []byte("{"), newHolding(base)
	}
	for seg := range s.snap.Segments() {
		_, err := s.snap.VisitTerms(seg, a, from, to, maxVisited, func(term []byte, n int) { docs[string(term)] += n })
		if err != nil {
			return nil, err
		}
	}
	return docs, nil
}

// compounding returns the language of links that most pages with a word are in, Und for none.
func (s *Speller) compounding(term string) (analyze.Lang, error) {
	count, all := map[analyze.Lang]int{}, 0
	for seg := range s.snap.Segments() {
		p, err := s.snap.Postings(seg, term)
		if err != nil {
			return analyze.Und, err
		}
		if p == nil {
			continue
		}
		langs := s.snap.Langs(seg)
		for range sampledPages {
			if !p.Next() {
				break
			}
			all++
			if i := int(s.snap.Lang(seg, p.Doc())); i < len(langs) {
				count[langs[i]]++
			}
		}
		if err := p.Err(); err != nil {
			return analyze.Und, err
		}
	}
	for lang := range links {
		if 2*count[lang] > all {
			return lang, nil
		}
	}
	return analyze.Und, nil
}

// isCompound reports whether a word of a language is a compound that base, the stem of a form, begins
// or ends. What else it consists of is a word of pages in such a language, or long.
func (s *Speller) isCompound(term, base, form string, lang analyze.Lang) (bool, error) {
	if rest, ok := strings.CutPrefix(term, base); ok {
		for _, link := range links[lang] {
			if other, ok := strings.CutPrefix(rest, link); ok {
				if is, err := s.isPart(other, endings); is || err != nil {
					return is, err
				}
			}
		}
		return false, nil
	}
	at := strings.LastIndex(term, base)
	if at < 0 || lang == analyze.Und {
		return false, nil
	}
	tail := term[at+len(base):]
	if !slices.Contains(endings, tail) && !slices.Contains(endings, strings.TrimPrefix(tail, form[len(base):])) {
		return false, nil
	}
	return s.isPart(term[:at], links[lang])
}

// isPart reports whether a part of a compound may be a word, with one of the endings or without it.
func (s *Speller) isPart(part string, without []string) (bool, error) {
	if len(part) >= minUnknown {
		return true, nil
	}
	for _, ending := range without {
		word, ok := strings.CutSuffix(part, ending)
		if !ok || len(word) < minPart || analyze.IsStopWord(analyze.De, word) {
			continue
		}
		if lang, err := s.compounding(word); err != nil || lang != analyze.Und {
			return err == nil, err
		}
	}
	return false, nil
}

// latin accepts words of the letters a to z.
type latin struct{}

var _ vellum.Automaton = latin{}

// Start is the state before the first byte.
func (latin) Start() int { return 1 }

// IsMatch reports whether a word may end in a state.
func (latin) IsMatch(state int) bool { return state == 1 }

// CanMatch reports whether a word may continue from a state.
func (latin) CanMatch(state int) bool { return state == 1 }

// WillAlwaysMatch reports whether every continuation from a state is accepted: never.
func (latin) WillAlwaysMatch(int) bool { return false }

// Accept returns the state after a byte, 0 for the dead state.
func (latin) Accept(state int, b byte) int {
	if state == 1 && 'a' <= b && b <= 'z' {
		return 1
	}
	return 0
}

// A holding automaton accepts words of the letters a to z with another word in them (Knuth, Morris
// and Pratt 1977). State i+1 says that i letters of it were read last.
type holding struct {
	word string
	next [][26]int // by letters read and the letter that follows, the letters read then
}

var _ vellum.Automaton = (*holding)(nil)

// newHolding returns the automaton for a word of the letters a to z.
func newHolding(word string) *holding {
	h := &holding{word, make([][26]int, len(word)+1)}
	for read := range h.next {
		for c := range byte(26) {
			switch {
			case read == len(word):
				h.next[read][c] = read
			case word[read] == 'a'+c:
				h.next[read][c] = read + 1
			default:
				have := word[:read] + string('a'+rune(c))
				n := read
				for !strings.HasSuffix(have, word[:n]) {
					n--
				}
				h.next[read][c] = n
			}
		}
	}
	return h
}

// Start is the state before the first byte.
func (h *holding) Start() int { return 1 }

// IsMatch reports whether a word may end in a state.
func (h *holding) IsMatch(state int) bool { return state == len(h.word)+1 }

// CanMatch reports whether a word may continue from a state.
func (h *holding) CanMatch(state int) bool { return state > 0 }

// WillAlwaysMatch reports whether every continuation from a state is accepted: never.
func (h *holding) WillAlwaysMatch(int) bool { return false }

// Accept returns the state after a byte, 0 for the dead state.
func (h *holding) Accept(state int, b byte) int {
	if state == 0 || b < 'a' || b > 'z' {
		return 0
	}
	return h.next[state-1][b-'a'] + 1
}

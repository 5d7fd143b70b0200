package spell

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/query"
)

// maxTried is how many ways to part a word are tried: those of whose parts the rarer one is in the
// most pages.
const maxTried = 3

// Alternatives are, for words of a query, the nodes of kind Or that stand for them: the words
// themselves and others in their place. The Text of each is that of the word.
type Alternatives map[*query.Node]*query.Node

// Add adds another word in place of one of the query.
func (a Alternatives) Add(word, other *query.Node) {
	or := a[word]
	if or == nil {
		or = &query.Node{Kind: query.Or, Text: word.Text, Nodes: []*query.Node{word}}
		a[word] = or
	}
	or.Nodes = append(or.Nodes, other)
}

// Joined returns, for words of a query that few pages have, alternatives that pages write as one
// word or as two: e-mail for email, email for e-mail, and the numbers of books likewise. probe
// returns how many pages that the searcher may see have a word; each of these alternatives is in
// one at least. In languages that write compounds as one word, compounds with a word in them are
// alternatives of it as well, unless names reports that the word begins the name of a site.
func (s *Speller) Joined(tree query.Tree, names func(form, typed string) (bool, error), probe func(word string) (int, error)) (Alternatives, error) {
	if s.global != nil {
		return s.joinedWithin(tree, names)
	}
	found := Alternatives{}
	var walk func(n *query.Node) error
	walk = func(n *query.Node) error {
		switch {
		case n.Kind == query.And:
			for _, kid := range n.Nodes {
				if err := walk(kid); err != nil {
					return err
				}
			}
		case n.Kind == query.Word && !n.Prefix && n.Edits == 0 && len(found) < maxSpelt:
			or, err := s.joined(n, probe)
			if or != nil {
				found[n] = or
			}
			return err
		}
		return nil
	}
	if err := walk(tree.Root); err != nil {
		return found, err
	}
	return found, s.compounds(tree, found, names)
}

// joined returns the alternatives of one word, nil if there are none.
func (s *Speller) joined(n *query.Node, probe func(string) (int, error)) (*query.Node, error) {
	typed, ok := s.wordOf(n.Text)
	pages, err := 0, error(nil)
	var others []string
	if ok {
		if pages, err = s.pages(typed); err == nil && MayHelp(pages, s.snap.Docs()) {
			others, err = s.split(typed.Form)
		}
		if err == nil {
			err = s.collect(n.Text, typed, pages)
		}
	} else if whole := inOne(n.Text); whole != "" {
		if one, ok := s.wordOf(whole); ok {
			pages, err = s.pages(one)
		}
		if err == nil && (pages > 0 || s.local != nil) {
			others = []string{whole}
			if pages, err = probe(n.Text); err == nil {
				err = s.collect(n.Text, analyze.QueryToken{}, pages)
			}
		}
	}
	if err != nil || len(others) == 0 || !MayHelp(pages, s.snap.Docs()) {
		return nil, err
	}
	for _, other := range others {
		if total, err := probe(other); err != nil || total == 0 {
			if err != nil {
				return nil, err
			}
			continue
		} else if s.local != nil {
			s.offer(n.Text, other, total)
		}
		or := &query.Node{Kind: query.Or, Text: n.Text, Nodes: []*query.Node{{Kind: query.Word, Text: other}}}
		if pages > 0 {
			or.Nodes = slices.Insert(or.Nodes, 0, n)
		}
		return or, nil
	}
	return nil, nil
}

// split returns the ways to write a word as several whose parts are in the index, the likeliest
// first.
func (s *Speller) split(form string) ([]string, error) {
	type way struct {
		text  string
		pages int // that have the rarest part
	}
	var ways []way
	known := map[string]int{}
	for _, parts := range waysToPart(form) {
		w := way{strings.Join(parts, "-"), s.snap.Docs()}
		for _, part := range parts {
			n, ok := known[part]
			if !ok {
				var err error
				if n, err = s.count(part); err != nil {
					return nil, err
				}
				known[part] = n
			}
			w.pages = min(w.pages, n)
		}
		if w.pages > 0 {
			ways = append(ways, w)
		}
	}
	slices.SortStableFunc(ways, func(a, b way) int { return cmp.Compare(b.pages, a.pages) })
	var out []string
	for _, w := range ways[:min(len(ways), maxTried)] {
		out = append(out, w.text)
	}
	return out, nil
}

// waysToPart returns the ways to write a word of letters as two words, letters and digits as two,
// or the number of a book with hyphens.
func waysToPart(form string) [][]string {
	if isBookNumber(form) {
		return bookNumbers(form)
	}
	var out [][]string
	changes, before := 0, rune(0)
	for i, r := range form {
		change := i > 0 && unicode.IsDigit(r) != unicode.IsDigit(before)
		if change {
			changes++
		}
		if before = r; i > 0 && (change || !unicode.IsDigit(r)) && mayPart(form[:i], form[i:]) {
			out = append(out, []string{form[:i], form[i:]})
		}
	}
	switch {
	case changes == 1:
		return slices.DeleteFunc(out, func(parts []string) bool { return isNumber(parts[0]) == isNumber(parts[1]) })
	case changes > 1 || isNumber(form) || len(out) > longestFuzzy || utf8.RuneCountInString(form) < minLetters:
		return nil
	}
	return out
}

// mayPart reports whether two words may be one word written apart. A word and a stop word after it,
// or an article before it, are next to each other by chance (seas on, a way).
func mayPart(a, b string) bool {
	if utf8.RuneCountInString(a) == 1 && (analyze.IsStopWord(analyze.En, a) || analyze.IsStopWord(analyze.Ru, a)) {
		return false
	}
	return isNumber(b) || utf8.RuneCountInString(b) > 1 && !slices.ContainsFunc(stemmed[:], func(l analyze.Lang) bool { return analyze.IsStopWord(l, b) })
}

// inOne returns a word that is written with a hyphen, an apostrophe or a dot as one word; "" if it
// has more than two parts, is a number or a version, and is not the number of a book.
func inOne(text string) string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("-\u2010\u2011'\u2019.", r) })
	whole := strings.Join(parts, "")
	if strings.ContainsFunc(whole, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }) {
		return ""
	}
	if isBookNumber(strings.ToLower(whole)) {
		return whole
	}
	digits := strings.ContainsFunc(whole, unicode.IsDigit)
	if len(parts) != 2 || isNumber(whole) || digits && strings.Contains(text, ".") {
		return ""
	}
	return whole
}

func isNumber(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsDigit(r) })
}

// isBookNumber reports whether a word may be an ISBN without hyphens.
func isBookNumber(s string) bool {
	switch len(s) {
	case 10:
		return isNumber(strings.TrimSuffix(s, "x"))
	case 13:
		return isNumber(s) && (strings.HasPrefix(s, "978") || strings.HasPrefix(s, "979"))
	}
	return false
}

// bookNumbers returns the ways to write an ISBN with hyphens: behind the prefix of 13 digits it has
// numbers of a group, a publisher and a title, and a check digit. How long each is depends on
// tables that change.
func bookNumbers(s string) [][]string {
	var prefix []string
	if len(s) == 13 {
		prefix, s = []string{s[:3]}, s[3:]
	}
	const check = 9
	var out [][]string
	for i := 1; i <= 5; i++ {
		for j := i + 1; j < check; j++ {
			out = append(out, append(slices.Clone(prefix), s[:i], s[i:j], s[j:check], s[check:]))
		}
	}
	return out
}

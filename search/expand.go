package search

import (
	"slices"
	"strings"

	"github.com/blevesearch/vellum"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/spell"
)

// Bounds of the words that a prefix or a fuzzy word stands for. Those in the most pages are
// used; a hint tells that others are left out.
const (
	maxForms    = 64  // for one word of the query, unless it is one character of Chinese
	maxAllForms = 256 // for all words of the query
	maxFuzzy    = 4   // fuzzy words in a query
)

// An expansion counts how much of these bounds is used.
type expansion struct{ forms, fuzzy int }

// beginning returns the token of all words with a prefix.
func (c *compiler) beginning(q analyze.QueryToken) (*token, error) {
	return c.expanded(q, "", nil, q.Form, q.Form+"\xff")
}

// addressed returns the token of a word of the address, or of all words of addresses with that
// prefix.
func (c *compiler) addressed(q analyze.QueryToken, prefix bool) (*token, error) {
	form := segment.PrefixURL + q.Form
	if !prefix {
		return c.single(form)
	}
	return c.expanded(q, segment.PrefixURL, nil, form, form+"\xff")
}

// alike returns the token of all words within an edit distance of a word.
func (c *compiler) alike(q analyze.QueryToken, edits int) (*token, error) {
	var a vellum.Automaton
	if c.budget.fuzzy++; c.budget.fuzzy <= maxFuzzy && !q.Unspaced {
		a = spell.AlikeTo(q.Form, edits)
	}
	if a == nil {
		c.tell(hint.Hint{Code: hint.AsWritten, Value: q.Form})
		return c.token(q, true)
	}
	return c.expanded(q, "", a, "", "")
}

// expanded returns a token of the word and of the forms in [from, to) that an automaton
// accepts.
func (c *compiler) expanded(q analyze.QueryToken, prefix string, a vellum.Automaton, from, to string) (*token, error) {
	forms, err := c.formsOf(q, a, from, to)
	if err != nil {
		return nil, err
	}
	t, err := c.single(prefix + q.Form)
	if err != nil {
		return nil, err
	}
	t.q, t.pos, t.word.Form = q, uint32(q.Pos), q.Form
	for _, f := range forms {
		if f == prefix+q.Form {
			continue
		}
		if err := c.open(t, f, opening{}); err != nil {
			return nil, err
		}
		t.forms = append(t.forms, strings.TrimPrefix(f, prefix))
	}
	t.df = min(t.count, c.p.snap.Docs())
	return t, nil
}

// formsOf returns the forms in [from, to) that an automaton accepts, those in the most pages
// first.
func (c *compiler) formsOf(q analyze.QueryToken, a vellum.Automaton, from, to string) ([]string, error) {
	forms, cut, err := spell.Forms(c.p.snap, a, from, to)
	if err != nil {
		return nil, err
	}
	most := max(maxAllForms-c.budget.forms, 0)
	if !q.Lone {
		most = min(most, maxForms)
	}
	if cut || len(forms) > most {
		forms = forms[:min(len(forms), most)]
		c.tell(spell.Omitted(q.Form, len(forms), a != nil))
	}
	c.budget.forms += len(forms)
	return forms, nil
}

// tell adds a hint about what was not searched for, unless it is empty.
func (c *compiler) tell(h hint.Hint) {
	if h.Code != "" && !slices.Contains(c.p.hints, h) {
		c.p.hints = append(c.p.hints, h)
	}
}

package search

import (
	"fmt"
	"slices"
	"strings"

	"github.com/blevesearch/vellum"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/spell"
)

// Bounds of the words that the beginning of one, or one that may be spelled
// otherwise, stands for. Those in most pages count; what is left out is told.
const (
	maxForms    = 64  // of one word of the query
	maxAllForms = 256 // of all words of it
	maxFuzzy    = 4   // words of the query that may be spelled otherwise
)

// An expansion counts what was taken of these bounds.
type expansion struct{ forms, fuzzy int }

// beginning returns the token of all words that begin as one does.
func (c *compiler) beginning(q analyze.QueryToken) (*token, error) {
	return c.expanded(q, "", nil, q.Form, q.Form+"\xff")
}

// addressed is beginning for words of the address, or the token of one of them.
func (c *compiler) addressed(q analyze.QueryToken, prefix bool) (*token, error) {
	form := segment.PrefixURL + q.Form
	if !prefix {
		return c.single(form)
	}
	return c.expanded(q, segment.PrefixURL, nil, form, form+"\xff")
}

// alike returns the token of all words that differ from one in so many letters
// at most.
func (c *compiler) alike(q analyze.QueryToken, edits int) (*token, error) {
	var a vellum.Automaton
	if c.budget.fuzzy++; c.budget.fuzzy <= maxFuzzy && !q.Unspaced {
		a = spell.AlikeTo(q.Form, edits)
	}
	if a == nil {
		c.tell(fmt.Sprintf("%s was searched as it is written.", q.Form))
		return c.token(q, true)
	}
	return c.expanded(q, "", a, "", "")
}

// expanded returns a token of the word and of the forms between two that an
// automaton accepts.
func (c *compiler) expanded(q analyze.QueryToken, prefix string, a vellum.Automaton, from, to string) (*token, error) {
	forms, err := c.formsOf(q.Form, a, from, to)
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
		if err := c.open(t, f, "", nil, false); err != nil {
			return nil, err
		}
		t.forms = append(t.forms, strings.TrimPrefix(f, prefix))
	}
	t.df = min(t.count, c.p.snap.Docs())
	return t, nil
}

// formsOf returns the forms between two that an automaton accepts, those in most
// pages first.
func (c *compiler) formsOf(word string, a vellum.Automaton, from, to string) ([]string, error) {
	forms, cut, err := spell.Forms(c.p.snap, a, from, to)
	if err != nil {
		return nil, err
	}
	most := max(min(maxForms, maxAllForms-c.budget.forms), 0)
	if cut || len(forms) > most {
		forms = forms[:min(len(forms), most)]
		c.tell(spell.TooMany(word, len(forms)))
	}
	c.budget.forms += len(forms)
	return forms, nil
}

// tell notes what of the query was not looked for, if it is a sentence.
func (c *compiler) tell(hint string) {
	if hint != "" && !slices.Contains(c.p.hints, hint) {
		c.p.hints = append(c.p.hints, hint)
	}
}

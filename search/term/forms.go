package term

import (
	"strings"

	"github.com/blevesearch/vellum"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
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

// Tokens returns the tokens of a word, a phrase, or an operator.
func (o *Opener) Tokens(ts []analyze.QueryToken, n *query.Node) ([]*Token, error) {
	var out []*Token
	for i, q := range ts {
		var t *Token
		var err error
		switch last := i == len(ts)-1; {
		case last && n.Prefix:
			t, err = o.beginning(q)
		case n.Edits > 0 && len(ts) == 1:
			t, err = o.alike(q, n.Edits)
		default:
			t, err = o.token(q, n.Kind == query.Phrase || len(ts) > 1)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	if n.Prefix || n.Edits > 0 {
		return out, nil
	}
	return out, o.symbols(out, ts, n.Text)
}

// beginning returns the token of all words with a prefix, folded as it was before if some pages have
// their words so.
func (o *Opener) beginning(q analyze.QueryToken) (*Token, error) {
	t, err := o.expanded(q, "", nil, q.Form, q.Form+"\xff")
	if err != nil || strings.HasPrefix(q.Former, q.Form) || !o.snap.HasFormerStems() {
		return t, err
	}
	now := len(t.Forms)
	err = o.widen(t, "", nil, q.Former, q.Former+"\xff")
	for i, f := range t.Forms[now:] {
		if words := analyze.AnalyzeQuery(f); len(words) == 1 { // as snippets are read
			t.Forms[now+i] = words[0].Form
		}
	}
	return t, err
}

// Addressed returns the token of a word of the address, or of all words of addresses with that
// prefix.
func (o *Opener) Addressed(q analyze.QueryToken, prefix bool) (*Token, error) {
	form := segment.PrefixURL + q.Form
	if !prefix {
		return o.One(form)
	}
	return o.expanded(q, segment.PrefixURL, nil, form, form+"\xff")
}

// alike returns the token of all words within an edit distance of a word.
func (o *Opener) alike(q analyze.QueryToken, edits int) (*Token, error) {
	var a vellum.Automaton
	if o.fuzzy++; o.fuzzy <= maxFuzzy && !q.Unspaced {
		a = spell.AlikeTo(q.Form, edits)
	}
	if a == nil {
		o.hints.Tell(hint.Hint{Code: hint.AsWritten, Value: q.Form})
		return o.token(q, true)
	}
	return o.expanded(q, "", a, "", "")
}

// expanded returns a token of the word and of the forms in [from, to) that an automaton
// accepts.
func (o *Opener) expanded(q analyze.QueryToken, prefix string, a vellum.Automaton, from, to string) (*Token, error) {
	t, err := o.One(prefix + q.Form)
	if err != nil {
		return nil, err
	}
	t.QueryToken, t.Word.Form = q, q.Form
	return t, o.widen(t, prefix, a, from, to)
}

// widen adds to a token the forms in [from, to) that an automaton accepts.
func (o *Opener) widen(t *Token, prefix string, a vellum.Automaton, from, to string) error {
	forms, err := o.formsOf(t.QueryToken, a, from, to)
	if err != nil {
		return err
	}
	for _, f := range forms {
		if f == prefix+t.Form {
			continue
		}
		if err := o.open(t, f, opening{one: true}); err != nil {
			return err
		}
		t.Forms = append(t.Forms, strings.TrimPrefix(f, prefix))
	}
	kind := "*"
	if a != nil {
		kind = "~"
	}
	t.Docs = o.holding(prefix+t.Form+kind, t.Count)
	return nil
}

// holding returns in how many documents the forms are at most that a word stands for: of this index, whose
// lists have so many postings, or of all indexes of the collection.
func (o *Opener) holding(word string, postings int) int {
	if o.local != nil && postings > 0 {
		o.local.Forms[word] = postings
	}
	if o.global == nil {
		return min(postings, o.snap.Docs())
	}
	return min(max(postings, o.global.Forms[word]), o.global.Docs)
}

// formsOf returns the forms in [from, to) that an automaton accepts, those in the most pages
// first.
func (o *Opener) formsOf(q analyze.QueryToken, a vellum.Automaton, from, to string) ([]string, error) {
	forms, cut, err := spell.Forms(o.snap, a, from, to)
	if err != nil {
		return nil, err
	}
	most := max(maxAllForms-o.forms, 0)
	if !q.Lone {
		most = min(most, maxForms)
	}
	if cut || len(forms) > most {
		forms = forms[:min(len(forms), most)]
		o.hints.Tell(spell.Omitted(q.Form, len(forms), a != nil))
	}
	o.forms += len(forms)
	return forms, nil
}

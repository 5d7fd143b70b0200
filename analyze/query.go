package analyze

import (
	"strings"

	"github.com/blevesearch/snowballstem"
)

// MaxVariants is the largest number of terms one query word stands for: the
// stems of two languages and the folded word itself.
const MaxVariants = 4

// QueryToken is one word of a query, cut and folded as a page's words are.
type QueryToken struct {
	// Terms are the terms under which pages may hold the word, the likeliest
	// first and without repeats: the stems of the languages asked for and the
	// folded word (how languages without a stemmer hold it).
	Terms []string
	// Exact is the exact term, with ExactPrefix, under which pages hold this
	// very form where it differs from its stem. It is always set.
	Exact string
	// Start and End are the byte span in the query word.
	Start, End int
	// Pos is the position, from zero, as in Token.
	Pos int
	// Unspaced tells that the token is of a script without spaces, indexed in
	// pairs of characters.
	Unspaced bool
	// Stop tells that the word is a stop word of one of the languages.
	Stop bool
}

// AnalyzeQuery cuts a word (or the text of a phrase) of a query into tokens.
// The languages are those of the pages sought, the likeliest first; the first
// two that matter to the word's alphabet count; none means English and Russian.
// One word may give several tokens: foo_bar gives two at neighbouring
// positions, a run of Chinese characters one for each pair.
func AnalyzeQuery(word string, langs []Lang) []QueryToken {
	if len(langs) == 0 {
		langs = []Lang{En}
	}
	a := New(1 << 8)
	tokens, _ := a.AppendString(nil, word, De)
	out := make([]QueryToken, 0, len(tokens))
	for _, t := range tokens {
		raw := word[t.Start:t.End]
		folded := string(foldCase(nil, raw))
		plain := string(stripAccents(nil, []byte(folded)))
		q := QueryToken{
			Exact: ExactPrefix + plain, Start: int(t.Start), End: int(t.End), Pos: int(t.Pos),
			Unspaced: beginsUnspaced(raw),
		}
		q.Terms = a.variants(folded, plain, langs)
		for _, l := range langs {
			q.Stop = q.Stop || IsStopWord(l, plain)
		}
		out = append(out, q)
	}
	return out
}

func beginsUnspaced(raw string) bool {
	for _, r := range raw {
		return classify(r) == classUnspaced
	}
	return false
}

// variants lists the terms of a word: at most two stems and the folded word.
func (a *Analyzer) variants(folded, plain string, langs []Lang) []string {
	terms := make([]string, 0, MaxVariants)
	var done [numProfiles]bool
	stems := 0
	for _, l := range langs {
		p := l.profile()
		if done[p] || stems == 2 {
			continue
		}
		done[p] = true
		if stem := a.stem(p, folded); stem != folded || p == profileMixed {
			terms = addTerm(terms, stem)
			stems++
		}
		if p == profilePt {
			terms = addTerm(terms, stemWithAccents(a.env, folded))
		}
	}
	return addTerm(terms, plain)
}

func addTerm(terms []string, term string) []string {
	if term == "" || len(terms) == MaxVariants {
		return terms
	}
	term = string(stripAccents(nil, []byte(term)))
	for _, t := range terms {
		if t == term {
			return terms
		}
	}
	return append(terms, term)
}

// accentEndings are Portuguese endings as typed without accents and as the
// stemmer knows them, the longest first.
var accentEndings = [...][2]string{
	{"issimos", "íssimos"}, {"issimas", "íssimas"}, {"issimo", "íssimo"}, {"issima", "íssima"},
	{"encias", "ências"}, {"ancias", "âncias"}, {"encia", "ência"}, {"ancia", "ância"},
	{"aveis", "áveis"}, {"iveis", "íveis"}, {"avel", "ável"}, {"ivel", "ível"},
	{"arios", "ários"}, {"arias", "árias"}, {"ario", "ário"}, {"aria", "ária"},
	{"orios", "órios"}, {"orias", "órias"}, {"orio", "ório"}, {"oria", "ória"},
	{"acoes", "ações"}, {"coes", "ções"}, {"soes", "sões"}, {"acao", "ação"}, {"cao", "ção"}, {"sao", "são"},
	{"oes", "ões"}, {"ao", "ão"},
}

// stemWithAccents stems a Portuguese word typed without accents as if its
// ending had them; "" when no ending calls for any.
func stemWithAccents(env *snowballstem.Env, folded string) string {
	for i := 0; i < len(folded); i++ {
		if folded[i] >= 0x80 {
			return ""
		}
	}
	for _, e := range accentEndings {
		if base, ok := strings.CutSuffix(folded, e[0]); ok && base != "" {
			return stemWord(env, profilePt, base+e[1])
		}
	}
	return ""
}

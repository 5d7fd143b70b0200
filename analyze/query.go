package analyze

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
)

// QueryToken is one word of a query, cut and folded like the words of pages.
type QueryToken struct {
	// Form is the form under which the index holds exactly this word.
	Form string
	// Start and End are the byte span in the query word.
	Start, End int
	// Pos is the position, from zero, as in Token.
	Pos int
	// Unspaced tells that the token is of a script without spaces and is indexed in pairs of
	// characters. Lone tells that it is a single such character, which the index holds by
	// itself only at the end of a run; it is searched as a prefix.
	Unspaced, Lone bool

	// Former is the form under which segments of before inflection.Version 3 hold the word.
	Former string

	folded string // with accents
	former string // Former, with accents
}

// A Stem is the term under which pages of some languages hold all forms of a word.
type Stem struct {
	// Term is the term, as Word.Stem returns it.
	Term string
	// Base is the form that is spelled like the stem. The index has no separate stem for that
	// form.
	Base string
	// Own tells that Base is a form with this stem. It is false for терминал, whose stem термина
	// is a form of термин.
	Own bool
	// Lang is the language of the stemmer.
	Lang Lang
}

// AnalyzeQuery cuts a word, or the text of a phrase, of a query into tokens. One word may give
// several: foo_bar gives two at neighbouring positions, a run of Chinese characters one for
// each pair.
func AnalyzeQuery(word string) []QueryToken { return New(1 << 8).Query(word) }

// Query is AnalyzeQuery with an existing analyzer.
func (a *Analyzer) Query(word string) []QueryToken {
	tokens, _ := a.Append(nil, []byte(word), plainLatin)
	out := make([]QueryToken, 0, len(tokens))
	for i, t := range tokens {
		raw := word[t.Start:t.End]
		if i > 0 && beginsUnspaced(raw) && t.Start > tokens[i-1].Start && t.End == tokens[i-1].End {
			continue // the pair before it contains it
		}
		folded, former := foldCase(nil, []byte(raw)), foldFormer(nil, []byte(raw))
		out = append(out, QueryToken{
			Form: t.Word.Form(), Start: int(t.Start), End: int(t.End), Pos: int(t.Pos),
			Unspaced: beginsUnspaced(raw), Lone: beginsUnspaced(raw) && utf8.RuneCountInString(t.Word.Form()) == 1,
			Former: string(stripAccents(nil, former)), folded: string(folded), former: string(former),
		})
	}
	return out
}

func beginsUnspaced(raw string) bool {
	for _, r := range raw {
		return classify(r) == classUnspaced
	}
	return false
}

// Stemmer returns the language whose stemmer is used for the word on pages of a language; Und
// for none.
func (t QueryToken) Stemmer(page Lang) Lang { return stemmerOf(page.profile(), []byte(t.folded)) }

// Stems returns the stems of the word by the stemmer of a language: one, or more if the word may
// have been typed without its accents.
func (t QueryToken) Stems(l Lang) []Stem {
	words := []string{t.folded}
	switch l {
	case Pt:
		if accented, ok := withAccents(t.folded); ok {
			words = append(words, accented)
		}
	case Tr:
		words = append(words, withTurkishVowels(t.folded)...)
	}
	return stemsOf(nil, words, l, stemWord)
}

// AllStems yields the stems of the word by the stemmers of all languages that apply to it on some page.
func (t QueryToken) AllStems(yield func(Stem) bool) {
	var seen [numLangs]bool
	for page := range numLangs {
		l := t.Stemmer(page)
		if l == Und || seen[l] {
			continue
		}
		seen[l] = true
		for _, s := range t.Stems(l) {
			if !yield(s) {
				return
			}
		}
	}
}

// FormerStems returns the stems of the word for pages that were stemmed by this version or by
// one before: those of Stems, those of version 2 of inflection, and those of Snowball alone.
func (t QueryToken) FormerStems(l Lang) []Stem {
	out := t.Stems(l)
	if l >= numLangs || stemmers[l] == nil {
		return out
	}
	words := []string{t.former}
	if accented, ok := withAccents(t.former); ok && l == Pt {
		words = append(words, accented)
	}
	out = stemsOf(out, words, l, formerStemWord)
	return stemsOf(out, words, l, snowball)
}

// stemsOf appends the stems of words by a stemmer that are not there yet.
func stemsOf(out []Stem, words []string, l Lang, stemmer func(*snowballstem.Env, Lang, string) string) []Stem {
	if !l.hasStemmer() {
		return out
	}
	env := snowballstem.NewEnv("")
	for _, word := range words {
		stem := stemmer(env, l, word)
		base := string(stripAccents(nil, []byte(stem)))
		if base == "" {
			stem, base = word, string(stripAccents(nil, []byte(word)))
		}
		if s := (Stem{StemPrefix + l.String() + base, base, stemmer(env, l, stem) == stem, l}); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// IsStop reports whether the word is a stop word of a language.
func (t QueryToken) IsStop(l Lang) bool { return IsStopWord(l, t.Form) }

// accentEndings are Portuguese endings without and with their accents, the longest first.
var accentEndings = [...][2]string{
	{"issimos", "íssimos"}, {"issimas", "íssimas"}, {"issimo", "íssimo"}, {"issima", "íssima"},
	{"encias", "ências"}, {"ancias", "âncias"}, {"encia", "ência"}, {"ancia", "ância"},
	{"aveis", "áveis"}, {"iveis", "íveis"}, {"avel", "ável"}, {"ivel", "ível"},
	{"arios", "ários"}, {"arias", "árias"}, {"ario", "ário"}, {"aria", "ária"},
	{"orios", "órios"}, {"orias", "órias"}, {"orio", "ório"}, {"oria", "ória"},
	{"acoes", "ações"}, {"coes", "ções"}, {"soes", "sões"}, {"acao", "ação"}, {"cao", "ção"}, {"sao", "são"},
	{"oes", "ões"}, {"ao", "ão"},
	{"oveis", "óveis"}, {"aceis", "áceis"}, {"iceis", "íceis"}, {"ageis", "ágeis"}, {"ateis", "áteis"},
	{"eis", "éis"}, {"ois", "óis"},
}

// withAccents returns a Portuguese word that was typed without accents as if its ending had
// them; false if it has accents, or no ending that may have any.
func withAccents(folded string) (string, bool) {
	for i := 0; i < len(folded); i++ {
		if folded[i] >= 0x80 {
			return "", false
		}
	}
	for _, e := range accentEndings {
		if base, ok := strings.CutSuffix(folded, e[0]); ok && base != "" {
			return base + e[1], true
		}
	}
	return "", false
}

// withTurkishVowels returns what a Turkish word without letters beyond ASCII may have been typed for:
// dotless i, and u and o with dots, which the endings agree with.
func withTurkishVowels(folded string) []string {
	for i := 0; i < len(folded); i++ {
		if folded[i] >= 0x80 {
			return nil
		}
	}
	dotless, rounded := strings.ReplaceAll(folded, "i", "ı"), strings.NewReplacer("u", "ü", "o", "ö").Replace(folded)
	return []string{dotless, rounded, strings.Replace(folded, "u", "ü", 1)}
}

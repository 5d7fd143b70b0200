package preference_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/field"
)

// letters are the parts of lists of preferences, valid and invalid: words with a meaning,
// characters of the grammar, and octets that occur in practice.
var letters = []string{
	"search", "train-ai", "ai-train", "ai-input", "use", "x", "y", "n", "yes", "no", "NO", "maybe", "1", "0", "?0",
	"=", "=", "=", "=", ",", ",", ", ", ";", " ", " ", "\t", "|", "\"", "'", "`", "\\", ":", "*", "(", ")", "\u00A0", "\uFF0C", "\u3001", "\uFF1B", "\u201D", "\u2033", "\u2032", "\u300C", "\u3000", "\xff",
	"search=no", "ai-train=no", "search=yes", "search=n",
}

// words returns a short list of them.
func words(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(9) {
		b.WriteString(letters[r.IntN(len(letters))])
	}
	return b.String()
}

// rounds returns the number of repetitions of a random test: a tenth of n in a short run.
func rounds(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// said returns the answer of either package in a word.
func said(allowed, known bool) string {
	switch {
	case !known:
		return "unknown"
	case allowed:
		return "allowed"
	}
	return "refused"
}

// TestOneGrammar checks that a list means the same in a robots file, in a response field, and on
// its own, whatever it consists of.
func TestOneGrammar(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(18, 2026))
	different := 0
	for range rounds(60_000) {
		list := words(r)
		alone := field.ParsePreferences(list)
		file := robotstxt.Parse([]byte("User-agent: *\nContent-Usage: "+list+"\nContent-Signal: "+list+"\n")).Compile(dialect.RFC9309(), "x")
		usage, signals := file.Usage("/"), file.Signals("/")
		var fields [2]robotsmeta.Directives
		for i, name := range [...]string{"Content-Usage", "Content-Signal"} {
			reader := robotsmeta.NewReader("x")
			reader.Field(name, list)
			fields[i] = reader.Directives()
		}
		for _, label := range [...]string{"search", "train-ai", "ai-train", "ai-input", "use", "x"} {
			var answers []string
			for _, prefs := range [...][]field.Preference{alone, usage, signals} {
				p, known := field.PreferenceFor(prefs, label)
				allowed, _ := p.Allowed()
				answers = append(answers, said(allowed, known))
			}
			for _, d := range fields {
				u := d.Use(label)
				answers = append(answers, said(u.Allowed, u.Known))
			}
			for _, a := range answers[1:] {
				if a != answers[0] {
					different++
					t.Errorf("%q: %s is %s", list, label, fmt.Sprint(answers))
					break
				}
			}
			if different > 20 {
				t.Fatal("and others")
			}
		}
	}
}

// TestJunkHidesNothing checks that a refusal counts between any other text, and that nothing but
// a refusal refuses.
func TestJunkHidesNothing(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2026, 18))
	for range rounds(8_000) {
		before, after := words(r), words(r)
		for _, between := range [...]string{",", ", ", " ", ";", "\t", "\uFF0C"} {
			for _, no := range [...]string{"search=no", "search = n", "\"search\"=\"No\""} {
				list := before + between + no + between + after
				p, known := field.PreferenceFor(field.ParsePreferences(list), "search")
				if allowed, _ := p.Allowed(); !known || allowed {
					t.Fatalf("%q does not refuse in a file", list)
				}
				reader := robotsmeta.NewReader("x")
				reader.Field("Content-Usage", list)
				if u := reader.Directives().Use("search"); !u.Known || u.Allowed {
					t.Fatalf("%q does not refuse in a field", list)
				}
			}
		}
	}
}

// TestNothingElseRefuses checks that lists without a word of refusal refuse nothing.
func TestNothingElseRefuses(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 7))
	granted := 0
	for range rounds(100_000) {
		list := words(r)
		if strings.ContainsAny(list, "nN") { // excludes "train" as well
			continue
		}
		for _, p := range field.ParsePreferences(list) {
			allowed, known := p.Allowed()
			if known && !allowed {
				t.Fatalf("%q refuses %s", list, p.Label)
			}
			if allowed {
				granted++
			}
		}
	}
	if granted < rounds(1000) {
		t.Errorf("%d grants", granted)
	}
}

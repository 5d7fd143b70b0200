package search

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
)

// shown prints a snippet with its marks in brackets.
func shown(spans []Span) string {
	var b strings.Builder
	for _, sp := range spans {
		if sp.Marked {
			b.WriteString("[" + sp.Text + "]")
		} else {
			b.WriteString(sp.Text)
		}
	}
	return b.String()
}

// TestSnippetsPreferRunningText: menus, site names and headings around the text
// are no part of what a page says about a word.
func TestSnippetsPreferRunningText(t *testing.T) {
	t.Parallel()
	const hunt = "Wolf spiders run down their prey on the ground, mostly at night."
	const den = "Some dig a tube and wait at its rim until an insect passes by."
	tests := []struct{ name, text, query, want string }{
		{"site's name before and after", "The Spider Book\n" + hunt + "\nSee also\nThe Spider Book", "spiders", "… Wolf [spiders] run down their prey on the ground, mostly at night. …"},
		{"labels behind", den + "\nSee also\nWolves\nImprint", "rim", "Some dig a tube and wait at its [rim] until an insect passes by. …"},
		{"label with a mark", den + "\nSee also\nDigging tools", "tools tube", "Some dig a [tube] and wait at its rim until an insect passes by. See also · Digging [tools]"},
		{"sentences follow one another", hunt + "\n" + den, "night", "Wolf spiders run down their prey on the ground, mostly at [night]. " + den},
		{"list", "There are three kinds:\nfor the safety line\nfor the spiral\nfor the eggs\nImprint", "spiral", "… for the safety line · for the [spiral] · for the eggs · Imprint"},
		{"labels only", "Legs\nEyes\n8\n6", "eyes", "Legs · [Eyes] · 8 · 6"},
		{"list of links", "The Spider Book\nSilk\nWolf spiders\nJumping spiders\nSpiders in the house\nEggs\nThe Spider Book", "spiders",
			"The [Spider] Book · Silk · Wolf [spiders] · Jumping [spiders] · [Spiders] in the house …"},
		{"no mark: the first running text", "The Book\nHome\n" + den + "\nImprint", "heading", den + " …"},
		{"no mark, labels only", "Home\nImprint", "heading", "Home · Imprint"},
		{"Chinese", "蜘蛛之书\n狼蛛在地面上追捕猎物，大多在夜里。\n另见", "猎物", "… 狼蛛在地面上追捕[猎物]，大多在夜里。 …"},
		{"blank lines", den + "\n\n\n", "rim", "Some dig a tube and wait at its [rim] until an insect passes by."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := build(t, sheet{"http://en.test/", "", "Heading", tt.text})
			r := ask(t, s, tt.query)
			if len(r.Results) != 1 {
				t.Fatalf("%d results", len(r.Results))
			}
			if got := shown(r.Results[0].Spans); got != tt.want {
				t.Errorf("snippet\n%s, want\n%s", got, tt.want)
			}
		})
	}
}

// TestSnippetBounds: no text, however it is cut, makes a snippet that is longer
// than its limit, ends inside a character, or is not there.
func TestSnippetBounds(t *testing.T) {
	t.Parallel()
	for name, unit := range map[string]string{
		"one endless word": "needle", "signs": "蛛丝", "two bytes": "игла ", "lines": "needle\n", "line feeds": "needle\n\n\n\n",
		"emoji": "🕷🕸 needle ", "long labels": strings.Repeat("x", 34) + "\nneedle\n",
	} {
		for _, query := range []string{"needle", "蛛丝", "игла", "title"} {
			s := build(t, sheet{"http://en.test/", "", "The title", strings.Repeat(unit, document.MaxSnippet/2/len(unit))})
			for _, res := range ask(t, s, query).Results {
				text := ""
				for _, sp := range res.Spans {
					text += sp.Text
				}
				if n := len([]rune(text)); n == 0 || n > snippetRunes+leadRunes+len("… … ")+2*strings.Count(text, " · ") {
					t.Errorf("%s, %s: %d characters", name, query, n)
				}
				if strings.ContainsAny(text, "\n\uFFFD") {
					t.Errorf("%s, %s: %q", name, query, text)
				}
			}
		}
	}
}

// FuzzSnippet: any text gives a snippet that is UTF-8, in one line, bounded and
// made of the text.
func FuzzSnippet(f *testing.F) {
	for _, s := range []string{"", "\n", "needle", "a\n\nneedle.\nneedle", strings.Repeat("蛛 needle\n", 90), strings.Repeat("x", 400) + "needle", "needle\u00ad\n\u202e."} {
		f.Add(s, "")
		f.Add("Menu\n"+s, s)
	}
	a := analyze.New(cachedWords)
	terms := map[string]bool{}
	tokens, _ := a.Append(nil, []byte("needle 蛛 x"), analyze.En)
	p := &plan{}
	for _, t := range tokens {
		if term := t.Word.Form; !terms[term] {
			terms[term] = true
			p.words = append(p.words, &word{tokens: []*token{{q: analyze.QueryToken{Form: term}}}, idf: 1})
		}
	}
	f.Fuzz(func(t *testing.T, text, description string) {
		text, description = strings.ToValidUTF8(text, ""), strings.ToValidUTF8(description, "")
		out := ""
		for _, s := range p.snippet([]byte(text), &document.Record{Description: description, Lang: "en"}, a) {
			if s.Text == "" {
				t.Fatal("an empty span")
			}
			out += s.Text
		}
		if !utf8.ValidString(out) || strings.Contains(out, "\n") || utf8.RuneCountInString(out) > 4*(snippetRunes+leadRunes) {
			t.Fatalf("snippet %q", out)
		}
		for _, w := range strings.FieldsFunc(out, func(r rune) bool { return r == ' ' || r == '·' || r == '…' }) {
			if !strings.Contains(text+description, w) {
				t.Fatalf("%q is not in the text", w)
			}
		}
	})
}

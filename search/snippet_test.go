package search

import (
	"strings"
	"testing"
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
		{"one Chinese character", "蜘蛛之书\n狼蛛在地面上追捕猎物，大多在夜里。\n另见", "捕", "… 狼蛛在地面上追[捕]猎物，大多在夜里。 …"},
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

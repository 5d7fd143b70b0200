package sitename

import (
	"iter"
	"testing"

	"github.com/aranea-search/aranea/linkgraph/rank"
)

// TestAffixes: what most titles of a host begin and end with is the site's, in titles that have more. A title of
// another kind keeps all of its words, and so does one that the index has in part.
func TestAffixes(t *testing.T) {
	t.Parallel()
	usual := titles(20, "%s (Java SE 17 & JDK 17)")
	for _, c := range []struct {
		title string
		cut   bool
		want  Affix
	}{
		{"Silk (Java SE 17 & JDK 17)", false, Affix{Back: 5}},
		{"Silk (Java SE 17 & JDK 17)", true, Affix{}},
		{"JDK 17", false, Affix{}},
		{"Java SE 17 & JDK 17", false, Affix{}},
		{"Silk (Java SE 11 & JDK 17)", false, Affix{Back: 2}},
		{"Silk of the moth", false, Affix{}},
	} {
		w := web{"jdk.test": append([]string{c.title}, usual...)}
		pages := w.pages([]string{"jdk.test"})
		table, err := Learn(func() iter.Seq2[Page, error] {
			return func(yield func(Page, error) bool) {
				for p, err := range pages() {
					if c.cut && p.Key == 1 {
						p.Words += 3
					}
					if !yield(p, err) {
						return
					}
				}
			}
		}, w.having)
		if err != nil {
			t.Fatal(err)
		}
		got := table.Titles().Of(1)
		if got.For(int(got.Of)) != got || got != (Affix{}) && got.For(int(got.Of)+1) != (Affix{}) {
			t.Errorf("%s: holds for titles of another length", c.title)
		}
		if got.Of = 0; got != c.want || table.Titles().Most() != 5 {
			t.Errorf("%s, cut %t: %+v and %d at most, want %+v and 5", c.title, c.cut, got, table.Titles().Most(), c.want)
		}
	}
	if got := (*Table)(nil).Titles(); got.Of(1) != (Affix{}) || got.Most() != 0 {
		t.Error("no table has affixes")
	}
}

// TestAffixesAnywhere: it does not matter which pages come first, and at the beginning of titles, in Chinese and in
// long ones the same is found.
func TestAffixesAnywhere(t *testing.T) {
	t.Parallel()
	for want, in := range map[Affix][]string{
		{Back: 1}:           append(titles(8, "Chapter %s of the book, online"), titles(40, "%s | Acme")...),
		{Front: 2, Back: 1}: append([]string{"A", "B", "A", "B"}, titles(30, "Acme: The %s - Loom")...),
		{Back: 4}:           append(titles(2, "%s"), titles(16, "%s - 示例网站")...),
		{Front: 8, Back: 8}: titles(10, "a b c d e f g h i %s j k l m n o p q r"),
	} {
		w := web{"a.test": in}
		table, err := Learn(w.pages([]string{"a.test"}), w.having)
		if err != nil {
			t.Fatal(err)
		}
		last, first := table.Titles().Of(rank.Key(len(in))), table.Titles().Of(1)
		last.Of, first.Of = 0, 0
		if want.Back == 4 {
			want.Back = last.Back // pairs of characters
			if last.Back < 3 || last.Front > 0 {
				t.Errorf("%+v of a title in Chinese", last)
			}
		}
		if last != want || first == want && len(in) != 10 {
			t.Errorf("%q: %+v, want %+v; and of the first one %+v", in[len(in)-1], last, want, first)
		}
	}
	short := web{"a.test": titles(leastPages-1, "%s | Acme")}
	if table, err := Learn(short.pages([]string{"a.test"}), short.having); err != nil || table.Titles().Most() != 0 {
		t.Errorf("of too few pages: %v, %v", table, err)
	}
}

package preference

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestItems(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"":                       "",
		" ,;= ":                  "",
		"train-ai=n, search=y":   ",train-ai=n ,search=y",
		"Search=N":               ",search=n",
		"search":                 ",search=",
		"search=y ai-input=n":    ",search=y  ai-input=n",
		"search=y;x=1;y":         ",search=y ;x=1 ;y=",
		"a=1 ; b=2 , c=3":        ",a=1 ;b=2 ,c=3",
		"a=1;,b=2,;c=3":          ",a=1 ,b=2 ;c=3",
		"|a=1\uFF0Cb=2\uFF1Bc=3": ",a=1 ,b=2 ;c=3",
		";a":                     ";a=",
		`"a"="n"`:                ",a=n",
		`a=\"n\"`:                ",a=n",
		"a = n":                  ",a=n",
		"a=\x00n\x7F":            ",a=n",
		"a= b=n":                 ",a=  b=n",
		"a= b =n":                ",a=  b=n",
		"a= n =x":                ",a=n  x=",
		"a= no=x":                ",a=no",
		"a=no=x":                 ",a=no",
		"a=x=no=y":               ",a=no",
		"a=yes=x":                ",a=yes=x",
		"a=b=":                   ",a=b=",
		"a==n":                   ",a=n",
		"a=,n":                   ",a= ,n=",
		"=a=n":                   ",a=n",
		"\xFFa=\xFF":             ",\uFFFDa=\uFFFD",
	} {
		var got []string
		for it := range Items(list) {
			got = append(got, fmt.Sprintf("%c%s=%s", it.Behind, it.Label, it.Value))
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q: %q, want %q", list, s, want)
		}
	}
	for it := range Items("a=1, b=2") {
		if it.Label != "a" {
			t.Errorf("%+v behind the end", it)
		}
		break
	}
}

func TestMeanings(t *testing.T) {
	t.Parallel()
	if !(Refused > Allowed && Allowed > Unknown && Unknown == Meaning(0)) {
		t.Error("the stronger meaning is not the greater one")
	}
	for value, want := range map[string]string{
		"y": "allowed", "yes": "allowed", "n": "refused", "no": "refused", "": "unknown", "NO": "unknown", "1": "unknown", "nope": "unknown",
	} {
		if got := MeaningOf(value).String(); got != want {
			t.Errorf("%q is %s, want %s", value, got, want)
		}
	}
	for label, want := range map[string]string{"ai-train": Train, "AI-Train": Train, "train-ai": Train, "search": Search, "X": "x"} {
		if got := Use(label); got != want {
			t.Errorf("%s is the use %s, want %s", label, got, want)
		}
	}
	known := 0
	for _, label := range []string{Search, Train, TrainAI, Answer, Mining, "", "use", "x", "Search"} {
		if Known(label) {
			known++
		}
	}
	if known != KnownLabels {
		t.Errorf("%d labels are known, want %d", known, KnownLabels)
	}
	for _, tt := range []struct {
		item Item
		want bool
	}{
		{Item{"x", "1", ';'}, true}, {Item{"x", "y", ';'}, true}, {Item{"x", "", ';'}, true}, {Item{"x", "no", ';'}, false}, {Item{"x", "1", ' '}, false}, {Item{"x", "1", ','}, false},
	} {
		if got := tt.item.Parameter(); got != tt.want {
			t.Errorf("%+v is a parameter: %v", tt.item, got)
		}
	}
}

// FuzzItems checks for any list that labels and values are clean, that the items, written out
// plainly, are parsed as the same, that case does not matter, and that junk before or after a
// refusal does not hide it.
func FuzzItems(f *testing.F) {
	for _, s := range []string{"train-ai=n, search=\"y\";a", "a= b =\\n", "search=no=1;;x|y\uFF0C", "\u300Csearch\u300D = `n`", "\xFF=\x00\u0130"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, list string) {
		items := slices.Collect(Items(list))
		var b strings.Builder
		for i, it := range items {
			if it.Label == "" || strings.ContainsAny(it.Label, " ,;=\"") || strings.ContainsAny(it.Value, " ,;\"") || strings.HasPrefix(it.Value, "=") || strings.IndexByte(" ,;", it.Behind) < 0 {
				t.Fatalf("%q: %+v", list, it)
			}
			if i > 0 || it.Behind != ',' {
				b.WriteByte(it.Behind)
			}
			b.WriteString(it.Label)
			if it.Value != "" {
				b.WriteString("=" + it.Value)
			}
		}
		if again := slices.Collect(Items(b.String())); !slices.Equal(again, items) {
			t.Fatalf("%q is %+v, written out %q and read %+v", list, items, b.String(), again)
		}
		if plain := Plain(list); !slices.Equal(slices.Collect(Items(plain)), items) || Plain(plain) != plain {
			t.Fatalf("%q is made plain to %q", list, plain)
		}
		for _, between := range []string{",", " ", ";", "\uFF0C", "\" \""} {
			for _, s := range []string{list + between + "search=no", "search=no" + between + list, list + between + "search = N" + between + list} {
				if !slices.ContainsFunc(slices.Collect(Items(s)), func(it Item) bool { return it.Label == Search && it.Meaning() == Refused && !it.Parameter() }) {
					t.Fatalf("%q does not refuse", s)
				}
			}
		}
	})
}

package query

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"words", "spider  silk", "spider silk"},
		{"phrase", `"spider silk" web`, `"spider silk" web`},
		{"curly quotes", "“spider silk”", `"spider silk"`},
		{"exclusion", "spider -house -\"garden spider\"", `spider -house -"garden spider"`},
		{"a minus inside a word", "crawl-delay", "crawl-delay"},
		{"a lone minus", "a - b", "a b"},
		{"or", "silk OR thread", "silk OR thread"},
		{"bar", "silk|thread", "silk OR thread"},
		{"a bar between blanks is punctuation", "QBitArray | Qt Core", "QBitArray Qt Core"},
		{"or in lower case is a word", "this or that", "this or that"},
		{"group", "(silk OR thread) web", "(silk OR thread) web"},
		{"filters", "site:Example.org lang:pt intitle:silk inurl:docs host:www.a.test", "site:Example.org lang:pt intitle:silk inurl:docs host:www.a.test"},
		{"filter alone", "site:example.org", "site:example.org"},
		{"excluded filter", "silk -site:example.org", "silk -site:example.org"},
		{"unknown operator is text", "foo:bar", "foo:bar"},
		{"a URL is text", "http://example.org/x", "http://example.org/x"},
		{"open quote", `spider "silk web`, `spider "silk web"`},
		{"nothing", "  ", ""},
		{"stray parenthesis", "silk) web (", "silk web"},
		{"chinese", "网络 机器人", "网络 机器人"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tree := Parse(tt.in)
			if got := tree.String(); got != tt.want && !(tree.Empty() && tt.want == "") {
				t.Errorf("%q is understood as %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestLimitsGiveHints(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		hint     HintCode
	}{
		{"too long", strings.Repeat("word ", 400), HintTooLong},
		{"too many clauses", strings.Repeat("w ", 60), HintTooManyClauses},
		{"too deep", strings.Repeat("(", 30) + "x" + strings.Repeat(")", 30), HintTooDeep},
		{"unknown operator", "foo:bar", HintUnknownOperator},
		{"open quote", `"x`, HintOpenQuote},
		{"only exclusions", "-x", HintOnlyExclusions},
	}
	for _, tt := range tests {
		tree := Parse(tt.in)
		found := false
		for _, h := range tree.Hints {
			found = found || h.Code == tt.hint
			if h.String() == "" || h.Code.String() == "" {
				t.Errorf("%s: a hint without words", tt.name)
			}
		}
		if !found {
			t.Errorf("%s: hints %v, want %s", tt.name, tree.Hints, tt.hint)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{`a "b c" -d (e OR f) site:x.org`, "((((", `-"-(|`, "a|b | c", "lang: x:y", "-(a -(b))"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		tree := Parse(s)
		if tree.Root == nil {
			t.Fatal("no root")
		}
		printed := tree.String()
		if again := Parse(printed).String(); len(tree.Hints) == 0 && len(printed) < MaxBytes && again != printed {
			t.Fatalf("%q prints as %q, which prints as %q", s, printed, again)
		}
	})
}

package weburl

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
)

func TestWithForm(t *testing.T) {
	t.Parallel()
	wide := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	tests := []struct {
		name, base string
		pairs      []Pair
		enc        encoding.Encoding
		want       string
	}{
		{"one pair", "http://a.test/list", []Pair{{"region", "north"}}, nil, "http://a.test/list?region=north"},
		{"the query of the action is replaced", "http://a.test/list?x=y", []Pair{{"a", "1"}, {"b", ""}}, nil, "http://a.test/list?a=1&b="},
		{"no pairs", "http://a.test/list?x=y", nil, nil, "http://a.test/list?"},
		{"URL 5.2: the percent-encode set", "http://a.test/", []Pair{{"a b", "*-._~!'()&=+%/é"}}, nil, "http://a.test/?a+b=*-._~%21%27%28%29%26%3D%2B%25%2F%C3%A9"},
		{"line ends", "http://a.test/", []Pair{{"a", "b\r\nc"}}, nil, "http://a.test/?a=b%0D%0Ac"},
		{"the charset of the document", "http://a.test/", []Pair{{"q", "паук"}}, charmap.Windows1251, "http://a.test/?q=%EF%E0%F3%EA"},
		{"a character that it lacks", "http://a.test/", []Pair{{"q", "п漢"}}, charmap.Windows1251, "http://a.test/?q=%EF%26%2328450%3B"},
		{"a charset with states", "http://a.test/", []Pair{{"q", "漢字a"}}, japanese.ISO2022JP, "http://a.test/?q=%1B%24B4A%3Bz%1B%28Ba"},
		{"UTF-16 is submitted as UTF-8", "http://a.test/", []Pair{{"q", "é"}}, wide, "http://a.test/?q=%C3%A9"},
		{"not UTF-8", "http://a.test/", []Pair{{"q", "\xFF"}}, nil, "http://a.test/?q=%EF%BF%BD"},
	}
	for _, tt := range tests {
		got, err := mustParse(t, tt.base).WithForm(tt.pairs, tt.enc)
		if err != nil || got.String() != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.name, got, err, tt.want)
		}
		if again, err := Parse(got.String()); err != nil || again != got {
			t.Errorf("%s: %s is no canonical form: %s, %v", tt.name, got, again, err)
		}
	}
	for name, pairs := range map[string][]Pair{
		"a long value": {{"a", strings.Repeat("é", MaxLength)}}, "many pairs": make([]Pair, MaxLength), "one byte too many": {{"a", strings.Repeat("b", MaxLength-len("http://a.test/?a=")+1)}},
	} {
		u, err := mustParse(t, "http://a.test/").WithForm(pairs, nil)
		if e := (*Error)(nil); !errors.As(err, &e) || e.Problem != ProblemLength {
			t.Errorf("%s: %d bytes, %v", name, len(u.String()), err)
		}
	}
	if _, err := (URL{}).WithForm(nil, nil); err == nil {
		t.Error("the zero URL has a form")
	}
}

// FuzzWithForm: the standard library reads back what was written.
func FuzzWithForm(f *testing.F) {
	f.Add("a", "b c", "é", "\xFF&=+%41")
	f.Add("", "", "~", "%%34%31")
	f.Fuzz(func(t *testing.T, name, value, other, text string) {
		base, pairs := mustParse(t, "http://a.test/p?q"), []Pair{{name, value}, {other, text}}
		u, err := base.WithForm(pairs, nil)
		if err != nil {
			return
		}
		if again, err := Parse(u.String()); err != nil || again != u {
			t.Fatalf("%q is no canonical form: %q, %v", u, again, err)
		}
		want := url.Values{}
		for _, p := range pairs {
			want.Add(string([]rune(p.Name)), string([]rune(p.Value)))
		}
		query, _ := u.Query()
		got, err := url.ParseQuery(query)
		if err != nil || got.Encode() != want.Encode() {
			t.Errorf("%q: %v, %v, want %v", u, got, err, want)
		}
	})
}

package pin

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/listfile"
)

const list = `# pages of a company
vpn, VPN, remote access => https://intranet.test/vpn, https://intranet.test/help#vpn   # the second one is older
Отпуск, заявление на отпуск => https://intranet.test/vacation
打印机，复印机、طابعة، ناسخة => https://intranet.test/printers
instalação => https://intranet.test/setup
running shoe => https://shop.test/shoes,
run => https://shop.test/run
C++ => https://shop.test/cpp
`

// TestOf checks which queries have pages: those that are nothing but the words of a line, in any case,
// accents and endings, with operators that narrow or without.
func TestOf(t *testing.T) {
	t.Parallel()
	s, err := Parse([]byte(list))
	if err != nil || s.Len() != 12 || len(s.Pages()) != 8 {
		t.Fatalf("%d queries, %d pages, %v", s.Len(), len(s.Pages()), err)
	}
	vpn := "https://intranet.test/vpn https://intranet.test/help"
	words := analyze.New(1 << 8)
	for _, tt := range []struct{ query, want string }{
		{"vpn", vpn}, {"VPN", vpn}, {`"vpn"`, vpn}, {"remote access", vpn}, {"Remote  Accesses", vpn}, {`"remote access"`, vpn},
		{"vpn site:intranet.test", vpn}, {"lang:en vpn -site:old.test", vpn},
		{"access remote", ""}, {"vpn client", ""}, {"vpn -client", ""}, {"vpn*", ""}, {"vpn~", ""}, {"vpn OR tunnel", ""}, {`"remote access"~3`, ""},
		{"remote", ""}, {"site:intranet.test", ""}, {"", ""}, {"-vpn", ""},
		{"отпуск", "https://intranet.test/vacation"}, {"отпуска", "https://intranet.test/vacation"}, {"заявления на отпуск", "https://intranet.test/vacation"},
		{"打印机", "https://intranet.test/printers"}, {"打印", ""}, {"instalacao", "https://intranet.test/setup"}, {"instalações", "https://intranet.test/setup"},
		{"复印机", "https://intranet.test/printers"}, {"طابعة", "https://intranet.test/printers"}, {"ناسخة", "https://intranet.test/printers"},
		{"run", "https://shop.test/run"}, {"running", "https://shop.test/run"}, {"running shoes", "https://shop.test/shoes"}, {"c++", "https://shop.test/cpp"},
	} {
		var got []string
		for _, u := range s.Of(query.Parse(tt.query), words) {
			got = append(got, u.String())
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, want %q", tt.query, got, tt.want)
		}
	}
	var none *Set
	if none.Of(query.Parse("vpn"), words) != nil || none.Pages() != nil || none.Len() != 0 {
		t.Error("without a list something is pinned")
	}
}

// TestParseErrors checks that every line that cannot be read is named with its fault.
func TestParseErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"no arrow", "vpn https://a.test/", "line 1: it has no arrow"},
		{"no query", "a => https://a.test/\n => https://a.test/", "line 2: it has no query"},
		{"no page", "vpn =>  # https://a.test/", "line 1: it has no page"},
		{"no address", "vpn => /vpn", `line 1: "/vpn" is not the address of a page`},
		{"an address without a scheme", "vpn => intranet.test/vpn", `line 1: "intranet.test/vpn" is not`},
		{"a page twice", "vpn => https://a.test/ https://a.test/#top", "is named twice"},
		{"many pages", "vpn =>" + manyPages(MaxPages+1), "it has more than 10 pages"},
		{"many queries", manyQueries(MaxQueries+1) + "=> https://a.test/", "it has more than 32 queries"},
		{"a long query", strings.Repeat("word ", MaxWords+1) + "=> https://a.test/", "has 17 words"},
		{"an operator", "site:a.test => https://a.test/", "is not only words"},
		{"a pattern", "vpn* => https://a.test/", "is not only words"},
		{"an exclusion", "vpn -old => https://a.test/", "is not only words"},
		{"no word", "?! => https://a.test/", "has no word that can be searched"},
		{"a query twice", "vpn => https://a.test/\nVPN => https://b.test/", `line 2: "VPN" has its pages in line 1 already`},
		{"no UTF-8", "vpn\xff => https://a.test/", "line 1: it is not UTF-8"},
	} {
		if _, err := Parse([]byte(tt.text)); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
	if _, err := Parse(make([]byte, listfile.MaxBytes+1)); aranea.KindOf(err) != aranea.Limit {
		t.Errorf("a large list: %v", err)
	}
}

func manyPages(n int) (out string) {
	for i := range n {
		out += " https://a.test/" + string(rune('a'+i))
	}
	return out
}

func manyQueries(n int) (out string) {
	for i := range n {
		out += "word" + strings.Repeat("x", i) + ", "
	}
	return out
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(list))
	f.Add([]byte("a, b => https://a.test/ # c\n\ufeff"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		words := analyze.New(1 << 8)
		for forms := range s.typed {
			pages := s.Of(query.Parse(forms), words)
			if len(pages) > MaxPages {
				t.Fatalf("%q has %d pages", forms, len(pages))
			}
		}
	})
}

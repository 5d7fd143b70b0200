package rtf_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/content/contenttest"
	"github.com/aranea-search/aranea/extract/rtf"
)

func TestRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, body, want string }{
		{"paragraphs", `{\rtf1 one\par two\line more\par}`, "text(one) text(two more)"},
		{"bold", `{\rtf1 a \b b\b0  c {\b d} e}`, "bold(b) bold(d) text(a b c d e)"},
		{"title and other properties", `{\rtf1{\info{\title A book}{\author me}}text}`, "text(text) title(A book) keywords(me)"},
		{"properties", `{\rtf1{\info{\author Ada}{\subject s\'e9}{\operator no}{\keywords k, l}{\doccomm c}{\title }}text{\title no}}`, "text(text) keywords(Ada) description(sé) keywords(k, l) description(c)"},
		{"when it was changed", `{\rtf1{\info{\creatim\yr2020\mo1\dy1}{\revtim\yr2021\mo5\dy6\hr7\min8}{\printim\yr2022\mo1\dy1}}text}`, "text(text) modified 2021-05-06 (revtim)"},
		{"when it was not", `{\rtf1{\info{\revtim\yr0\mo0\dy0}}text}`, "text(text)"},
		{"headings", `{\rtf1{\stylesheet{\s1\outlinelevel0 heading 1;}}\pard\s1\outlinelevel0 One\par\pard text\par{\pard\outlinelevel7\b Eight\par}more\par\pard\outlinelevel9 rest}`, "h1(One) text(text) bold(Eight) h6(Eight) text(more) text(rest)"},
		{"items and their bullets", `{\rtf1\pard{\listtext\u-3913?\tab}\ls2 one\par{\pntext 2.}two\par\pard\ls0 three}`, "list-item(one) list-item(two) text(three)"},
		{"a numbered heading", `{\rtf1\pard\outlinelevel1{\listtext 1.1}\ls1 One\par}`, "h2(One)"},
		{"fonts, colours and styles are no text", `{\rtf1{\fonttbl{\f0 Arial;}}{\colortbl;\red0;}{\stylesheet{\s0 Normal;}}{\*\unknown x}{\pict 00ff}text}`, "text(text)"},
		{"the character set of a font", `{\rtf1\ansicpg1252{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}}\f0\'e9 \f1\'e9}`, "text(é й)"},
		{"Unicode with what stands for it", `{\rtf1\u1052?\u1080?\u1088?}`, "text(Мир)"},
		{"Unicode with two characters that stand for it", `{\rtf1\uc2\u1052\'3f?x}`, "text(Мx)"},
		{"Unicode below zero and beyond the basic plane", `{\rtf1\u-3913?\u-10179?\u-8704?}`, "text(\uF0B7\U0001F600)"},
		{"Japanese in two bytes", `{\rtf1{\fonttbl{\f0\fcharset128 M;}}\f0\'93\'fa\'96\'7b}`, "text(日本)"},
		{"a link", `{\rtf1 see {\field{\*\fldinst{HYPERLINK "http://a.test/x"}}{\fldrslt{the page}}} now}`, "anchor(the page) text(see the page now) [the page]http://a.test/x"},
		{"pictures between words, with bytes as they are", `{\rtf1 foo{\pict 00ff}{\*\shppict{\pict\bin3 }{x}}{{\nonshppict{\pict 00}}bar}{\shp{\*\shpinst}}s}`, "text(foo bar s)"},
		{"alternative texts", `{\rtf1 a{\*\shppict{\pict{\*\picprop\shplid1{\sp{\sn wzName}{\sv no}}{\sp{\sn wzDescription}{\sv A \u1052?\'e9 kite}}}\pngblip 00ff}}b {\shp{\*\shpinst\shpleft0{\sp{\sn wzDescription}{\sv a frame}}{\shptxt its text}}} c}`, "text(a A Мé kite b a frame its text c)"},
		{"the alternative text of a picture in a link, and in what is no text", `{\rtf1{\header{\pict{\*\picprop{\sp{\sn wzDescription}{\sv no}}}}{\shp{\*\shpinst{\shptxt no}}}{\footnote no}}{\field{\*\fldinst HYPERLINK "/x"}{\fldrslt{\pict{\*\picprop{\sp{\sn wzDescription}{\sv A kite}}}}}}}`, "anchor(A kite) text(A kite) [A kite]/x"},
		{"notes within a sentence", `{\rtf1\pard\outlinelevel0\b one{\super\chftn{\footnote\pard\plain{\chftn} first {\footnote no}note\par more}} two{\*\footnote third}, three\par rest}`, "bold(one two, three) h1(one two, three) bold(rest) h1(rest) text(first note) text(more) text(third)"},
		{"fields in heads and in the code of a field", `{\rtf1{\header{\field{\*\fldinst PAGE}{\fldrslt 3}}{\field{\*\fldinst HYPERLINK "/no"}{\fldrslt no}}}a {\field{\*\fldinst IF {\field{\*\fldinst PAGE}{\fldrslt 7}} = {\field{\*\fldinst HYPERLINK "/x"}{\fldrslt no}}}{\fldrslt b}}}`, "text(a b)"},
		{"deleted text", `{\rtf1 a{\deleted\revauthdel1 no} b\deleted  no\deleted0  c}`, "text(a b c)"},
		{"a table", `{\rtf1\trowd\intbl one\cell two\cell\row\pard after\par}`, "cell(one) cell(two) text(after)"},
		{"characters with words", `{\rtf1 \ldblquote x\rdblquote\emdash y\~z\{\}}`, "text(“x”—y z{})"},
	} {
		r, err := rtf.Read([]byte(tt.body), contenttest.Limits())
		if got := contenttest.Show(&r); got != tt.want || err != nil {
			t.Errorf("%s: %s, %v; want %s", tt.name, got, err, tt.want)
		}
	}
}

// TestDamaged checks that the text before an error is read.
func TestDamaged(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{\rtf1 text`, `{\rtf1 text` + strings.Repeat("{", 5000)} {
		r, err := rtf.Read([]byte(body), contenttest.Limits())
		if got := contenttest.Show(&r); got != "text(text)" || !errors.Is(err, content.ErrDamaged) {
			t.Errorf("%.20s: %s, %v", body, got, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{\rtf1{\fonttbl{\f0\fcharset128 M;}}\f0\'93\'fa\u1052?\b x{\field{\*\fldinst{HYPERLINK "x"}}{\fldrslt y}}\par}`))
	f.Add([]byte(`{\rtf1 a{\pict{\*\picprop{\sp{\sn wzDescription}{\sv b}}}\bin1 x}{\footnote c{\footnote d}}\footnote\fldrslt\footnote e{\deleted f}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		if r, _ := rtf.Read(body, contenttest.Limits()); len(r.Text) > contenttest.Limits().Text {
			t.Fatalf("%d bytes", len(r.Text))
		}
	})
}

// TestRealDocument reads a document written by an office program.
func TestRealDocument(t *testing.T) {
	t.Parallel()
	body, err := os.ReadFile("testdata/spider.rtf")
	if err != nil {
		t.Fatal(err)
	}
	r, err := rtf.Read(body, contenttest.Limits())
	if err != nil || !rtf.Sniff(body) {
		t.Error(err)
	}
	got := contenttest.Show(&r)
	for _, want := range []string{
		"title(The weavers of the garden)", "bold(remarkable)", "text(An orb weaver spins a remarkable web every night, as the guide to orbs tells.)",
		"Araneus diadematus", "Паук плетёт паутину. 蜘蛛の巣。", "[the guide to orbs]http://example.org/orbs",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

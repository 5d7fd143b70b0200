package analyze

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// show prints tokens as pos:raw=form or pos:raw=stem/form.
func show(text string, lang Lang) string {
	tokens, n := New(0).Append(nil, []byte(text), lang)
	var b strings.Builder
	for _, t := range tokens {
		fmt.Fprintf(&b, "%d:%s=", t.Pos, text[t.Start:t.End])
		if t.Word.Stem() != "" {
			b.WriteString(t.Word.Stem()[len(StemPrefix)+2:] + "/")
		}
		b.WriteString(t.Word.Form())
		b.WriteByte(' ')
	}
	fmt.Fprintf(&b, "n=%d", n)
	return b.String()
}

func TestAppend(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "n=0"},
		{"no words", " -- ... \t\n «»", "n=0"},
		{"case and stem", "Running Dogs", "0:Running=run/running 1:Dogs=dog/dogs n=2"},
		{"possessive", "John's John’s", "0:John's=john 1:John’s=john n=2"},
		{"contraction", "don't DON’T we'll", "0:don't=don't 1:DON’T=don't 2:we'll=we'll n=3"},
		{"other apostrophes part words", "l'eau O'Reilly 'tis' rock'n'roll",
			"0:l=l 1:eau=eau 2:O=o 3:Reilly=reilli/reilly 4:tis=tis 5:rock=rock 6:n=n 7:roll=roll n=8"},
		{"hyphen", "a-b well-known", "0:a=a 1:b=b 2:well=well 3:known=known n=4"},
		{"identifiers", "foo_bar v1.2.3 os.File", "0:foo=foo 1:bar=bar 2:v1=v1 3:2=2 4:3=3 5:os=os 6:File=file n=7"},
		{"names of languages", "C++ C# C+ c++x A##", "0:C++=c++ 1:C#=c# 2:C=c 3:c=c 4:x=x 5:A=a n=6"},
		{"soft hyphen", "soft\u00adware", "0:soft\u00adware=softwar/software n=1"},
		{"zero width", "z\u200bone\ufeff two", "0:z\u200bone=zone 1:two=two n=2"},
		{"combining marks", "cafe\u0301 \u0301x", "0:cafe\u0301=cafe 1:x=x n=2"},
		{"ligature and sharp s", "ﬁnding Straße", "0:ﬁnding=find/finding 1:Straße=strass/strasse n=2"},
		{"full width", "ＡＢＣ１", "0:ＡＢＣ１=abc1 n=1"},
		{"Greek", "Αθήνα ΟΔΟΣ", "0:Αθήνα=αθην/αθηνα 1:ΟΔΟΣ=οδοσ n=2"},
		{"Arabic vowel signs", "مُحَمَّد", "0:مُحَمَّد=محمد n=1"},
		{"Russian yo and stress", "Ёлки за́мок", "0:Ёлки=елк/елки 1:за́мок=замк/замок n=2"},
		{"Cyrillic apostrophe", "об'єкт об’єкт", "0:об'єкт=обєкт 1:об’єкт=обєкт n=2"},
		{"Han pairs", "搜索引擎", "0:搜索=搜索 1:索引=索引 2:引擎=引擎 3:擎=擎 n=4"},
		{"traditional Han", "網頁Ω搜尋", "0:網頁=网页 1:頁=页 2:Ω=ω 3:搜尋=搜寻 4:尋=寻 n=5"},
		{"lone Han", "猫 很 a", "0:猫=猫 1:很=很 2:a=a n=3"},
		{"Han and Latin", "CPU使用率2024年", "0:CPU=cpu 1:使用=使用 2:用率=用率 3:率=率 4:2024=2024 5:年=年 n=6"},
		{"Han across a zero-width sign", "搜\u200b索", "0:搜\u200b索=搜索 1:索=索 n=2"},
		{"kana with half width", "パソ ﾊﾟｿ・コ", "0:パソ=パソ 1:ソ=ソ 2:ﾊﾟｿ=パソ 3:ｿ=ソ 4:コ=コ n=5"},
		{"Hangul", "한국어 말", "0:한국=한국 1:국어=국어 2:어=어 3:말=말 n=4"},
		{"Thai", "ไทย", "0:ไท=ไท 1:ทย=ทย 2:ย=ย n=3"},
		{"broken UTF-8", "a\xffb\xc3 c", "0:a=a 1:b=b 2:c=c n=3"},
		{"too long", "x " + strings.Repeat("y", 65) + " z", "0:x=x 2:z=z n=3"},
		{"longest", strings.Repeat("y", 64), "0:" + strings.Repeat("y", 64) + "=" + strings.Repeat("y", 63) + "i/" + strings.Repeat("y", 64) + " n=1"},
		{"digits too long", "123456789012345678901 12345678901234567890", "1:12345678901234567890=12345678901234567890 n=2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := show(c.text, Und); got != c.want {
				t.Errorf("Append(%q)\n got %s\nwant %s", c.text, got, c.want)
			}
		})
	}
}

func TestAppendByLanguage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang       Lang
		text, want string
	}{
		{En, "connections", "0:connections=connect/connections n=1"},
		{En, "книги", "0:книги=книг/книги n=1"},
		{Ru, "книгами connections", "0:книгами=книг/книгами 1:connections=connect/connections n=2"},
		{Pt, "informações ação não", "0:informações=inform/informacoes 1:ação=aca/acao 2:não=na/nao n=3"},
		{Pt, "connections книгами", "0:connections=connection/connections 1:книгами=книг/книгами n=2"},
		{De, "Häuser книгами", "0:Häuser=haus/hauser 1:книгами=книг/книгами n=2"},
		{Uk, "книгами їжак", "0:книгами=книг/книгами 1:їжак=їжак n=2"},
		{Be, "кнігамі вожык", "0:кнігамі=кнігамі 1:вожык=вожык n=2"},
		{Vi, "tiếng Việt", "0:tiếng=tieng 1:Việt=viet n=2"},
		{Pl, "Łódź", "0:Łódź=lodz n=1"},
		{Tr, "İstanbul ığdır", "0:İstanbul=istanbul 1:ığdır=ik/igdir n=2"},
	} {
		if got := show(c.text, c.lang); got != c.want {
			t.Errorf("%v %q\n got %s\nwant %s", c.lang, c.text, got, c.want)
		}
	}
}

// stemOrForm returns a word's stem without language, or its form.
func stemOrForm(w *Word) string {
	if w.Stem() == "" {
		return w.Form()
	}
	return w.Stem()[len(StemPrefix)+2:]
}

// Reference forms of the Snowball vocabularies, one family a row.
func TestStemFamilies(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang Lang
		stem string
		list string
	}{
		{En, "connect", "connect connected connecting connection connections"},
		{En, "relat", "relate related relating relation relational"},
		{En, "hope", "hope hoping hopes hoped"},
		{En, "index", "index indexes indexed indexing"},
		{Ru, "поиск", "поиск поиска поиску поиском поиске поиски"},
		{Ru, "страниц", "страница страницы странице страницу страницей страниц страницам страницами страницах"},
		{Ru, "важн", "важная важного важное важной важном важному важную важные важный важным важных"},
		{Pt, "pesquis", "pesquisa pesquisar pesquisas pesquisado pesquisando"},
		{Pt, "menin", "menina meninas menino meninos"},
	} {
		for w := range strings.FieldsSeq(c.list) {
			tokens, _ := New(0).Append(nil, []byte(w), c.lang)
			if len(tokens) != 1 || stemOrForm(tokens[0].Word) != c.stem {
				t.Errorf("%v %s: got %v, want stem %s", c.lang, w, show(w, c.lang), c.stem)
			}
		}
	}
}

func TestCacheForgetsButNeverErrs(t *testing.T) {
	t.Parallel()
	small, large := New(8), New(0)
	var text strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&text, "Words%d testing ", i%97*i)
	}
	got, gn := small.Append(nil, []byte(text.String()), En)
	want, wn := large.Append(nil, []byte(text.String()), En)
	if gn != wn || len(got) != len(want) {
		t.Fatalf("small cache gave %d tokens, %d positions; large %d, %d", len(got), gn, len(want), wn)
	}
	for i := range got {
		if got[i].Word.Form() != want[i].Word.Form() || got[i].Word.Stem() != want[i].Word.Stem() {
			t.Fatalf("token %d: %+v, want %+v", i, got[i].Word, want[i].Word)
		}
	}
	if held := small.young.words + small.old.words; held > 10 {
		t.Errorf("cache of 8 words holds %d", held)
	}
}

func TestWordsAreShared(t *testing.T) {
	t.Parallel()
	tokens, _ := New(0).Append(nil, []byte("Search search SEARCH"), En)
	tokens[0].Word.Notes[1] = 7
	for i, tok := range tokens {
		if tok.Word.Notes[1] != 7 {
			t.Errorf("token %d has a Word of its own", i)
		}
	}
}

// TestAppendPage: the tokens are the first of the text, and not many more than wanted.
func TestAppendPage(t *testing.T) {
	t.Parallel()
	text := []byte("One two three, быстрая лиса; 搜索引擎 and the rest of it")
	a := New(0)
	all, positions := a.Append(nil, text, En)
	const run = 5 // tokens of the characters without spaces
	for most := range len(all) + 2 {
		head := []Token{{Pos: 7}}
		some, n := appendAll(a, head, string(text), En, most, false)
		got := some[1:]
		if len(got) < min(most, len(all)) || len(got) >= most+run || !slices.Equal(got, all[:len(got)]) {
			t.Errorf("%d tokens of %d, %d wanted", len(got), len(all), most)
		}
		if len(got) == len(all) && n != positions || len(got) < len(all) && n > all[len(got)].Pos {
			t.Errorf("%d tokens take %d positions of %d", len(got), n, positions)
		}
	}
}

// TestParts: parts of a text, in any order and language, are cut as if each were a text.
func TestParts(t *testing.T) {
	t.Parallel()
	text := []byte(strings.Repeat("One innerBuffer, быстрые лисы; 搜索引擎 and the foxes' don't", 5))
	a := New(0)
	var parts []Part
	for at := uint32(0); int(at) < len(text); at += 9 {
		parts = append(parts, Part{Start: at, End: min(at+at%23, uint32(len(text))), Lang: Lang(at % uint32(numLangs))})
		parts = append(parts, Part{Start: at / 2, End: at/2 + 20, Lang: En})
	}
	got := a.AppendPage(nil, text, parts, 1<<20, true)
	for i, p := range parts {
		want, positions := appendAll(a, nil, string(text[p.Start:p.End]), p.Lang, 1<<20, true)
		for _, w := range want {
			w.Start, w.End, w.Part = w.Start+p.Start, w.End+p.Start, uint32(i)
			if len(got) == 0 || got[0] != w {
				t.Fatalf("part %d, %q: %+v does not come next", i, text[p.Start:p.End], w)
			}
			got = got[1:]
		}
		pos := map[uint32]bool{} // of tokens
		for _, w := range want {
			pos[w.Pos] = true
		}
		if p.Named != (len(pos) < len(want)) {
			t.Errorf("part %d, %q, has %d tokens at %d positions, and names: %t", i, text[p.Start:p.End], len(want), len(pos), p.Named)
		}
		if p.Positions != positions {
			t.Errorf("part %d, %q, takes %d positions, not %d", i, text[p.Start:p.End], p.Positions, positions)
		}
	}
	if len(got) > 0 {
		t.Errorf("%d tokens are in no part", len(got))
	}
}

func TestAppendDoesNotAllocate(t *testing.T) {
	text := []byte("The quick brown fox doesn’t jump; быстрая лиса прыгает 搜索引擎 ação.")
	a := New(0)
	var tokens []Token
	if n := testing.AllocsPerRun(100, func() { tokens, _ = a.Append(tokens[:0], text, En) }); n != 0 {
		t.Errorf("%v allocations a run on known words, want 0", n)
	}
}

func FuzzAppend(f *testing.F) {
	for _, s := range []string{"Don't stop", "搜索 \u200b引擎", "a\xff\u0301\u00ad-b", "об’єкт", "ﷺ½①", "C++#", "'’ʼ", "innerBuffer aTTa"} {
		f.Add(s, uint8(En))
	}
	f.Fuzz(func(t *testing.T, text string, l uint8) {
		tokens, n := New(64).Append(nil, []byte(text), Lang(l))
		last, lastPos := uint32(0), -1
		for _, tok := range tokens {
			if tok.Start < last || tok.End <= tok.Start || int(tok.End) > len(text) {
				t.Fatalf("span %d-%d after %d in %d bytes", tok.Start, tok.End, last, len(text))
			}
			if int(tok.Pos) <= lastPos || tok.Pos >= n {
				t.Fatalf("position %d after %d, total %d", tok.Pos, lastPos, n)
			}
			if w := tok.Word; w.Form() == "" || w.Form()[0] <= 0x03 || w.Stem() != "" && (!strings.HasPrefix(w.Stem(), StemPrefix) || stemOrForm(w) == w.Form()) {
				t.Fatalf("bad word %+v", *w)
			}
			last, lastPos = tok.Start, int(tok.Pos)
		}
		if err := sameWords([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := sameBesideNames(text, Lang(l)); err != nil {
			t.Fatal(err)
		}
		for _, q := range AnalyzeQuery(text) {
			if q.Form == "" || q.Start < 0 || q.End > len(text) || q.Start >= q.End {
				t.Fatalf("bad query token %+v", q)
			}
		}
		Detect(text, Und, []byte(text))
	})
}

func BenchmarkAppend(b *testing.B) {
	for _, s := range samples {
		b.Run(s.lang.String(), func(b *testing.B) {
			text := []byte(strings.Repeat(s.text, 4000/len(s.text)+1))
			a := New(0)
			var tokens []Token
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				tokens, _ = a.Append(tokens[:0], text, s.lang)
			}
		})
	}
}

func BenchmarkDistinctWords(b *testing.B) {
	var text []byte
	for i := range 20000 {
		text = fmt.Appendf(text, "w%xings ", i*2654435761%1000003)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		New(1<<16).Append(nil, text, En)
	}
}

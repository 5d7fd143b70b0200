package language

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

func TestGuess(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		alphabet Alphabet
		expect   string
		text     string
		want     string
	}{
		{"three words", Latin, "", "This page has moved", "en"},
		{"a short greeting", Latin, "", "Willkommen auf unserer Seite", "de"},
		{"Danish", Latin, "", "Robotten læser webstedets regler, før den beder om en side, og den venter mellem to forespørgsler.", "da"},
		{"Norwegian", Latin, "", "Roboten leser reglene til nettstedet før den ber om en side, og den venter mellom to forespørsler hver gang.", "no"},
		{"Czech", Latin, "", "Robot si přečte pravidla webu, než požádá o stránku, a mezi dvěma dotazy čeká.", "cs"},
		{"Slovak", Latin, "", "Robot si prečíta pravidlá webu, skôr než požiada o stránku, a medzi dvoma požiadavkami čaká.", "sk"},
		{"Galician", Latin, "", "O robot le as regras do sitio antes de pedir unha páxina e agarda entre dúas peticións para non sobrecargalo.", "gl"},
		{"Croatian", Latin, "", "Robot čita pravila web mjesta prije nego što zatraži stranicu i čeka između dva zahtjeva.", "hr"},
		{"Lithuanian", Latin, "", "Robotas perskaito svetainės taisykles prieš prašydamas puslapio ir laukia tarp dviejų užklausų.", "lt"},
		{"decomposed accents", Latin, "", "Le re\u0301seau de la socie\u0301te\u0301 est relie\u0301 a\u0300 la machine", "fr"},
		{"Ukrainian", Cyrillic, "", "Робот читає правила сайту, перш ніж просити сторінку", "uk"},
		{"Macedonian", Cyrillic, "", "Роботот ги чита правилата на страницата пред да побара документ и чека меѓу две барања.", "mk"},
		{"Persian", Arabic, "", "ربات پیش از درخواست صفحه قوانین سایت را می\u200cخواند و میان دو درخواست صبر می\u200cکند", "fa"},
		{"nothing", Latin, "", "", ""},
		{"expected where nothing is", Latin, "sv", "", "sv"},
		{"names only", Latin, "", "Debian GNU/Linux", ""},
		{"expected in spite of a short other text", Latin, "nl", "Hello world", "nl"},
		{"an expectation that the text belies", Latin, "en", "Der Roboter liest die Regeln der Seite, bevor er eine Seite anfordert.", "de"},
		{"an expectation that has no model", Latin, "sq", "Der Roboter liest die Regeln der Seite, bevor er eine Seite anfordert.", "de"},
		{"a language without a model", Latin, "", "Mae'r rhaglen hon yn cael ei dosbarthu yn y gobaith y bydd yn ddefnyddiol ond heb unrhyw warant o gwbl", ""},
		{"one word again and again", Latin, "", strings.Repeat("la ", 40) + "\n" + strings.Repeat("hey, ", 40), ""},
		{"a word said twice", Latin, "", "This page page has moved moved", "en"},
		{"code is no evidence", Latin, "", "the.things is_not(that) with.this() $and --or <of> to=from /usr/share/doc/readme {this} [that] thisOne NASA", ""},
		{"two languages, of which one has more lines", Latin, "", "Robot si přečte pravidla webu, než požádá o stránku.\nMezi dvěma dotazy čeká.\nThe index is written to disk before the answer.\nPotom stránku uloží a hledá další odkazy v ní.\n", "cs"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := Guess(c.alphabet, []byte(c.text), c.expect, ""); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestGuessOfLongText: some of each part of a text tells its language, not the beginning
// alone, and what is likely is confirmed wherever it begins.
func TestGuessOfLongText(t *testing.T) {
	t.Parallel()
	german := strings.Repeat("Der Roboter liest die Regeln der Seite, bevor er sie anfordert.\n", 12)
	english := strings.Repeat("Then the words of this page are written to the index of its site.\n", 34)
	for _, c := range []struct{ name, text, likely, want string }{
		{"a quarter of another language first", german + english, "", "en"},
		{"a quarter of another language last", english + german, "", "en"},
		{"what is likely first", german + english, "de", "de"},
		{"what is likely last", english + german, "de", "en"},
		{"no place to cut", strings.Repeat("x", 3000), "", ""},
	} {
		if got := Guess(Latin, []byte(c.text), "", c.likely); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestSequences(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Ab cd":                       "_ab ab_ _cd cd_",
		"(\"that,\")":                 "_th tha hat at_",
		"it's":                        "_it it_ t_s _s_",
		"NATO camelCase x2 a.b --opt": "",
		"f(x) $var <tag> @name e=mc":  "",
		strings.Repeat("a", 61):       "",
		"I":                           "_i_",
		"\xff\xfe":                    "",
	} {
		var got []string
		for s := range Sequences([]byte(text)) {
			got = append(got, s.String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %s", text, got, want)
		}
	}
}

// TestTags: no two sequences of a model have the same place.
func TestTags(t *testing.T) {
	t.Parallel()
	for line := range strings.Lines(modelText) {
		f := strings.Fields(line)
		letters, rows := []rune(f[2]), map[int]bool{}
		for a := range numAlphabets {
			for i := 0; i < len(letters) && f[1] == a.String(); i += 3 {
				row, ok := a.table().find(productOf(sequence(letters[i], letters[i+1], letters[i+2])))
				if !ok || rows[row] {
					t.Errorf("%s: %q stands at %d, %v", f[0], string(letters[i:i+3]), row, ok)
				}
				rows[row] = true
			}
		}
	}
}

// TestModels: every alphabet has models, and each knows words of its language.
func TestModels(t *testing.T) {
	t.Parallel()
	for a := range numAlphabets {
		langs := a.table().langs
		if len(langs) < 2 || !slices.IsSorted(langs) {
			t.Errorf("%v has the languages %v", a, langs)
		}
	}
}

// TestPlain: what is expected needs less of a text than another language, and is told by no
// text that is of another, of none with a model, or too little.
func TestPlain(t *testing.T) {
	t.Parallel()
	english := "The robot reads the rules of\nthe site before it asks\nand waits for a while\nbetween two of its requests\n"
	german := "Der Roboter liest die Regeln\nder Seite, bevor er sie\nanfordert, und wartet eine\nWeile zwischen zwei Anfragen\n"
	welsh := "Mae'r rhaglen hon yn cael\nei dosbarthu yn y gobaith\ny bydd yn ddefnyddiol ond\nheb unrhyw warant o gwbl\n"
	mixed := german + "Then the robot waits for a while\n"
	for _, c := range []struct{ name, expect, text, want string }{
		{"nothing expected", "", english, "en"},
		{"expected", "en", english, "en"},
		{"against what is expected", "de", english, "en"},
		{"two languages", "", mixed, ""},
		{"two languages, more in what is expected", "de", mixed, "de"},
		{"two languages, less in what is expected", "en", mixed, ""},
		{"a language without a model", "en", welsh, ""},
		{"without a model for what is expected", "sq", english, "en"},
		{"nothing", "en", "", ""},
	} {
		if got := Plain(Latin, lines(c.text), c.expect); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func lines(text string) [][]byte {
	return bytes.Split(bytes.TrimSuffix([]byte(text), []byte("\n")), []byte("\n"))
}

func FuzzGuess(f *testing.F) {
	f.Add([]byte("a page\nПример страницы\n\xff"))
	f.Fuzz(func(t *testing.T, sample []byte) {
		for a := range numAlphabets {
			for _, got := range []string{Guess(a, sample, "", ""), Plain(a, lines(string(sample)), ""), Plain(a, lines(string(sample)), a.table().langs[0])} {
				if got != "" && !slices.Contains(a.table().langs, got) {
					t.Errorf("%v: told %q", a, got)
				}
			}
		}
	})
}

// TestCommonWord holds what is quick for common letters against what is right for all.
func TestCommonWord(t *testing.T) {
	t.Parallel()
	quick := 0
	for _, token := range []string{
		"word", "Word,", "(Wort)", "über", "Über.", "ÜBER", "déjà", "Слово", "СЛОВО", "слово:", "Ёлка", "Ђорђе", "ñ", "×", "a×", "×a", "naïve;", "İstanbul", "straße",
		"\"цитата\"", "к", "Й", "\xc3", "a\xc3", "\xd0\xd0", "\xe4\xb8\xad", "a.b", "a,b", ",", "\"", "iPhone", "aБ", "x÷y", "číst", "Žádá", "ŽÁDÁ", "łódź", "işlem", "ŉ", "ſ", "ĸ", "Ÿ", "Ỹ", "người", "Ở", "ế.", "ẞ", "\xe1\xba", "\xe1\xba\xa0", "a\xe1\xbb", "āb", "Ŀ", "e\u0301", "(x)(", "a\u00a0b", "I", "it's",
		strings.Repeat("a", longestWord), strings.Repeat("ю", longestWord/2), strings.Repeat("a", longestWord+1),
	} {
		for _, rest := range []string{"", " next", "\nnext", "\u00a0next"} {
			text := []byte(token + rest)
			got, size := commonWord(nil, text)
			want, wantSize := anyWord(nil, text)
			if size == 0 {
				continue
			}
			if quick++; size != wantSize || !slices.Equal(got, want) {
				t.Errorf("%q: %q and %d bytes, want %q and %d", text, got, size, want, wantSize)
			}
		}
	}
	if quick < 40 {
		t.Errorf("%d words are quick, want most", quick)
	}
}

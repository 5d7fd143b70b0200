package language

import (
	"slices"
	"strings"
	"testing"
	"unicode"
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
		{"code is no evidence", Latin, "", "the.things is_not(that) with.this() $and --or <of> to=from /usr/share/doc/readme {this} [that] thisOne NASA", ""},
		{"two languages, of which one has more lines", Latin, "", "Robot si přečte pravidla webu, než požádá o stránku.\nMezi dvěma dotazy čeká.\nThe index is written to disk before the answer.\nPotom stránku uloží a hledá další odkazy v ní.\n", "cs"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := Guess(c.alphabet, []byte(c.text), c.expect); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
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
				row, ok := tables[a]().find(sequence(letters[i], letters[i+1], letters[i+2]))
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
		langs := tables[a]().langs
		if len(langs) < 2 || !slices.IsSorted(langs) {
			t.Errorf("%v has the languages %v", a, langs)
		}
	}
}

func FuzzGuess(f *testing.F) {
	f.Add([]byte("a page\nПример страницы\n\xff"))
	f.Fuzz(func(t *testing.T, sample []byte) {
		for a := range numAlphabets {
			for _, got := range []string{Guess(a, sample, ""), Plain(a, sample)} {
				if got != "" && !slices.Contains(tables[a]().langs, got) {
					t.Errorf("%v: told %q", a, got)
				}
			}
		}
	})
}

// TestPlain holds what is quick for common letters against what is right for all.
func TestPlain(t *testing.T) {
	t.Parallel()
	for _, token := range []string{
		"word", "Word,", "(Wort)", "über", "Über.", "ÜBER", "déjà", "Слово", "СЛОВО", "слово:", "Ёлка", "Ђорђе", "ñ", "×", "a×", "×a", "naïve;", "İstanbul", "straße",
		"\"цитата\"", "к", "Й", "\xc3", "a\xc3", "\xd0\xd0", "\xe4\xb8\xad", "a.b", "a,b", ",", "\"", "iPhone", "aБ", "x÷y",
	} {
		letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }
		if bare := withoutMarks([]byte(token)); bare != nil {
			if want := strings.TrimFunc(token, func(r rune) bool { return !letter(r) }); string(bare) != want {
				t.Errorf("%q: the word is %q, want %q", token, bare, want)
			}
		}
		plain, ok := plainLetters(nil, []byte(token))
		if general := manyLetters(nil, []byte(token)); ok && !slices.Equal(plain, general) {
			t.Errorf("%q: %q, want %q", token, string(plain), string(general))
		}
	}
}

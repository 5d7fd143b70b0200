package inflection

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
)

// TestLight: each row is the forms of one word, which have one stem, and after a bar words that have
// not.
func TestLight(t *testing.T) {
	t.Parallel()
	env := snowballstem.NewEnv("")
	arabic := func(word string) string { return Arabic(env, word) }
	turkish := func(word string) string { return Turkish(env, word) }
	for _, c := range []struct {
		name string
		stem func(string) string
		row  string
	}{
		{"Polish noun", Polish, "plik pliku pliki plikow plikom plikami plikach plikiem plikowi | plot"},
		{"Polish noun in -em", Polish, "system systemu systemem systemie systemy systemow"},
		{"Polish noun in -ja", Polish, "instalacja instalacji instalacje instalacjami"},
		{"Polish softened k", Polish, "uzytkownik uzytkownika uzytkownicy uzytkownikow"},
		{"Polish fleeting e", Polish, "drukarka drukarki drukarek drukarce | druk"},
		{"Polish -rze", Polish, "serwer serwera serwerze serwery"},
		{"Polish adjective", Polish, "nowy nowego nowej nowych nowymi | nowosc"},
		{"Polish short words stay", Polish, "dom domu domy | dym"},
		{"Czech noun", Czech, "soubor souboru souborem soubory souborech souborum | sobor"},
		{"Czech noun in -em", Czech, "problem problemu problemy problemech"},
		{"Czech fleeting e", Czech, "obrazek obrazku obrazky | obraz"},
		{"Czech softened h", Czech, "kniha knihy knize knihach"},
		{"Czech -ovi and -ovy", Czech, "uzivatel uzivatele uzivatelovi uzivatelum | uzit"},
		{"Czech adjective", Czech, "novy noveho nove novych novymi"},
		{"Ukrainian noun", Ukrainian, "файл файли файлів файлами файлом | фабула"},
		{"Ukrainian doubled consonant", Ukrainian, "зображення зображенням зображень | зображати"},
		{"Ukrainian fleeting o", Ukrainian, "сторінка сторінки сторінок сторінці | сторона"},
		{"Ukrainian -ist", Ukrainian, "швидкість швидкості | швидкий"},
		{"Greek noun", Greek, "αρχειο αρχεια αρχειου αρχειων | αρχη"},
		{"Greek noun in -ma", Greek, "συστημα συστηματα συστηματων"},
		{"Hindi noun", Hindi, "किताब किताबें किताबों | केत"},
		{"Hindi glide", Hindi, "नई नयी"},
		{"Bengali noun", Bengali, "ফাইল ফাইলগুলি ফাইলটি ফাইলের"},
		{"Persian plural", Persian, "كتاب كتابها كتابهاي | كاتب"},
		{"Arabic conjunction and article", arabic, "كتاب الكتاب والكتاب فالكتاب وبالكتاب"},
		{"Indonesian affixes", Indonesian, "guna gunakan digunakan menggunakan gunanya pengguna | gunung"},
		{"Indonesian assimilated t", Indonesian, "tulis menulis penulis ditulis tulisan"},
		{"Indonesian assimilated p and s", Indonesian, "pasang memasang pemasangan dipasang | sasar"},
		{"Indonesian -si", Indonesian, "aplikasi aplikasinya mengaplikasikan | aplikan"},
		{"Indonesian l", Indonesian, "ajar belajar pelajar pelajaran"},
		{"Turkish -me", turkish, "güncelleme güncellemeler güncellemeyi | gün"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			forms, others, _ := strings.Cut(c.row, " | ")
			words := strings.Fields(forms)
			want := c.stem(words[0])
			for _, word := range words[1:] {
				if got := c.stem(word); got != want {
					t.Errorf("%s has the stem %s, %s has %s", words[0], want, word, got)
				}
			}
			for _, word := range strings.Fields(others) {
				if c.stem(word) == want {
					t.Errorf("%s and %s have the stem %s", words[0], word, want)
				}
			}
		})
	}
}

// FuzzLight: a stem of a word is never empty, and is characters as the word is.
func FuzzLight(f *testing.F) {
	for _, s := range []string{"a", "c", "iec", "ek", "rze", "ок", "ец", "іст", "menu", "bekerja", "pelajar", "وال", "ये"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, word string) {
		if word == "" || !utf8.ValidString(word) {
			return
		}
		for _, stem := range []func(string) string{Polish, Czech, Ukrainian, Greek, Hindi, Bengali, Persian, Indonesian} {
			if s := stem(word); s == "" || !utf8.ValidString(s) || len(s) > len(word)+1 {
				t.Errorf("%q has the stem %q", word, s)
			}
		}
	})
}

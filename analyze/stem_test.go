package analyze

import (
	"strings"
	"testing"

	"github.com/blevesearch/snowballstem"
)

// TestEnglishStems: what is taken for its own stem is left as it is by the stemmer, whatever
// letters, digits and suffixes are put together.
func TestEnglishStems(t *testing.T) {
	t.Parallel()
	env, own, asked := snowballstem.NewEnv(""), 0, 0
	parts := []string{"", "a", "y", "'", "st", "io", "\u00e9", "7", "al", "iz", "at", "ous"}
	ends := []string{""}
	for c := byte('a'); c <= 'z'; c++ {
		ends = append(ends, string(c))
	}
	ends = append(ends, "'", "+", "#", "9", "\u00e9", "'s")
	for _, start := range parts {
		for _, middle := range parts {
			for _, more := range parts {
				for _, before := range ends {
					for _, last := range ends {
						word := "x" + start + middle + more + before + last
						if !isEnglishStem([]byte(word)) {
							asked++
							continue
						}
						if own++; stemWord(env, En, word) != word {
							t.Fatalf("%q is stemmed as %q", word, stemWord(env, En, word))
						}
					}
				}
			}
		}
	}
	if own < asked/2 {
		t.Errorf("%d words are their own stems, the stemmer is asked about %d", own, asked)
	}
}

// TestFormsMeet: forms of one word have one stem, which words in the same row of other have
// not. Each row is what Snowball keeps apart, or joins with others.
func TestFormsMeet(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		lang  Lang
		forms string
		other string
	}{
		{"Portuguese -ão", Pt, "opção opções", "óptica"},
		{"-ção behind a short root", Pt, "ligação ligações", "ligado"},
		{"-ães", Pt, "cão cães", "mães"},
		{"-al", Pt, "inicial iniciais inicialmente", "início"},
		{"-el with an accent before", Pt, "nível níveis", "neve"},
		{"-ável", Pt, "variável variáveis", "vara"},
		{"-ível", Pt, "disponível disponíveis", "disposto"},
		{"-il with an accent before", Pt, "útil úteis", "utensílio"},
		{"-el at the end", Pt, "papel papéis", "papa"},
		{"-ol", Pt, "espanhol espanhóis", "heróis"},
		{"-il at the end", Pt, "perfil perfis", "perfume"},
		{"-em", Pt, "imagem imagens", "imagine"},
		{"-em of a short word", Pt, "homem homens", "honra"},
		{"-im", Pt, "jardim jardins", "plugins"},
		{"-s of a short word", Pt, "erro erros", "errado"},
		{"-s of a loan word", Pt, "link links", "linha"},
		{"-n of a loan word", Pt, "token tokens", "tocar"},
		{"-r", Pt, "servidor servidores", "servir"},
		{"no verb", Pt, "comando comandos", "com"},
		{"no plurals", Pt, "deus", "deu"},
		{"seis", Pt, "seis", "sei"},
		{"mais", Pt, "mais", "mal"},

		{"Russian -ок of the singular", Ru, "список списка списки списков", "писать"},
		{"-ок of the plural", Ru, "ошибка ошибок ошибки", "ошибиться"},
		{"-ок with no other vowel", Ru, "строка строк строки", "строй"},
		{"-ек behind a sibilant", Ru, "ручка ручек", "рука"},
		{"-ек behind a vowel", Ru, "ячейка ячеек", "яйца"},
		{"-ек with a soft sign", Ru, "кошелёк кошелька", "кошка"},
		{"-ец", Ru, "столбец столбца", "столб"},
		{"-ец with a soft sign", Ru, "владелец владельца", "владеть"},
		{"-ец behind a vowel", Ru, "боец бойца", "бой"},
		{"-шел", Ru, "нашёл нашла нашли", "наш"},
		{"fleeting vowels by no rule", Ru, "окно окон окна", "окончание"},
		{"-мя", Ru, "имя имени имена имён именами", "иметь"},
		{"no adjective", Ru, "система систему систем", "сито"},
		{"no verb", Ru, "канал канала каналы", "канава"},
		{"no participle", Ru, "экзамен экзамены экзаменов", "экземпляр"},
		{"the noun of a verb", Ru, "обновить обновление обновлений обновлён обновлённый", "новый"},
		{"-ание", Ru, "описать описание описаний описания", "писатель"},
		{"степень is no verb", Ru, "степень степени", "степь"},
		{"one vowel is never cut", Ru, "сок сока", "ска"},
		{"капитал and капитан", Ru, "капитал капитала капиталом", "капитан"},

		{"Romanian ț as newer texts write it, and older ones", Ro, "informații informaţii informaţie informație", "inflație"},
		{"ș likewise", Ro, "muncești munceşti munci", "muncitor"},
		{"both in one word", Ro, "științifice ştiinţifice", "știi"},

		{"Swedish -eln", Sv, "nyckel nyckeln nyckelns nyckels", "nyckelpiga"},
		{"-eln behind a vowel", Sv, "artikel artikeln artikelns", "art"},
		{"-eln of a short word", Sv, "adel adeln", "ädla"},
		{"no vowel before -eln", Sv, "eln", "el"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			forms := strings.Fields(c.forms)
			want := stemOf(c.lang, forms[0])
			for _, form := range forms[1:] {
				if got := stemOf(c.lang, form); got != want {
					t.Errorf("%s has the stem %s, %s has %s", forms[0], want, form, got)
				}
			}
			for _, form := range strings.Fields(c.other) {
				if stemOf(c.lang, form) == want {
					t.Errorf("%s and %s have the stem %s", forms[0], form, want)
				}
			}
		})
	}
}

// stemOf returns the stem of a word of a page, or of its form if that is its stem.
func stemOf(l Lang, word string) string {
	tokens, _ := New(0).Append(nil, []byte(word), l)
	w := tokens[0].Word
	if w.Stem() == "" {
		return w.Form()
	}
	return w.Stem()[stemHead:]
}

package pagination

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pageWords are what pages of lists are called in addresses and titles, in lower case, by language where that is
// known: the strings of content management systems ("Page %s", "Seite %s von %s") of which the words are plain.
var pageWords = []string{
	"page", "pages", "seite", "pagina", "página", "pàgina", "sida", "side", "sivu", "strona", "strana", "stránka", "stranica", "oldal", "sayfa",
	"trang", "halaman", "laman", "lapa", "puslapis", "lehekülg", "faqja", "orrialdea", "páxina", "страница", "сторінка", "стр", "стор", "старонка",
	"σελίδα", "עמוד", "صفحة", "الصفحة", "صفحه", "برگه", "पृष्ठ", "หน้า", "ページ", "ページ目", "页", "頁", "페이지",
}

// behindNumbers are the words for pages that stand behind their number.
var behindNumbers = []string{"oldal", "lapa", "puslapis", "lehekülg", "orrialdea", "ページ", "ページ目", "页", "頁", "페이지"}

func isPageWord(s string) bool { return s != "" && slices.Contains(pageWords, s) }

// A Title is the title, or the first heading, of a page, without what says which page of a list it is. It is in lower
// case and without what stands between words.
type Title struct {
	Whole string // without the words for the number of the page: "page 2 of 7"
	Short string // without the part of the title that they are in, which ends at brackets, dashes and the like
	// Number is that of the page; Numbered reports whether there is one.
	Number   int
	Numbered bool
}

// mostWords bounds the words of a title that count.
const mostWords = 64

// TitleOf takes a title apart.
func TitleOf(text string) (t Title) {
	words := split(text)
	gone := make([]bool, len(words))
	for i := range words {
		if n, ok := number(words[i].text); ok && !gone[i] {
			t.take(words, gone, i, n)
		}
	}
	var whole, short []string
	for i, w := range words {
		if gone[i] {
			continue
		}
		whole = append(whole, w.text)
		if !slices.ContainsFunc(words, func(o word) bool { return o.part == w.part && gone[o.at] }) {
			short = append(short, w.text)
		}
	}
	t.Whole, t.Short = strings.Join(whole, " "), strings.Join(short, " ")
	return t
}

// take leaves a number out, if a word beside it says that it is that of a page, with the words that belong to it.
func (t *Title) take(words []word, gone []bool, i, n int) {
	from, to := i, i+1
	switch {
	case i > 0 && isPageWord(words[i-1].text):
		from--
	case to < len(words) && slices.Contains(behindNumbers, words[to].text):
		if to++; from > 0 && words[from-1].text == "第" {
			from--
		}
	default:
		return
	}
	counts := func(at int) bool { // in the same part of the title: behind "page 2 – top 10" stands no number of pages
		if at >= len(words) || words[at].part != words[i].part {
			return false
		}
		_, ok := number(words[at].text)
		return ok
	}
	switch {
	case counts(to): // 2/7
		to++
	case counts(to+1) && utf8.RuneCountInString(words[to].text) <= 4: // of 7, von 7, de 7
		to += 2
	}
	for ; from < to; from++ {
		gone[from] = true
	}
	if !t.Numbered {
		t.Number, t.Numbered = n, true
	}
}

// A word is one of a title: digits, or letters and the digits behind Latin ones.
type word struct {
	text     string
	at, part int
}

// split returns the words of a title.
func split(text string) (words []word) {
	part, begin, kind := 0, -1, 0
	text = strings.ToLower(text)
	end := func(i int) {
		if begin >= 0 && len(words) < mostWords {
			words = append(words, word{text[begin:i], len(words), part})
		}
		begin = -1
	}
	for i, r := range text {
		is := 0
		switch {
		case '0' <= r && r <= '9' && !(kind == 2 && i > 0 && text[i-1] < utf8.RuneSelf): // page2 is a name, and no number of a page
			is = 1
		case unicode.IsLetter(r), unicode.IsMark(r), unicode.IsNumber(r):
			is = 2
		}
		if is != kind {
			end(i)
			if kind = is; is > 0 {
				begin = i
			}
		}
		if is == 0 && (strings.ContainsRune("|–—·•«»‹›()[]{}<>:;", r) || r == '-' && strings.HasSuffix(text[:i], " ")) {
			part++
		}
	}
	end(len(text))
	return words
}

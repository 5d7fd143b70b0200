package main

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"

	"github.com/aranea-search/aranea/analyze/prior"
	"github.com/aranea-search/aranea/extract/charset"
)

// pageCharsets says in which charsets the pages of a host are measured, by what its name
// begins with; the first that fits counts. Other hosts are English.
var pageCharsets = [...]struct{ lang, charsets string }{
	{"zh-tw.", "big5"}, {"zh", "gb18030"}, {"ja.", "shift_jis euc-jp iso-2022-jp"}, {"ko.", "euc-kr"},
	{"ru.", "windows-1251 koi8-r ibm866 iso-8859-5 x-mac-cyrillic"}, {"el.", "windows-1253 iso-8859-7"},
	{"cs.", "windows-1250 iso-8859-2"}, {"pl.", "windows-1250 iso-8859-2"}, {"hr.", "windows-1250 iso-8859-2"}, {"ro.", "windows-1250"},
	{"tr.", "windows-1254"}, {"ar.", "windows-1256"}, {"fa.", ""}, {"hi.", ""}, {"vi.", ""},
	{"ca.", "windows-1252"}, {"da.", "windows-1252"}, {"de.", "windows-1252"}, {"es.", "windows-1252"}, {"fr.", "windows-1252"},
	{"id.", "windows-1252"}, {"it.", "windows-1252"}, {"nb.", "windows-1252"}, {"nl.", "windows-1252"}, {"pt", "windows-1252"}, {"sv.", "windows-1252"},
	{"", "windows-1252"},
}

// Bounds of the pages that are measured.
const (
	mostPages = 400 // of a host, evenly over it
	leastHigh = 4   // bytes beyond ASCII of a page that tells anything, but for English
)

// parts are what is asked of a page: all of it, and pieces from its middle, in bytes.
var parts = [...]int{0, 1024, 200}

// A pageTally counts the samples of a language in a charset.
type pageTally struct {
	right, all [len(parts)]int
	usual      int            // whole pages that are right where the usual charset of the host is known
	known      prior.Record   // of the host
	as         map[string]int // the charsets that whole pages were taken for
}

var declaration = regexp.MustCompile(`(?i)<meta[^>]*charset[^>]*>|<\?xml[^>]*\?>`)

// pages prints how many pages of WEB/HOST/*.html, re-encoded as they are but for their
// declaration, are read as they were written.
func pages(web string) error {
	tallies := map[string]*pageTally{}
	hosts, err := filepath.Glob(filepath.Join(web, "*.test"))
	if err != nil {
		return err
	}
	for _, host := range hosts {
		at := slices.IndexFunc(pageCharsets[:], func(p struct{ lang, charsets string }) bool {
			return strings.HasPrefix(filepath.Base(host), p.lang)
		})
		lang := cmp.Or(strings.TrimSuffix(pageCharsets[at].lang, "."), "en")
		for name := range strings.FieldsSeq(pageCharsets[at].charsets) {
			key := fmt.Sprintf("| %s | %s |", lang, name)
			if tallies[key] == nil {
				tallies[key] = &pageTally{as: map[string]int{}}
			}
			if err := tallies[key].host(host, lang, name); err != nil {
				return err
			}
		}
	}
	fmt.Println("| language | charset | whole pages | with the usual charset of the host | 1 KB | 200 bytes | taken for |\n|---|---|---|---|---|---|---|")
	var sum pageTally
	for _, key := range slices.Sorted(maps.Keys(tallies)) {
		t := tallies[key]
		fmt.Print(key)
		for i := range parts {
			fmt.Printf(" %d of %d |", t.right[i], t.all[i])
			if i == 0 {
				fmt.Printf(" %d of %d |", t.usual, t.all[i])
			}
			sum.usual += t.usual * (1 - min(i, 1))
			sum.right[i] += t.right[i]
			sum.all[i] += t.all[i]
		}
		fmt.Println(strings.TrimPrefix(fmt.Sprint(t.as), "map"), "|")
	}
	fmt.Print("| all | |")
	for i := range parts {
		fmt.Printf(" %.2f %% |", 100*float64(sum.right[i])/float64(max(sum.all[i], 1)))
	}
	fmt.Printf(" whole pages with the usual charset %.2f %% |\n", 100*float64(sum.usual)/float64(max(sum.all[0], 1)))
	return nil
}

// host measures the pages of a host in a charset.
func (t *pageTally) host(dir, lang, name string) error {
	enc, err := htmlindex.Get(name)
	if err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.html"))
	if err != nil {
		return err
	}
	t.known = prior.Record{}
	step := max(1, (len(files)+mostPages-1)/mostPages)
	for i := 0; i < len(files); i += step {
		page, err := os.ReadFile(files[i])
		if err != nil {
			return err
		}
		if !utf8.Valid(page) || bytes.HasPrefix(page, []byte("\xEF\xBB\xBF")) {
			continue
		}
		page = declaration.ReplaceAll(page, nil)
		for k, size := range parts {
			t.sample(k, inCharset(page, enc, size), enc, lang == "en", files[i])
		}
	}
	return nil
}

// inCharset returns a page in a charset, or a piece from its middle that begins with a tag.
func inCharset(page []byte, enc encoding.Encoding, size int) []byte {
	if size > 0 && size < len(page) {
		page = page[len(page)/2:]
		page = page[max(0, bytes.IndexByte(page, '<')):]
		page = bytes.ToValidUTF8(page[:min(len(page), 4*size)], nil)
	}
	coded, err := encoding.HTMLEscapeUnsupported(enc.NewEncoder()).Bytes(page)
	if err != nil {
		return nil
	}
	if size > 0 {
		coded = coded[:min(len(coded), size)]
	}
	return coded
}

// sample counts a sample, unless it has too few bytes beyond ASCII.
func (t *pageTally) sample(k int, coded []byte, enc encoding.Encoding, english bool, file string) {
	least := leastHigh
	if english {
		least = 1
	}
	high := 0
	for _, c := range coded {
		if c >= utf8.RuneSelf || c == 0x1B {
			high++
		}
	}
	if high < least {
		return
	}
	want, _ := enc.NewDecoder().Bytes(coded)
	if !english && !bytes.ContainsFunc(want, func(r rune) bool { return r >= utf8.RuneSelf && r != utf8.RuneError && unicode.IsLetter(r) }) {
		return // quotation marks alone tell no charset
	}
	got, told := charset.Decode(coded, "", true)
	t.all[k]++
	if k == 0 {
		learned := charset.Tell(coded, "", t.known.UsualCharset(), true)
		if same(learned.Decode(), want) {
			t.usual++
		}
		t.known.AddCharset(learned.Name)
	}
	if same(got, want) {
		t.right[k]++
		return
	}
	if k == 0 {
		t.as[told.Name]++
	}
	if os.Getenv("SHOW") != "" {
		fmt.Fprintln(os.Stderr, k, file, told.Name)
	}
}

// same reports whether a text was read as it was written.
func same(got, want []byte) bool {
	return bytes.Equal(bytes.ToValidUTF8(got, []byte("\uFFFD")), bytes.ToValidUTF8(want, []byte("\uFFFD")))
}

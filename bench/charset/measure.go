package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
)

// written says in which charsets the pages of each language were written.
var written = [...]struct{ lang, charsets string }{
	{"ru", "windows-1251 koi8-r ibm866 iso-8859-5 x-mac-cyrillic utf-16le utf-16be"},
	{"uk", "windows-1251 koi8-u x-mac-cyrillic"}, {"bg", "windows-1251"}, {"be", "windows-1251"}, {"sr", "windows-1251 iso-8859-5"},
	{"ja", "shift_jis euc-jp iso-2022-jp utf-16le"}, {"zh-cn", "gb18030"}, {"zh-tw", "big5"}, {"ko", "euc-kr"},
	{"el", "windows-1253 iso-8859-7"}, {"tr", "windows-1254"}, {"he", "windows-1255 iso-8859-8"}, {"ar", "windows-1256 iso-8859-6"},
	{"lt", "windows-1257"}, {"lv", "windows-1257 iso-8859-13"}, {"et", "windows-1257"},
	{"pl", "windows-1250 iso-8859-2"}, {"cs", "windows-1250 iso-8859-2"}, {"hu", "windows-1250 iso-8859-2"}, {"ro", "windows-1250"},
	{"vi", "windows-1258"}, {"th", "windows-874"}, {"de", "windows-1252"}, {"fr", "windows-1252"}, {"es", "windows-1252"}, {"pt-br", "windows-1252"}, {"sv", "windows-1252"},
	{"ca", "windows-1252"}, {"is", "windows-1252"}, {"nb", "windows-1252"}, {"nl", "windows-1252"}, {"gl", "windows-1252"}, {"eu", "windows-1252"}, {"id", "windows-1252"},
	{"sk", "windows-1250 iso-8859-2"}, {"sl", "windows-1250 iso-8859-2"}, {"hr", "windows-1250 iso-8859-2"},
}

// kinds of samples, by their size in bytes with what markup they have.
var kinds = [...]struct {
	name   string
	size   int
	markup bool // the text stands between tags
}{
	{"200 bytes", 200, false}, {"in markup", 200, true}, {"1 KB", 1000, false}, {"in markup", 1000, true}, {"whole pages", 10_000, true},
}

const samples = 60 // of each language, charset and size

// measure prints how many samples of each kind are read as they were written.
func measure(dir string) error {
	fmt.Print("| language | charset |")
	for _, k := range kinds {
		fmt.Printf(" %s |", k.name)
	}
	fmt.Println("\n|---|---|" + strings.Repeat("---|", len(kinds)))
	var right [len(detectors)][len(kinds)]int
	var all [len(kinds)]int
	for _, w := range written {
		text, err := lines(filepath.Join(dir, w.lang+".txt"), false)
		if err != nil {
			return err
		}
		for _, name := range strings.Fields(w.charsets) {
			enc, err := htmlindex.Get(name)
			if err != nil {
				return err
			}
			fmt.Printf("| %s | %s |", w.lang, name)
			for i, k := range kinds {
				got, of := count(text, w.lang, name, enc, k.size, k.markup)
				for d := range detectors {
					right[d][i] += got[d]
				}
				all[i] += of
				fmt.Printf(" %d of %d |", got[0], of)
			}
			fmt.Println()
		}
	}
	for d, r := range right {
		fmt.Printf("| all | %s |", detectors[d].name)
		for i := range kinds {
			fmt.Printf(" %.1f %% |", 100*float64(r[i])/float64(all[i]))
		}
		fmt.Println()
	}
	return nil
}

// count returns how many samples each detector reads right.
func count(text []string, lang, name string, enc encoding.Encoding, size int, markup bool) (right [len(detectors)]int, all int) {
	at := 0
	for all < samples && at < len(text) {
		var in []byte
		for at < len(text) && len(in) < size {
			l := asWritten(lang, text[at])
			at++
			b, err := enc.NewEncoder().Bytes([]byte(l))
			if err != nil {
				continue // a line that the charset cannot write
			}
			if strings.HasPrefix(name, "utf-16") {
				b, _ = enc.NewEncoder().Bytes([]byte(l + "\n"))
				in = append(in, bytes.TrimPrefix(bytes.TrimPrefix(b, []byte("\xff\xfe")), []byte("\xfe\xff"))...)
				continue
			}
			if markup {
				in = append(in, "<div class=\"section\"><p id=\"x\">"...)
			}
			in = append(append(in, b...), '\n')
			if markup {
				in = append(in, "</p></div>"...)
			}
		}
		if len(in) < size {
			break
		}
		want, err := enc.NewDecoder().Bytes(in)
		if err != nil || !utf8.Valid(want) || !bytes.ContainsFunc(want, func(r rune) bool { return r >= 0x80 }) {
			continue
		}
		all++
		for d := range detectors {
			if got, told := detectors[d].read(in, markup); bytes.Equal(got, want) {
				right[d]++
			} else if d == 0 && os.Getenv("SHOW") != "" {
				fmt.Fprintf(os.Stderr, "%s %s is read as %s: %.200s\n", lang, name, told, want)
			}
		}
	}
	return right, all
}

package dedupe

import (
	"bytes"
	"hash/crc32"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// TestRoles compares the ranges of roleOf with the tables of Unicode, because stored sketches
// depend on them.
func TestRoles(t *testing.T) {
	t.Parallel()
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		want, wantRole := unicode.ToLower(r), isPart
		switch {
		case r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
			want, wantRole = r, isAlone
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r):
			want, wantRole = r, isNone
		}
		if got, role := roleOf(r); got != want || role != wantRole {
			t.Fatalf("%U: %U, %d; want %U, %d", r, got, role, want, wantRole)
		}
	}
}

// numbersPlainly is Numbers word by word.
func numbersPlainly(p *aranea.Page, most int) []uint32 {
	var out []uint32
	for word := range bytes.FieldsSeq(p.Text) {
		word = bytes.Trim(word, ".,;:!?()[]")
		if !bytes.ContainsAny(word, "0123456789") || strings.Contains(p.URL.Target(), string(word)) || len(out) == most {
			continue
		}
		h := fnv.New32a()
		_, _ = h.Write(word) // Write of a hash never fails
		out = append(out, h.Sum32())
	}
	return out
}

// FuzzNumbers compares Numbers with numbersPlainly.
func FuzzNumbers(f *testing.F) {
	for _, text := range []string{"", "7", "a 1, (2) b3\u00a04\u30005 6", "no", "2026-11-22T10:00 x\xff9 \u20281\n", " 1 22 333 1"} {
		f.Add([]byte(text), 3)
	}
	f.Fuzz(func(t *testing.T, text []byte, most int) {
		u, err := weburl.Parse("http://a.test/22/x")
		if err != nil {
			t.Fatal(err)
		}
		p := &aranea.Page{URL: u, Text: text}
		most = min(max(most, 0), 64)
		if got, want := Numbers(p, most), numbersPlainly(p, most); !slices.Equal(got, want) {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	})
}

// shapePlainly is Shape for a text that is divided at its words with a digit.
func shapePlainly(text []byte) uint64 {
	var all []byte
	numbered := regexp.MustCompile(`[^\x00- ]*[0-9][^\x00- ]*`)
	for _, part := range numbered.Split(string(text), -1) {
		if part = strings.TrimFunc(part, isSpace); part != "" {
			all = append(append(all, part...), ' ')
		}
	}
	return uint64(len(all))<<32 | uint64(crc32.Checksum(all, crc32.MakeTable(crc32.Castagnoli)))
}

// sketchPlainly divides a text into words character by character.
func sketchPlainly(text []byte) *sketcher {
	s, h, in := &sketcher{}, uint64(offset), false
	end := func() {
		if in {
			s.word(h)
		}
		h, in = offset, false
	}
	for _, r := range string(text) {
		r, role := roleOf(unicode.ToLower(r))
		if role != isPart {
			end()
		}
		if role != isNone {
			h, in = (h^uint64(r))*prime, true
		}
		if role == isAlone {
			end()
		}
	}
	end()
	return s
}

// FuzzWords compares Shape and the words of a sketch with the plain versions.
func FuzzWords(f *testing.F) {
	for _, text := range []string{
		"", "a", "The cat, 3 dogs\u00a0and 4b\u3000 \u00dfß", "蛛丝 Ёлки-palki ไทย x", "\xff\xe4\xb8a\x80 b", "No\x00ne\x7f Straße", "Abcdefgh ijklmnopqrstuvwxyz0123456789 12345678é AZaz09 @[`{/: Überlänge12345678",
		"one two three four five six seven eight nine ten eleven twelve thirteen", "Việt Nam 한국어 カタカナー１２ ，x　y\u0e3a\u0e3b\u0e5b ", "\xed\xa0\x80a\xe0\x80\x80b\xc1\x81c\xf4\x90\x80\x80d\xe0\xb8",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if got, want := Shape(&aranea.Page{Text: text}), shapePlainly(text); got != want {
			t.Errorf("%q: shape %x, want %x", text, got, want)
		}
		var got sketcher
		got.add(append([]byte("x "), append(text, "y8"...)...), 2, 2+len(text))
		if want := sketchPlainly(text); got != *want {
			t.Errorf("%q: %d words, want %d", text, got.words, want.words)
		}
	})
}

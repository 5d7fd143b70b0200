package analyze

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestWordBytes holds what is told of eight bytes at once against the table, for each
// byte in each place between others.
func TestWordBytes(t *testing.T) {
	t.Parallel()
	for b := range 256 {
		for at := range 8 {
			for _, fill := range []byte{0, 'z', '9', 0x7F, 0x80, 0xFF} {
				eight := bytes.Repeat([]byte{fill}, 8)
				eight[at] = byte(b)
				got := wordBytes(binary.LittleEndian.Uint64(eight))
				for i, c := range eight {
					want := uint64(0)
					if asciiWord[c] {
						want = 0x80
					}
					if got>>(8*i)&0xFF != want {
						t.Fatalf("% x: byte %d is %x, want %x", eight, i, got>>(8*i)&0xFF, want)
					}
				}
			}
		}
	}
}

// TestLoad reads eight bytes from each place of texts of all lengths.
func TestLoad(t *testing.T) {
	t.Parallel()
	text := []byte("abcdefghijklmnopqrstuvwxyz")
	for n := range len(text) {
		for at := range n + 1 {
			var want [8]byte
			copy(want[:], text[at:n])
			if got := load(text[:n:n], at); got != binary.LittleEndian.Uint64(want[:]) {
				t.Errorf("%d of %d bytes: %x, want % x", at, n, got, want)
			}
		}
	}
}

// TestWordsWhereverTheyStand: words of all lengths and with what may follow a letter
// are cut alike at the end of a text and before more of it, and have the key of their
// spelling, whatever their case.
func TestWordsWhereverTheyStand(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(8, 8))
	for range 20_000 {
		text := make([]byte, rnd.IntN(40))
		for i := range text {
			text[i] = "aaaaaaaaZ0's+#\xC3\xA9\xD7 -_"[rnd.IntN(20)]
		}
		if err := sameWords(text); err != nil {
			t.Fatal(err)
		}
	}
}

// sameWords compares the words of a text, of the text with more behind it, and of the
// text in upper case, and looks for each as it is spelled.
func sameWords(text []byte) error {
	a := New(0)
	short, n := a.Append(nil, text[:len(text):len(text)], En)
	long, m := a.Append(nil, append(bytes.Clone(text), "          "...), En)
	if len(short) != len(long) || n != m {
		return fmt.Errorf("%q: %d tokens, %d positions; %d, %d with whitespace behind", text, len(short), n, len(long), m)
	}
	for i, s := range short {
		if s != long[i] {
			return fmt.Errorf("%q: %+v, %+v with whitespace behind", text, s, long[i])
		}
		raw := text[s.Start:s.End]
		k := a.secret.key(raw)
		if w := a.word(En.profile(), &k, raw); w != s.Word {
			return fmt.Errorf("%q: %q is found as %+v, not %+v", text, raw, w, s.Word)
		}
		upper := bytes.ToUpper(raw)
		if k := a.secret.key(upper); isASCII(raw) && a.word(En.profile(), &k, upper).Form() != s.Word.Form() {
			return fmt.Errorf("%q: %q is another word in upper case", text, raw)
		}
	}
	return nil
}

func isASCII(b []byte) bool {
	return !bytes.ContainsFunc(b, func(r rune) bool { return r >= 0x80 })
}

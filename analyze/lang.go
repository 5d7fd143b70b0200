package analyze

import "strings"

// Lang is a language the analyzer can name. The zero value is Und, unknown.
// It is stored by its ISO 639 code (String), never by its number.
type Lang uint8

// The languages that can be named. Those without a stemmer are here so that pages can be
// filtered by language and are not stemmed by the wrong stemmer.
const (
	Und Lang = iota
	En
	Ru
	Pt
	Zh
	Ja
	Ko
	De
	Fr
	Es
	It
	Nl
	Pl
	Cs
	Sk
	Sv
	Da
	No
	Fi
	Hu
	Ro
	Ca
	Gl
	Tr
	Vi
	ID
	Uk
	Be
	Bg
	Sr
	Mk
	Kk
	El
	He
	Ar
	Fa
	Hi
	Th
	Hr
	Sl
	Lt
	Lv
	Et
	Eu
	Bn // from here on in the order of their scripts
	Pa
	Gu
	Ta
	Te
	Kn
	Ml
	Hy
	Ka
	numLangs
)

var langCodes = [numLangs]string{
	"und", "en", "ru", "pt", "zh", "ja", "ko", "de", "fr", "es", "it", "nl",
	"pl", "cs", "sk", "sv", "da", "no", "fi", "hu", "ro", "ca", "gl", "tr",
	"vi", "id", "uk", "be", "bg", "sr", "mk", "kk", "el", "he", "ar", "fa",
	"hi", "th", "hr", "sl", "lt", "lv", "et", "eu",
	"bn", "pa", "gu", "ta", "te", "kn", "ml", "hy", "ka",
}

// codeLangs maps the two letters of a code, by their lower five bits, to the language.
var codeLangs = func() (langs [32][32]Lang) {
	for l, code := range langCodes[1:] {
		langs[code[0]&31][code[1]&31] = Lang(l + 1)
	}
	return langs
}()

// String returns the ISO 639-1 code in lower case, or "und".
func (l Lang) String() string {
	if l >= numLangs {
		return langCodes[Und]
	}
	return langCodes[l]
}

// MarshalText writes the code.
func (l Lang) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads a language tag; a language that cannot be named is read as Und.
func (l *Lang) UnmarshalText(text []byte) error {
	*l, _ = ParseLang(string(text))
	return nil
}

// ParseLang reads a language tag as found in pages and headers (BCP 47: "pt-BR"; also "zh_CN",
// "en-US, en;q=0.5", ISO 639-2 codes, and the English names of the four main languages). Only
// the first tag counts. The second result reports whether the language can be named.
func ParseLang(tag string) (Lang, bool) {
	if len(tag) == 2 {
		if l := codeLangs[tag[0]&31][tag[1]&31]; l != Und && langCodes[l] == tag {
			return l, true
		}
	}
	tag = strings.TrimSpace(tag)
	if i := strings.IndexAny(tag, "-_,; \t/."); i >= 0 {
		tag = tag[:i]
	}
	if len(tag) < 2 || len(tag) > 10 {
		return Und, false
	}
	tag = strings.ToLower(tag)
	for i, code := range langCodes {
		if code == tag && Lang(i) != Und {
			return Lang(i), true
		}
	}
	return parseLongTag(tag)
}

func parseLongTag(tag string) (Lang, bool) {
	switch tag {
	case "eng", "english":
		return En, true
	case "rus", "russian":
		return Ru, true
	case "por", "portuguese":
		return Pt, true
	case "zho", "chi", "cmn", "chinese", "cn":
		return Zh, true
	case "jpn", "jp":
		return Ja, true
	case "kor":
		return Ko, true
	case "deu", "ger":
		return De, true
	case "fra", "fre":
		return Fr, true
	case "spa":
		return Es, true
	case "ita":
		return It, true
	case "ukr":
		return Uk, true
	case "nb", "nn", "nor":
		return No, true
	case "iw":
		return He, true
	}
	return Und, false
}

// Package filename finds the words in the name of a file, such as "zebrafish tank" in
// zebrafish_tank-300x200.png, and whether they say anything.
//
// Floor: 2 (pure). Stability: engine. It has no dictionary, only short lists of words that say
// nothing: those of cameras, sizes and ornaments.
package filename

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// Limits of a name.
const (
	maxName  = 200 // bytes; only the first ones of a longer name are read
	maxWords = 16
)

// generic are words that say nothing about the content of a file: those of cameras, programs and
// sizes.
var generic = strings.Fields(`dsc dscn dscf img imag image images imgp mvi pic pics pict picture photo photos foto
	screen shot screenshot capture scan untitled unnamed default placeholder dummy test figure fig file copy final new
	thumb thumbs thumbnail small medium large big full scaled resized crop cropped width height original preview cover
	logo avatar header footer banner top bottom left right up down prev previous next home back
	video audio sound movie clip track download archive setup jpg jpeg png gif webp svg`)

// ornaments are words for parts of the design of a site; a name with one of them says nothing.
var ornaments = strings.Fields(`icon icons ico favicon spacer pixel blank transparent clear shim bullet button btn
	arrow arrows bg background sprite sprites divider separator loading loader spinner badge emoji smiley smilies`)

// pictures are the file name extensions of pictures.
var pictures = []string{"avif", "bmp", "gif", "heic", "heif", "jfif", "jpeg", "jpg", "png", "svg", "tif", "tiff", "webp"}

// documents are the file name extensions of documents that browsers show.
var documents = []string{"htm", "html", "pdf", "txt", "xhtml", "xml"}

// IsPicture reports whether a URL or a reference names a picture by its extension.
func IsPicture(ref string) bool {
	name := last(ref)
	dot := strings.LastIndexByte(name, '.')
	return dot >= 0 && slices.Contains(pictures, strings.ToLower(name[dot+1:]))
}

// IsDocument reports whether a URL or a reference names a document that browsers show, by its
// extension.
func IsDocument(ref string) bool {
	name := last(ref)
	dot := strings.LastIndexByte(name, '.')
	return dot >= 0 && slices.Contains(documents, strings.ToLower(name[dot+1:]))
}

// last returns the last part of the path of a reference.
func last(ref string) string {
	ref, _, _ = strings.Cut(ref, "#")
	ref, _, _ = strings.Cut(ref, "?")
	return ref[strings.LastIndexByte(ref, '/')+1:]
}

// Words returns the words of the file name at the end of a URL or a reference, joined by spaces.
// They are separated by characters that are neither letters nor digits, between letters and
// digits, and at capitals as in theseTwo. The extension, sizes such as 300x200 and checksums
// such as 5f3a9c2b1d are left out, and so is invalid UTF-8.
func Words(ref string) string {
	name := last(ref)
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		name = name[:dot]
	}
	name = name[:min(len(name), maxName)]
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain
	}
	name = strings.ToValidUTF8(name, " ")
	if isSum(strings.Map(func(r rune) rune {
		if r == '-' || r == '_' {
			return -1
		}
		return r
	}, name)) {
		return ""
	}
	var words []string
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M, unicode.Nd) }) {
		words = append(words, split(part)...)
	}
	return strings.Join(words[:min(len(words), maxWords)], " ")
}

// Tells reports whether the words of a name describe the content of the file: one of them has at
// least three bytes of letters and is not generic, and none is that of an ornament.
func Tells(words string) bool {
	tells := false
	for w := range strings.FieldsSeq(strings.ToLower(words)) {
		if slices.Contains(ornaments, w) {
			return false
		}
		tells = tells || len(w) >= 3 && !unicode.IsDigit([]rune(w)[0]) && !slices.Contains(generic, w)
	}
	return tells
}

// split splits a part of a name into runs of letters and of digits, and before a capital that
// follows a small letter. It returns nil for a size or a checksum.
func split(part string) []string {
	var words []string
	start, changes, letters := 0, 0, 0 // letters: bytes of the longest run
	before := rune(0)
	for i, r := range part {
		other := unicode.IsDigit(before) != unicode.IsDigit(r)
		if i > 0 && (other || unicode.IsLower(before) && unicode.IsUpper(r)) {
			words, start = append(words, part[start:i]), i
			if other {
				changes++
			}
		}
		if !unicode.IsDigit(r) {
			letters = max(letters, i-start+1)
		}
		before = r
	}
	if isSum(part) || changes > 2 || changes == 2 && letters < 3 {
		return nil
	}
	return append(words, part[start:])
}

// isSum reports whether a text consists of hexadecimal digits of a checksum.
func isSum(s string) bool {
	return len(s) >= 6 && strings.Trim(s, "0123456789abcdefABCDEF") == "" &&
		strings.ContainsAny(s, "0123456789") && strings.ContainsAny(s, "abcdefABCDEF")
}

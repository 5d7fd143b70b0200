package robotsmeta

import (
	"slices"
	"strconv"
	"strings"
)

// A ValueKind is the type of the value of a directive. The zero kind means no value.
type ValueKind uint8

// The kinds of values.
const (
	NoValue     ValueKind = 0
	NumberValue ValueKind = 1 // -1 or more: "max-snippet:50"
	SizeValue   ValueKind = 2 // "none", "standard" or "large"
	DateValue   ValueKind = 3 // see ParseDate
)

var valueKinds = [...]string{"none", "number", "size", "date"}

// String returns the name of the kind.
func (k ValueKind) String() string {
	if int(k) < len(valueKinds) {
		return valueKinds[k]
	}
	return "value(" + strconv.Itoa(int(k)) + ")"
}

// fits reports whether v is a value of this kind.
func (k ValueKind) fits(v string) bool {
	switch k {
	case NumberValue:
		n, err := strconv.Atoi(v)
		return err == nil && n >= -1
	case SizeValue:
		return slices.Contains(imageSizes[:], strings.ToLower(v))
	case DateValue:
		_, ok := ParseDate(v)
		return ok
	}
	return v == ""
}

// imageSizes are the values of max-image-preview in ascending order.
var imageSizes = [...]string{"none", "standard", "large"}

// A KnownDirective describes a directive.
type KnownDirective struct {
	Name     string
	Value    ValueKind // the value after the colon
	Opposite string    // the directive with the opposite meaning, "" if there is none
	Meaning  string
	Obsolete bool // its subject no longer exists
}

// KnownDirectives returns the directives that this package knows.
func KnownDirectives() []KnownDirective { return slices.Clone(directives[:]) }

var directives = [...]KnownDirective{
	{Name: "index", Opposite: "noindex", Meaning: "the page may be indexed; the default"},
	{Name: "noindex", Opposite: "index", Meaning: "the page must not be in an index"},
	{Name: "follow", Opposite: "nofollow", Meaning: "links may be followed; the default"},
	{Name: "nofollow", Opposite: "follow", Meaning: "no link of the page is followed"},
	{Name: "all", Opposite: "none", Meaning: "index and follow"},
	{Name: "none", Opposite: "all", Meaning: "noindex and nofollow"},
	{Name: "archive", Opposite: "noarchive", Meaning: "a copy may be shown; the default"},
	{Name: "noarchive", Opposite: "archive", Meaning: "no copy may be kept or shown"},
	{Name: "nocache", Opposite: "archive", Meaning: "no copy may be kept or shown; Bing's name for noarchive"},
	{Name: "snippet", Opposite: "nosnippet", Meaning: "a snippet may be shown; the default"},
	{Name: "nosnippet", Opposite: "snippet", Meaning: "no text or video preview may be shown"},
	{Name: "max-snippet", Value: NumberValue, Meaning: "the longest snippet in letters; 0 is none, -1 is free"},
	{Name: "max-image-preview", Value: SizeValue, Meaning: "the largest picture shown: none, standard or large"},
	{Name: "max-video-preview", Value: NumberValue, Meaning: "the longest video preview in seconds; 0 is a still, -1 is free"},
	{Name: "notranslate", Meaning: "no translation may be offered"},
	{Name: "noimageindex", Meaning: "pictures of the page must not be indexed"},
	{Name: "unavailable_after", Value: DateValue, Meaning: "the page leaves the index at a date"},
	{Name: "indexifembedded", Meaning: "with noindex: the page may be indexed inside another"},
	{Name: "noai", Meaning: "the page must not train models"},
	{Name: "noimageai", Meaning: "the pictures of the page must not train models"},
	{Name: "noodp", Meaning: "no description from the Open Directory", Obsolete: true},
	{Name: "noydir", Meaning: "no description from Yahoo's directory", Obsolete: true},
	{Name: "noyaca", Meaning: "no description that Yandex makes by itself; once: none from its catalogue"},
}

func lookup(name string) (KnownDirective, bool) {
	if i := indexOf(name); i >= 0 {
		return directives[i], true
	}
	return KnownDirective{}, false
}

// indexOf returns the index of a known directive, or -1.
func indexOf(name string) int {
	for i := range directives {
		if directives[i].Name == name {
			return i
		}
	}
	return -1
}

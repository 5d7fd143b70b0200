package robotsmeta

import (
	"slices"
	"strings"
)

// A KnownDirective says what a directive is for.
type KnownDirective struct {
	Name     string
	Valued   bool   // it takes a value behind a colon
	Opposite string // the directive that says the contrary, "" if there is none
	Meaning  string
	Obsolete bool
}

// KnownDirectives returns the directives that are known here.
func KnownDirectives() []KnownDirective { return slices.Clone(directives[:]) }

var directives = [...]KnownDirective{
	{Name: "index", Opposite: "noindex", Meaning: "the page may be indexed; the default"},
	{Name: "noindex", Opposite: "index", Meaning: "the page must not be in an index"},
	{Name: "follow", Opposite: "nofollow", Meaning: "links may be followed; the default"},
	{Name: "nofollow", Opposite: "follow", Meaning: "no link of the page is followed"},
	{Name: "all", Opposite: "none", Meaning: "index and follow"},
	{Name: "none", Opposite: "all", Meaning: "noindex and nofollow"},
	{Name: "archive", Opposite: "noarchive", Meaning: "a copy may be shown; the default"},
	{Name: "noarchive", Opposite: "archive", Meaning: "no copy may be shown"},
	{Name: "nocache", Opposite: "archive", Meaning: "no copy may be shown; Bing's name for noarchive"},
	{Name: "snippet", Opposite: "nosnippet", Meaning: "a snippet may be shown; the default"},
	{Name: "nosnippet", Opposite: "snippet", Meaning: "no text or video preview may be shown"},
	{Name: "max-snippet", Valued: true, Meaning: "the longest snippet in letters; 0 is none, -1 is free"},
	{Name: "max-image-preview", Valued: true, Meaning: "none, standard or large"},
	{Name: "max-video-preview", Valued: true, Meaning: "the longest video preview in seconds; 0 is a still, -1 is free"},
	{Name: "notranslate", Meaning: "no translation may be offered"},
	{Name: "noimageindex", Meaning: "pictures of the page must not be indexed"},
	{Name: "unavailable_after", Valued: true, Meaning: "the page leaves the index at a date"},
	{Name: "indexifembedded", Meaning: "with noindex: the page may be indexed inside another"},
	{Name: "noai", Meaning: "the text must not train models"},
	{Name: "noimageai", Meaning: "the pictures must not train models"},
	{Name: "noodp", Meaning: "no description from the Open Directory", Obsolete: true},
	{Name: "noydir", Meaning: "no description from Yahoo's directory", Obsolete: true},
	{Name: "noyaca", Meaning: "no description from Yandex's catalogue", Obsolete: true},
}

func lookup(name string) (KnownDirective, bool) {
	for i := range directives {
		if directives[i].Name == name {
			return directives[i], true
		}
	}
	return KnownDirective{}, false
}

func known(name string) bool {
	_, ok := lookup(name)
	return ok
}

// valued reports whether the name is a directive that takes a value, so that
// the colon after it does not end a robot's name.
func valued(name string) bool {
	d, ok := lookup(strings.ToLower(name))
	return ok && d.Valued
}

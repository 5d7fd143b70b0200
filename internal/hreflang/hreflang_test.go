package hreflang

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestFault checks which values of hreflang name a language.
func TestFault(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "en-GB", "EN-gb", "x-default", "X-Default", "es-419", "zh-Hans-CN", "de-DE-1996", "iw", "sr-Latn", "uk", "no", "deu", "en-150", "be"} {
		if fault := Fault(lang); fault != "" {
			t.Errorf("%q: %s", lang, fault)
		}
	}
	for lang, want := range map[string]string{
		"": "empty", "en-UK": "GB", "en_US": `"_US"`, "jp": "of a country and not of a language", "us": "of a country", "cz": "of a country", "xq": "no code of a language",
		"en-EU": "EU is no code of a country", "de-XX": "no code of a country", "english": "well-formed", "en-US-US": "well-formed", "de-AAAA": "AAAA is no code of a region",
		"x-foo": "no language", "und": "no language", "de--AT": "well-formed", "de-AT ": "does not belong", "zh-CHS": "CHS", "de\x00": "does not belong", "d\xff": "does not belong",
	} {
		if fault := Fault(lang); !strings.Contains(fault, want) {
			t.Errorf("%q: %q, want one with %q", lang, fault, want)
		}
	}
}

func TestAdd(t *testing.T) {
	t.Parallel()
	var s Set
	s.Add(" de ", "http://a.test/de")
	s.Add("de", "http://a.test/de")
	s.Add("de", "http://a.test/other")
	s.Add("de-AT", "http://a.test/de")
	if got := fmt.Sprint(s.All); got != "[{de http://a.test/de} {de http://a.test/other} {de-AT http://a.test/de}]" || s.Cut {
		t.Errorf("%s, cut %t", got, s.Cut)
	}
	s.Add(strings.Repeat("é", MaxLang), "http://a.test/long")
	if last := s.All[3].Lang; len(last) > MaxLang || !utf8.ValidString(last) {
		t.Errorf("a language of %d bytes is kept: %q", len(last), last)
	}
	for i := range Max + 1 {
		s.Add("fr", fmt.Sprint("http://a.test/", i))
	}
	if len(s.All) != Max || !s.Cut {
		t.Errorf("%d alternates are kept, cut %t", len(s.All), s.Cut)
	}
}

// FuzzFault: every tag has an answer.
func FuzzFault(f *testing.F) {
	for _, lang := range []string{"en-UK", "zh-Hans-CN", "x-default", "i-klingon", "en-u-ca-buddhist", "de_DE", "\xff"} {
		f.Add(lang)
	}
	f.Fuzz(func(t *testing.T, lang string) {
		fault := Fault(lang)
		if fault == "" && Fault(strings.ToUpper(lang)) != "" {
			t.Errorf("%q is a language, and %q is none: %s", lang, strings.ToUpper(lang), Fault(strings.ToUpper(lang)))
		}
		if !utf8.ValidString(fault) {
			t.Errorf("%q: %q is not UTF-8", lang, fault)
		}
	})
}

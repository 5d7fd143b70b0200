package prior_test

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea/analyze/prior"
)

// TestUsual: a language is the usual one if nearly all of at least five pages have it,
// the likely one if most of however few have it, and what is stored says the same.
func TestUsual(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pages        map[string]int
		want, likely string
	}{
		{nil, "", ""}, {map[string]int{"en": 1}, "", "en"}, {map[string]int{"en": 4}, "", "en"}, {map[string]int{"en": 5}, "en", "en"},
		{map[string]int{"en": 8, "fr": 2}, "en", "en"}, {map[string]int{"en": 7, "fr": 2}, "", "en"}, {map[string]int{"ru": 50_000, "en": 10}, "ru", "ru"},
	} {
		r := prior.Record{Origin: "http://a.test"}
		for lang, n := range tt.pages {
			for range n {
				r.Add(lang)
			}
		}
		data, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		read, err := prior.Decode(data)
		if err != nil || r.Usual() != tt.want || read.Usual() != tt.want || read.Likely() != tt.likely || read.Origin != r.Origin {
			t.Errorf("%v: %q, and %q, likely %q, read again, %v; want %q, %q", tt.pages, r.Usual(), read.Usual(), read.Likely(), err, tt.want, tt.likely)
		}
	}
}

// TestUsualCharset: charsets are counted apart from languages, and stored.
func TestUsualCharset(t *testing.T) {
	t.Parallel()
	r := prior.Record{Origin: "http://a.test"}
	for i := range 5 {
		if got := r.UsualCharset(); got != "" {
			t.Errorf("after %d pages %q", i, got)
		}
		r.Add("hr")
		r.AddCharset("windows-1250")
	}
	data, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	read, err := prior.Decode(data)
	if err != nil || read.UsualCharset() != "windows-1250" || read.Usual() != "hr" {
		t.Errorf("%q, %q, %v", read.UsualCharset(), read.Usual(), err)
	}
	if _, err := prior.Decode([]byte(`{"charsets":{"koi8-r":4000000000}}`)); err == nil {
		t.Error("a count that nobody made is read")
	}
}

// TestBounds: a site of many languages, or of many pages, takes no more room than
// others, and a change of its language is seen.
func TestBounds(t *testing.T) {
	t.Parallel()
	var r prior.Record
	stored := 0
	for i := range 5000 {
		if r.Add(fmt.Sprintf("x%d", i%100)) {
			stored++
		}
	}
	if len(r.Pages) > prior.MaxLanguages+1 || r.Usual() != "" || stored > 500 {
		t.Errorf("%d languages, usual %q, stored %d times", len(r.Pages), r.Usual(), stored)
	}
	for range 5000 {
		r.Add("de")
	}
	if r.Usual() != "de" {
		t.Errorf("the language of a site that has changed: %v", r.Pages)
	}
}

// FuzzDecode: what is damaged is an error or a record within its bounds.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"origin":"http://a.test","pages":{"en":7}}`))
	f.Add([]byte(`{"pages":{"en":4294967295,"fr":4294967295}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := prior.Decode(data)
		if err != nil {
			return
		}
		if r.Add("en"); len(r.Pages) > prior.MaxLanguages+2 {
			t.Errorf("%d languages", len(r.Pages))
		}
	})
}

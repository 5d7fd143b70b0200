package maintenance

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/engine/service"
)

// lost yields a damaged file, followed by the given number of lost pages for each host.
func lost(pages map[string]int, repaired bool) func(func(service.Fault, error) bool) {
	return func(yield func(service.Fault, error) bool) {
		if !yield(service.Fault{File: "index/a.seg", Offset: 7, Text: "a checksum is wrong", Repaired: repaired}, nil) {
			return
		}
		for _, host := range slices.Sorted(maps.Keys(pages)) {
			for i := range pages[host] {
				u := fmt.Sprintf("http://%s/%d", host, i)
				if !yield(service.Fault{File: "index", Text: u + " is lost", URL: u, Repaired: repaired}, nil) {
					return
				}
			}
		}
	}
}

func uncovered() error { return nil }

// TestLostPages checks that of many pages with the same fault only a few are printed, with the
// total numbers.
func TestLostPages(t *testing.T) {
	t.Parallel()
	many := map[string]int{}
	for i := range 30 {
		many[fmt.Sprintf("%02d.test", i)] = 5
	}
	for _, tt := range []struct {
		name  string
		pages map[string]int
		json  bool
		lines int
		has   []string
	}{
		{"one", map[string]int{"a.test": 1}, false, 3, []string{"index/a.seg at byte 7: a checksum is wrong\n", "index: http://a.test/0 is lost\n", "2 faults; "}},
		{"two", map[string]int{"a.test": 2}, false, 5, []string{"index: 2 pages of 1 host: each is lost\n    http://a.test/0\n    http://a.test/1\n3 faults; "}},
		{"many hosts", many, false, 7, []string{"wrong\nindex: 150 pages of 30 hosts: each is lost\n    http://00.test/0\n", "--json names all pages.\n151 faults; "}},
		{"for programs", many, true, 151, []string{`"url":"http://29.test/4"`}},
	} {
		var b strings.Builder
		if err := runCheck(&b, lost(tt.pages, false), false, tt.json, uncovered); err == nil {
			t.Errorf("%s: faults are no error", tt.name)
		}
		if n := strings.Count(b.String(), "\n"); n != tt.lines {
			t.Errorf("%s: %d lines, want %d:\n%s", tt.name, n, tt.lines, b.String())
		}
		for _, text := range tt.has {
			if !strings.Contains(b.String(), text) {
				t.Errorf("%s lacks %q:\n%s", tt.name, text, b.String())
			}
		}
	}
	var b strings.Builder
	if err := runCheck(&b, lost(map[string]int{"a.test": 9}, true), true, false, uncovered); err != nil || !strings.Contains(b.String(), "9 pages of 1 host: each is lost (repaired)\n") {
		t.Errorf("repaired: %v\n%s", err, b.String())
	}
}

// TestDamagedFrontier checks that no repair is suggested, before or after one was tried.
func TestDamagedFrontier(t *testing.T) {
	t.Parallel()
	faults := func(yield func(service.Fault, error) bool) {
		_ = yield(service.Fault{File: "frontier/000202.sst", Text: "a part of it differs from its checksum"}, nil) &&
			yield(service.Fault{File: "index/a.seg", Text: "a checksum is wrong"}, nil)
	}
	for _, repair := range []bool{false, true} {
		var b strings.Builder
		err := runCheck(&b, faults, repair, false, uncovered)
		if text := b.String(); err == nil || strings.Contains(text, "--repair") || !strings.Contains(text, "2 faults; the frontier cannot be rebuilt") || !strings.Contains(text, "backup") {
			t.Errorf("with repair %t: %v\n%s", repair, err, text)
		}
	}
}

package selector_test

import (
	"testing"

	"github.com/aranea-search/aranea/extract/selector"
)

// TestTargets: what stands behind the last @ is an attribute, unless it belongs to the selector.
func TestTargets(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, selector, attr string }{
		{"li.x", "li.x", ""},
		{"a@HREF", "a", "href"},
		{"a @data-x", "a", "data-x"},
		{"@href", "", "href"},
		{`[x="a@b"]`, `[x="a@b"]`, ""},
		{`.a\@b`, `.a\@b`, ""},
		{`[x="a@b"]@c`, `[x="a@b"]`, "c"},
		{"a@", "a@", ""},
		{"", "", ""},
	} {
		if got := selector.CutTarget(tt.text); got.Selector != tt.selector || got.Attr != tt.attr {
			t.Errorf("%q is cut into %q and %q", tt.text, got.Selector, got.Attr)
		}
	}
}

// TestHostsOfSources: a host before a source is cut off, and is compared as in canonical URLs.
func TestHostsOfSources(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ source, host, rest, canonical, fault string }{
		{"css:p a", "", "css:p a", "", ""},
		{"Müller.DE  css:p a", "Müller.DE", "css:p a", "xn--mller-kva.de", ""},
		{"a b", "", "a b", "", ""},
		{"https://a.test/ css:p", "https://a.test/", "css:p", "", "write a.test, without a scheme"},
		{"a.test:80 css:p", "a.test:80", "css:p", "", "write the host without a port: a.test"},
		{"*.test css:p", "*.test", "css:p", "", `"*.test" is no host`},
	} {
		host, rest := selector.CutHost(tt.source, selector.TargetPrefix)
		if host != tt.host || rest != tt.rest {
			t.Errorf("%q is cut into %q and %q", tt.source, host, rest)
		}
		canonical, err := selector.CanonicalHost(host)
		if fault := ""; canonical != tt.canonical || err != nil && err.Error() != tt.fault || err == nil && tt.fault != fault {
			t.Errorf("%q: %q, %v", host, canonical, err)
		}
	}
}

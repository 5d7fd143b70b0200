package attribute

import "testing"

// TestClasses checks what the classes of elements say, and that parts of other names say nothing.
func TestClasses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		class                    string
		control, spoken, isBadge bool
	}{
		{"", false, false, false},
		{"headerlink", true, false, false},
		{"x headerlink", false, false, false},
		{"material-icons md-18", true, false, false},
		{"lineno linenos", true, false, false},
		{"a sr-only", false, true, false},
		{"sr-only md:not-sr-only", false, false, false},
		{"sr-only focus:not-sr-only", false, true, false},
		{"badge", false, false, true},
		{"sl-badge note", false, false, true},
		{"x tsd-tag", false, false, true},
		{"Label_pill  y", false, false, true},
		{"chip", false, false, true},
		{"guilabel", false, false, false},
		{"tags", false, false, false},
		{"label-x", false, false, false},
		{"g", false, false, false},
	} {
		c := []byte(tt.class)
		if IsControl(c) != tt.control || IsOnlySpoken(c) != tt.spoken || IsBadge(c) != tt.isBadge {
			t.Errorf("%q: control %v, only spoken %v, badge %v", tt.class, IsControl(c), IsOnlySpoken(c), IsBadge(c))
		}
	}
}

// TestStylesAndNames checks which styles hide an element, and which names call it an advertisement.
func TestStylesAndNames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text              string
		hides, advertises bool
	}{
		{"display: none !important", true, false},
		{"color: red; visibility:hidden", true, false},
		{"display: block; content: none", false, false},
		{"top ad-slot", false, true},
		{"sponsored", false, true},
		{"header shadow", false, false},
	} {
		if s := []byte(tt.text); Hides(s) != tt.hides || Advertises(s) != tt.advertises {
			t.Errorf("%q: hides %v, advertises %v", tt.text, Hides(s), Advertises(s))
		}
	}
	if got := string(AppendWord([]byte("div."), []byte("astro-vrdt3mbt"))); got != "div.astro-vrdt" {
		t.Error(got)
	}
}

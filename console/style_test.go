package console

import (
	"io/fs"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// leastContrast is the minimum contrast of text (WCAG 2.2, 1.4.3).
const leastContrast = 4.5

// pairs are the colors of text and of their backgrounds.
var pairs = [...][2]string{
	{"ink", "paper"}, {"ink", "card"}, {"dim", "paper"}, {"dim", "card"}, {"link", "paper"}, {"link", "card"}, {"visited", "paper"}, {"visited", "card"},
	{"accent", "paper"}, {"accent", "card"}, {"good", "paper"}, {"good", "card"}, {"mark-ink", "mark"},
}

// TestContrast checks the contrast of every text color, light and dark.
func TestContrast(t *testing.T) {
	t.Parallel()
	style, err := fs.ReadFile(files, "static/style.css")
	if err != nil {
		t.Fatal(err)
	}
	schemes := regexp.MustCompile(`(?s):root \{(.*?)\}`).FindAllStringSubmatch(string(style), -1)
	if len(schemes) != 2 {
		t.Fatalf("%d schemes of colours, want a light and a dark one", len(schemes))
	}
	for i, scheme := range schemes {
		colour := map[string]float64{}
		for _, m := range regexp.MustCompile(`--([a-z-]+): #([0-9a-f]{6});`).FindAllStringSubmatch(scheme[1], -1) {
			colour[m[1]] = luminance(t, m[2])
		}
		for _, p := range pairs {
			text, text2 := colour[p[0]]
			ground, ground2 := colour[p[1]]
			if c := (max(text, ground) + 0.05) / (min(text, ground) + 0.05); !text2 || !ground2 || c < leastContrast {
				t.Errorf("scheme %d: %s on %s has a contrast of %.2f, want %.1f", i, p[0], p[1], c, leastContrast)
			}
		}
	}
	button := regexp.MustCompile(`(?s)\nbutton \{.*?color: #fff;\s*background: #([0-9a-f]{6});.*?button:hover \{ background: #([0-9a-f]{6})`).FindStringSubmatch(string(style))
	if button == nil {
		t.Fatal("the colours of buttons are not found")
	}
	for _, ground := range button[1:] {
		if c := 1.05 / (luminance(t, ground) + 0.05); c < leastContrast {
			t.Errorf("white on a button, #%s, has a contrast of %.2f", ground, c)
		}
	}
}

// physical are properties and values that name a side of the screen.
var physical = regexp.MustCompile(`(?:^|[\s;{-])(?:left|right)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)|(?:padding|margin)\s*:(?:\s+\S+){4}`)

// TestSides checks that the style names the start and the end of a line, not the left and the
// right, so that the pages are as good in a language that is written from right to left.
func TestSides(t *testing.T) {
	t.Parallel()
	style, err := fs.ReadFile(files, "static/style.css")
	if err != nil {
		t.Fatal(err)
	}
	for n, line := range strings.Split(string(style), "\n") {
		for rule := range strings.SplitSeq(line, ";") {
			if physical.MatchString(rule) {
				t.Errorf("line %d: %s", n+1, rule)
			}
		}
	}
	for _, bad := range []string{".a { left: 0 }", ".a { padding-left: 1rem }", "text-align: right", "padding: 0 1rem 0 2rem"} {
		if !physical.MatchString(bad) {
			t.Errorf("%q passes", bad)
		}
	}
}

// TestLabels checks that labels of facts and states in lists are not broken within a word where
// there is room. With "anywhere" a label has no minimum width, with "break-word" it has one (CSS
// Text 3, 5.2).
func TestLabels(t *testing.T) {
	t.Parallel()
	style, err := fs.ReadFile(files, "static/style.css")
	if err != nil {
		t.Fatal(err)
	}
	if rule := regexp.MustCompile(`\n\.facts th \{[^}]*\}`).FindString(string(style)); !strings.Contains(rule, "overflow-wrap: break-word;") {
		t.Errorf("labels of facts have the rule %q", rule)
	}
	if rule := regexp.MustCompile(`\n\.counts thead th \{[^}]*\}`).FindString(string(style)); !strings.Contains(rule, "overflow-wrap: break-word;") {
		t.Errorf("heads of counts have the rule %q", rule)
	}
	if rule := regexp.MustCompile(`\n[^\n]*\.list \[data-name="state:"\][^{]*\{[^}]*\}`).FindString(string(style)); !strings.Contains(rule, "overflow-wrap: normal;") {
		t.Errorf("states in lists have the rule %q", rule)
	}
}

// TestLongWords checks that words without an end are broken in what sites write: results, and values that they
// are narrowed by. Without that a page is wider than a narrow screen.
func TestLongWords(t *testing.T) {
	t.Parallel()
	style, err := fs.ReadFile(files, "static/style.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []string{".filters a", "ol.results h2", ".snippet", "ul.held", ".where"} {
		if rule := regexp.MustCompile(`\n` + regexp.QuoteMeta(of) + ` \{[^}]*\}`).FindString(string(style)); !strings.Contains(rule, "overflow-wrap: anywhere;") {
			t.Errorf("%s has the rule %q", of, rule)
		}
	}
}

// luminance returns the relative luminance of a color given as six hexadecimal digits.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(strings.ToLower(hex[2*i:2*i+2]), 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		v := float64(n) / 255
		if v <= 0.04045 {
			sum += weight * v / 12.92
		} else {
			sum += weight * math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return sum
}

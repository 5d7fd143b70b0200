package outline

import (
	"fmt"
	"strings"
	"testing"
)

// A heading is a heading of a test: "2 text=id", with "2 (text)=id" for one that is not in the
// text.
func outlined(lines ...string) (stored []byte, text string) {
	var b Builder
	b.Reset()
	line := 0
	for _, l := range lines {
		if level := strings.IndexByte("123456", l[0]) + 1; level > 0 && l[1] == ' ' {
			heading, id, _ := strings.Cut(l[2:], "=")
			alone := ""
			if inner, ok := strings.CutPrefix(heading, "("); ok {
				alone = strings.TrimSuffix(inner, ")")
			}
			b.Heading(level, line, id, alone)
			if alone != "" {
				continue
			}
			l = heading
		}
		text += l + "\n"
		line++
	}
	return b.AppendTo([]byte(text)), text
}

// TestSections tells the section of each line of a page.
func TestSections(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		lines []string
		want  string // by line of the text, the identifier, "-" for none
	}{
		{"nothing", nil, ""},
		{"no headings", []string{"x", "y"}, "- -"},
		{"a title and two sections", []string{"1 (T)=t", "x", "2 A=a", "y", "2 B=b", "z", "z"}, "- a a b b b"},
		{"the first heading begins no section", []string{"x", "2 A=a", "y", "2 B=b", "z"}, "- - - b b"},
		{"one identifier is not enough", []string{"1 (T)", "x", "2 A=a", "y"}, "- - -"},
		{"a heading of the same level ends it", []string{"2 A=a", "2 B=b", "x", "2 C", "y", "2 D=d", "z"}, "- b b - - d d"},
		{"one above ends it", []string{"1 (T)=t", "3 B=b", "x", "2 C", "y"}, "b b - -"},
		{"one below does not", []string{"1 (T)=t", "2 B=b", "x", "3 C", "y"}, "b b b b"},
		{"one below after the end of another", []string{"1 (T)=t", "3 B=b", "3 C", "4 D", "x"}, "b - - -"},
		{"headings that are not in the text", []string{"1 (T)=t", "x", "1 (U)=u", "y", "1 (V)=v", "z"}, "- u v"},
		{"two at one line", []string{"1 (T)=t", "x", "1 (U)=u", "2 A=a", "y"}, "- a a"},
	} {
		stored, text := outlined(tt.lines...)
		got, o := Split(stored)
		if string(got) != text {
			t.Errorf("%s: the text is %q, want %q", tt.name, got, text)
		}
		var ids []string
		at := 0
		for line := range strings.Lines(text) {
			id := o.Of(got, []int{at}).ID
			if id == "" {
				id = "-"
			}
			ids, at = append(ids, id), at+len(line)
		}
		if s := strings.Join(ids, " "); s != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, s, tt.want)
		}
	}
}

// TestExample is the example of docs/format/index.md.
func TestExample(t *testing.T) {
	t.Parallel()
	stored, _ := outlined("1 (Spiders)=top", "They spin.", "2 Silk=silk", "It is strong.", "2 Webs", "Some are round.", "1 (Notes)=n")
	want := "They spin.\nSilk\nIt is strong.\nWebs\nSome are round.\n" + "\x05\x04silk\x08\x0a\x01n\x05Notes\x10\x00\x00"
	if string(stored) != want {
		t.Errorf("%q, want %q", stored, want)
	}
}

// TestMost: of places in several sections, that with most of them counts. Places in a heading
// count twice, and a tie is decided by them, or else for the first section.
func TestMost(t *testing.T) {
	t.Parallel()
	stored, text := outlined("1 (T)=t", "x x x", "2 A=a", "y y", "2 B=b", "z z z")
	got, o := Split(stored)
	for marked, want := range map[string]string{
		"xxy": "", "xyy": "a", "y": "a", "yyzz": "a", "yzz": "b", "AyzB": "a", "xyz": "", "zzz": "b", "": "",
		"xB": "b", "xxB": "b", "xxxB": "", "yB": "b", "yyB": "b", "AB": "a", "AyB": "a", "ABz": "b", "xyzB": "b",
	} {
		var places []int
		at := map[rune]int{}
		for _, r := range marked {
			i := at[r] + strings.IndexRune(text[at[r]:], r)
			places, at[r] = append(places, i), i+1
		}
		for i := range places { // ascending
			for k := i; k > 0 && places[k] < places[k-1]; k-- {
				places[k], places[k-1] = places[k-1], places[k]
			}
		}
		if s := o.Of(got, places); s.ID != want {
			t.Errorf("%s: %+v, want %q", marked, s, want)
		}
	}
	if s := o.Of(got, []int{len(got) + 1}); s.ID != "" {
		t.Errorf("beyond the text: %+v", s)
	}
}

// TestTextsWithoutOutline: texts of indexes before outlines were kept, and what was never one.
func TestTextsWithoutOutline(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "a\n", "a\nb\n", "\x00", "\x00\x00", "a\x05\x00\x00", "\xff\xff\x00"} {
		if text, o := Split([]byte(s)); string(text) != s || len(o) > 0 {
			t.Errorf("%q: %q and %q", s, text, o)
		}
	}
}

// TestLimits: a long heading is cut, and what does not fit into the table has no section.
func TestLimits(t *testing.T) {
	t.Parallel()
	lines := []string{"1 (T)=t"}
	for n := range 500 {
		lines = append(lines, fmt.Sprintf("2 (%s)=%0190d", strings.Repeat("ж", 200), n), "x")
	}
	stored, text := outlined(lines...)
	got, o := Split(stored)
	if len(o) < maxTable || len(o) > maxTable+500 || string(got) != text {
		t.Errorf("the table has %d bytes, the text %d of %d", len(o), len(got), len(text))
	}
	if s := o.Of(got, []int{2}); s.ID != fmt.Sprintf("%0190d", 1) || s.Heading != strings.Repeat("ж", maxHeading/2) {
		t.Errorf("%+v", s)
	}
	if s := o.Of(got, []int{len(got) - 1}); s.ID != "" {
		t.Errorf("the last one: %+v", s)
	}
}

// TestPlain: links of headings to themselves are no part of them.
func TestPlain(t *testing.T) {
	t.Parallel()
	for heading, want := range map[string]string{
		"Install¶": "Install", "Install ¶": "Install", "¶ Install": "Install", "Install #": "Install", "# Install": "Install",
		"Install\u200b": "Install", "Install\uf0c1": "Install", "Install 🔗\ufe0f": "Install", "Errors§": "Errors", "§Errors": "Errors",
		"C#": "C#", "§ 5": "§ 5", "§5": "§5", "#include": "#include", " a  b ": "a  b", "¶": "", "": "",
	} {
		if got := plain(heading); got != want {
			t.Errorf("%q: %q, want %q", heading, got, want)
		}
	}
}

// FuzzOf: whatever is stored, the text is its beginning, and a section has a heading and an
// identifier.
func FuzzOf(f *testing.F) {
	stored, _ := outlined("1 (T)=t", "x", "2 A=a", "y", "1 (U)=u", "z", "2 B")
	f.Add(stored, uint16(3))
	f.Add([]byte("a\n\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x0a\x00\x00"), uint16(1))
	f.Fuzz(func(t *testing.T, stored []byte, at uint16) {
		text, o := Split(stored)
		if !strings.HasPrefix(string(stored), string(text)) {
			t.Fatalf("%q is no beginning", text)
		}
		if s := o.Of(text, []int{int(at)}); (s.ID == "") != (s.Heading == "") {
			t.Errorf("%+v", s)
		}
	})
}

// TestFind finds the section of a heading or a definition, with its text.
func TestFind(t *testing.T) {
	t.Parallel()
	var b Builder
	b.Reset()
	b.Heading(1, 0, "top", "Top")
	b.Heading(2, 1, "calls", "")
	b.Definition(2, "stop")
	b.Definition(4, "go")
	b.Heading(2, 6, "", "")
	b.Heading(2, 7, "alone", "Not in the text")
	text := "First\nCalls\nstop()\nIt stops.\ngo()\nIt goes.\nOther\nlast\n"
	got, o := Split(b.AppendTo([]byte(text)))
	for heading, want := range map[string]string{
		"Calls": "calls Calls\n", "stop()": "stop stop()\nIt stops.\n", "go()": "go go()\nIt goes.\n", "Not in the text": "alone last\n", "Other": " ", "": " ", "It goes.": " ",
	} {
		s, from, to := o.Find(got, func(h, id string) bool { return h == heading && id != "" })
		if is := s.ID + " " + string(got[from:to]); is != want {
			t.Errorf("%q: %q, want %q", heading, is, want)
		}
	}
	if s := o.Of(got, []int{strings.Index(text, "It goes")}); s.ID != "go" || s.Heading != "go()" {
		t.Errorf("%+v, want the section of a definition", s)
	}
	for cut := range text { // the text may end anywhere
		o.Find(got[:cut], func(h, id string) bool { return id == "alone" })
	}
}

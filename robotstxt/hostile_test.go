package robotstxt

import (
	"strings"
	"testing"
	"unicode/utf16"
)

// inUTF16 writes s in UTF-16, low byte first, without a mark of its own.
func inUTF16(s string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		b.WriteByte(byte(u))
		b.WriteByte(byte(u >> 8))
	}
	return b.String()
}

// TestExplainReadsTheDecodedText holds that an explanation goes by the lines
// that decide, for files that read otherwise when their UTF-8 form is taken for
// a file: two marks, and a form longer than MaxBody.
func TestExplainReadsTheDecodedText(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"two marks":     "\xFF\xFE" + inUTF16("\uFEFFUser-agent: *\nDisallow: /x\n"),
		"grows decoded": "\xFF\xFE" + inUTF16("User-agent: *\n#"+strings.Repeat("\u3042", 200<<10)+"\nDisallow: /x\n"),
	} {
		f := Parse([]byte(body))
		if f.Truncated() {
			t.Fatalf("%s: the file is cut", name)
		}
		m := f.Compile(RFC9309(), "FooBot")
		e := m.Explain("/x")
		if e.Decision != m.Decide("/x") {
			t.Errorf("%s: explained as %+v", name, e.Decision)
		}
		told := false
		for _, c := range e.Candidates {
			told = told || c.Why == LossNone && c.Line == e.Line && c.Rule == e.Rule
		}
		if told != (e.Line > 0) || len(f.Groups(RFC9309())) != len(e.Groups) {
			t.Errorf("%s: line %d decides, candidates %+v", name, e.Line, e.Candidates)
		}
	}
}

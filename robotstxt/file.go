package robotstxt

import (
	"iter"
	"slices"

	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// MaxBody is how many bytes of a robots file are read, 500 KiB (RFC 9309
// section 2.5). A longer file is cut on a line border, because a rule cut short
// would close more than its owner wrote.
const MaxBody = 500 << 10

// A File is a parsed robots file. It keeps every byte it was given up to
// MaxBody. It is immutable and safe for concurrent use.
type File struct{ syn syntax.File }

// Parse reads a robots file. It never fails: a bad line loses that line only
// (RFC 9309 section 2.2). Bytes beyond MaxBody are dropped on a line border. A
// byte order mark is skipped; UTF-16 is decoded if the file begins with its
// mark or plainly is written so. The work is linear in the length.
func Parse(body []byte) *File {
	if len(body) > MaxBody {
		return ParseCut(body[:syntax.WholeLines(body, MaxBody)], true)
	}
	return ParseCut(body, false)
}

// ParseCut is Parse for bytes that are known to be cut already, for example a
// copy that was stored: truncated says that the file went on.
func ParseCut(body []byte, truncated bool) *File { return &File{syn: syntax.Scan(body, truncated)} }

// reparse reads the text of a parsed file again, which is decoded and cut.
func reparse(text string, start int) *File { return &File{syn: syntax.Rescan(text, start)} }

// Bytes returns the file as it was given, up to the cut at MaxBody.
func (f *File) Bytes() []byte { return []byte(f.syn.Source) }

// Text returns the lines of the file: its bytes without a byte order mark, in
// UTF-8 if they were UTF-16. Offsets of lines and findings count in it.
func (f *File) Text() string { return f.syn.Text[f.syn.Start:] }

// Encoding says how the file was written.
func (f *File) Encoding() syntax.Encoding { return f.syn.Encoding }

// IsHTML reports whether the file is a web page without a group of rules: the
// site answers with a page where the file should be. A robots file may begin
// with "<!--", and lines that can be read count whatever stands around them (RFC
// 9309 section 2.3.1.5).
func (f *File) IsHTML() bool {
	return syntax.LooksHTML([]byte(f.Text())) && !f.HasRules()
}

// HasRules reports whether some group of the file has a rule.
func (f *File) HasRules() bool {
	return slices.ContainsFunc(f.Groups(dialect.RFC9309()), func(g Group) bool { return g.Rules > 0 })
}

// Truncated reports whether the file was longer than MaxBody, or broke off.
func (f *File) Truncated() bool { return f.syn.Truncated }

// Lines yields every line in order, those of whitespace and comments too.
func (f *File) Lines() iter.Seq[syntax.Line] { return f.syn.Lines() }

// Sitemaps returns the values of all Sitemap lines, which belong to no group
// and may stand anywhere (RFC 9309 section 2.2.4), without repetitions.
func (f *File) Sitemaps() []string {
	var out []string
	seen := map[string]bool{}
	for _, r := range f.syn.Records {
		if r.Key() != syntax.KeySitemap {
			continue
		}
		if v := f.syn.Text[r.ValueAt():r.ValueEnd()]; v != "" && !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}

package robotstxt

import (
	"iter"
	"slices"

	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// MaxBody is how many bytes of a robots file are read, 500 KiB (RFC 9309 section 2.5). A longer
// file is cut between lines, because a truncated rule would close more than its author intended.
const MaxBody = 500 << 10

// A File is a parsed robots file. It keeps every byte it was given, up to MaxBody. It is
// immutable and safe for concurrent use.
type File struct{ syn syntax.File }

// Parse parses a robots file. It never fails: a bad line loses only that line (RFC 9309 section
// 2.2). A file longer than MaxBody is cut between lines. A byte order mark is skipped; UTF-16 is
// decoded if the file begins with its mark or is clearly UTF-16. The work is linear in the
// length.
func Parse(body []byte) *File {
	if len(body) > MaxBody {
		return ParseCut(body[:syntax.WholeLines(body, MaxBody)], true)
	}
	return ParseCut(body, false)
}

// ParseCut is Parse for bytes that may have been cut already, such as a stored copy: truncated
// is set if the file was longer.
func ParseCut(body []byte, truncated bool) *File { return &File{syn: syntax.Scan(body, truncated)} }

// reparse parses the text of a parsed file again, which is already decoded and cut.
func reparse(text string, start int) *File { return &File{syn: syntax.Rescan(text, start)} }

// Bytes returns the file as it was given, up to the cut at MaxBody.
func (f *File) Bytes() []byte { return []byte(f.syn.Source) }

// Text returns the lines of the file: its bytes without a byte order mark, or in UTF-8 if they
// were UTF-16. Offsets of lines and findings refer to it.
func (f *File) Text() string { return f.syn.Text[f.syn.Start:] }

// Encoding returns how the file was encoded.
func (f *File) Encoding() syntax.Encoding { return f.syn.Encoding }

// IsHTML reports whether the file is a web page without a group of rules, which means that the
// site answers with a page instead of the file. A robots file may begin with "<!--", and valid
// lines count whatever surrounds them (RFC 9309 section 2.3.1.5).
func (f *File) IsHTML() bool {
	return syntax.LooksHTML([]byte(f.Text())) && !f.HasRules()
}

// HasRules reports whether any group of the file has a rule.
func (f *File) HasRules() bool {
	return slices.ContainsFunc(f.Groups(dialect.RFC9309()), func(g Group) bool { return g.Rules > 0 })
}

// Truncated reports whether the file was longer than MaxBody, or incomplete.
func (f *File) Truncated() bool { return f.syn.Truncated }

// Lines yields every line in order, including empty lines and comments.
func (f *File) Lines() iter.Seq[syntax.Line] { return f.syn.Lines() }

// Sitemaps returns the values of all Sitemap lines without duplicates. They belong to no group
// and may be anywhere (RFC 9309 section 2.2.4).
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

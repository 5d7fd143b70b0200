package lint

import (
	"strings"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/rewrite"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// Lines that clearly were meant differently than they are interpreted.

// meant reports a line that was meant differently as a whole. Other checks then do not apply.
func (z *linter) meant(l syntax.Line) bool {
	switch {
	case l.Number == 1 && strings.HasPrefix(l.Raw, markTwice):
		check, detail, effect := CheckMarkTwice, "", EffectBoth
		switch {
		case l.Kind == syntax.LineJunk && !strings.HasPrefix(strings.TrimLeft(l.Raw[len(markTwice):], " \t\v\f"), "#"):
			return false
		case l.Kind == syntax.LineJunk:
			check, detail, effect = CheckJunk, "a byte order mark that was encoded twice", EffectNone
		}
		z.add(check, l, 0, len(markTwice), detail, &Fix{Edits: []Edit{{l.Offset, l.Offset + len(markTwice), ""}}, Effect: effect})
		return true
	case l.Kind != syntax.LineField:
		return false
	}
	return z.noColonURL(l) || z.twoDirectives(l) || z.guessedKey(l) || z.otherComment(l)
}

// markTwice is a byte order mark in UTF-8 that was interpreted as Latin-1 and encoded in UTF-8
// again.
const markTwice = "\u00EF\u00BB\u00BF"

// noColonURL finds "Sitemap https://h.com/x", in which the colon of the URL is taken for that of
// the key.
func (z *linter) noColonURL(l syntax.Line) bool {
	i := strings.IndexAny(l.Name, " \t")
	if i < 0 || l.NoColon || !strings.HasPrefix(l.Value, "//") {
		return false
	}
	scheme := strings.TrimLeft(l.Name[i:], " \t")
	key, _ := syntax.KeyOf(l.Name[:i])
	if !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") || key == syntax.KeyUnknown {
		return false
	}
	start := l.Offset + l.Column - 1
	if key.IsRule() {
		if _, target, ok := robotstxt.SplitURL(scheme + ":" + l.Value); ok {
			z.key(CheckWholeURL, l, "the colon behind the key is missing too", z.measured(&Fix{Edits: []Edit{
				{start + i, l.Offset + l.ValueAt + len(l.Value), ": " + target},
			}}))
			return true
		}
	}
	effect := EffectBoth
	if key == syntax.KeySitemap {
		effect = EffectNone
	}
	z.key(CheckNoColon, l, "", &Fix{Edits: []Edit{{start + i, start + i, ":"}}, Effect: effect})
	return true
}

// joinable are the keys that are searched after another directive.
var joinable = [...]string{"user-agent", "useragent", "disallow", "allow", "sitemap", "crawl-delay"}

// twoDirectives finds "User-agent: * Disallow: /".
func (z *linter) twoDirectives(l syntax.Line) bool {
	if l.Key == syntax.KeyUnknown || l.NoColon {
		return false
	}
	end := len(l.Raw) - len(l.Comment)
	from := l.Column - 1 + len(l.Name)
	fix := &Fix{}
	first := 0
	for at := from; at < end; at++ {
		if !directiveAt(l.Raw[:end], at) {
			continue
		}
		if first == 0 {
			first = at
		}
		e, ok := splitAt(l, from, at)
		if !ok {
			fix = nil
			break
		}
		fix.Edits = append(fix.Edits, e)
		from = at + strings.IndexByte(l.Raw[at:end], ':')
		at = from
	}
	if first == 0 {
		return false
	}
	if fix != nil {
		fix = z.measured(fix)
	}
	z.add(CheckTwoDirectives, l, first, end, strings.TrimRight(l.Raw[first:end], " \t\v\f"), fix)
	return true
}

// directiveAt reports whether a key with its colon begins at an index in a line.
func directiveAt(line string, at int) bool {
	before := line[at-1]
	apart := syntax.IsSpace(before) || before == ',' || before == ';'
	if !apart && before != ':' && before != '/' {
		return false
	}
	for _, k := range joinable {
		if len(line)-at <= len(k) || !strings.EqualFold(line[at:at+len(k)], k) {
			continue
		}
		rest := strings.TrimLeft(line[at+len(k):], " \t")
		if strings.HasPrefix(rest, ":") && (apart || len(rest) > 1 && syntax.IsSpace(rest[1])) {
			return true
		}
	}
	return false
}

// splitAt returns the edit that ends the line before an index. The colon of the first directive
// is at or after from.
func splitAt(l syntax.Line, from, at int) (Edit, bool) {
	colon := from + strings.IndexByte(l.Raw[from:], ':')
	head := strings.TrimRight(l.Raw[:at], " \t,;:")
	if len(head) <= colon { // nothing precedes the second key
		second, _, _ := strings.Cut(l.Raw[at:], ":")
		key, _ := syntax.KeyOf(strings.TrimSpace(second))
		start := l.Offset + l.Column - 1
		return Edit{start, l.Offset + at, ""}, key == l.Key && from == l.Column-1+len(l.Name)
	}
	end := l.End
	if end == "" {
		end = "\n"
	}
	return Edit{l.Offset + len(head), l.Offset + at, end}, true
}

// guessedKey finds a key that no robot is known to interpret as intended.
func (z *linter) guessedKey(l syntax.Line) bool {
	if l.Key != syntax.KeyUnknown || l.NoColon && !strings.HasPrefix(l.Value, "/") && !strings.HasPrefix(l.Value, "*") {
		return false
	}
	right := guessKey(l.Name)
	if right == syntax.KeyUnknown {
		return false
	}
	z.key(CheckTypo, l, l.Name+" instead of "+right.String(), replaceKey(l, right.String(), EffectBoth))
	return true
}

// guessKey returns the key of which a name is a misspelling: with one slip in a short name, or
// two in a long one.
func guessKey(name string) syntax.Key {
	if len(name) > syntax.MaxKey {
		return syntax.KeyUnknown
	}
	name = strings.ToLower(name)
	best, least := syntax.KeyUnknown, 3
	for _, k := range [...]syntax.Key{syntax.KeyDisallow, syntax.KeyUserAgent, syntax.KeyAllow, syntax.KeySitemap, syntax.KeyCrawlDelay} {
		right := strings.ToLower(k.String())
		if abs(len(name)-len(right)) > 6 { // letters may have several bytes
			continue
		}
		n := slips(name, right)
		if n < least && (n == 1 || n == 2 && len(right) > 6) {
			best, least = k, n
		}
	}
	return best
}

// slips returns the number of letters left out, added, replaced or swapped with their neighbor
// between the words (the restricted edit distance of Damerau). Both must be short.
func slips(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			n := min(rows[i-1][j]+1, rows[i][j-1]+1)
			if x[i-1] == y[j-1] {
				n = min(n, rows[i-1][j-1])
			} else {
				n = min(n, rows[i-1][j-1]+1)
			}
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				n = min(n, rows[i-2][j-2]+1)
			}
			rows[i][j] = n
		}
	}
	return rows[len(x)][len(y)]
}

// otherComment finds a comment in the syntax of another language.
func (z *linter) otherComment(l syntax.Line) bool {
	marks := []string{"//", "<!--", ";"}
	switch {
	case l.Key == syntax.KeyUserAgent:
		marks = marks[:2] // some separate names by semicolons
	case !l.Key.IsRule() && l.Key != syntax.KeySitemap && l.Key != syntax.KeyCrawlDelay:
		return false
	}
	at, long := -1, 0
	for _, m := range marks {
		for _, space := range [...]string{" ", "\t"} {
			if i := strings.Index(l.Value, space+m); i > 0 && (at < 0 || i+1 < at) {
				at, long = i+1, len(m)
			}
		}
	}
	if at < 0 {
		return false
	}
	start := l.Offset + l.ValueAt + at
	z.add(CheckCommentMark, l, l.ValueAt+at, l.ValueAt+len(l.Value), "", z.measured(&Fix{Edits: []Edit{{start, start + long, "#"}}}))
	return true
}

// Fixes whose effect is measured by comparing, which is done only for small files.
const (
	maxMeasured     = 10
	maxMeasuredText = 8 << 10
)

// measured determines the effect of a fix on robots with the linter's dialect, or assumes
// EffectBoth if that would take too long. The effect on others may be greater, so that no such
// fix is called safe.
func (z *linter) measured(fix *Fix) *Fix {
	fix.Effect = EffectBoth
	if z.measures++; z.measures > maxMeasured || len(z.file.Text()) > maxMeasuredText {
		return fix
	}
	d := rewrite.CompareFiles(z.file, robotstxt.Parse(Apply(z.file, Finding{Fix: fix})), z.d)
	switch {
	case d.Opened == 0 && d.Closed > 0:
		fix.Effect = EffectCloses
	case d.Closed == 0 && d.Opened > 0:
		fix.Effect = EffectOpens
	}
	return fix
}

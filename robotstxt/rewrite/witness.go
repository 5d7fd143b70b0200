package rewrite

import (
	"iter"
	"strings"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/internal/pattern"
)

// MaxWitnesses is how many targets Witnesses makes for one matcher.
const MaxWitnesses = 50_000

// Witnesses yields targets that exercise the rules of a matcher: for each path, targets that it
// just matches and just does not match, with and without text for its wildcards, and targets
// that pairs of rules both match. The same rules always give the same targets.
func Witnesses(m *robotstxt.Matcher) iter.Seq[string] {
	return func(yield func(string) bool) {
		w := witness{yield: yield, seen: map[string]bool{}}
		w.add("/")
		w.add("/index.html")
		for i := range m.Len() {
			if p := m.Rule(i).Path; p.Kind == pattern.KindGlob {
				w.glob(p.Text, m.Dialect().Escapes)
			} else {
				w.pattern(p)
			}
		}
		// Overlapping rules: only for short lists, because the work is quadratic.
		const pairs = 200
		for i := range min(m.Len(), pairs) {
			for j := range i {
				w.meet(m.Rule(i).Path, m.Rule(j).Path)
			}
		}
	}
}

type witness struct {
	yield func(string) bool
	seen  map[string]bool
	steps int // steps spent on overlaps
	stop  bool
}

// maxMeetSteps limits the work spent on overlaps.
const maxMeetSteps = 20_000_000

// add yields a target once. It ignores results of shell expressions and odd rules that do not
// begin with a slash, which are not targets.
func (w *witness) add(target string) {
	if w.stop || len(w.seen) >= MaxWitnesses || !strings.HasPrefix(target, "/") || w.seen[target] {
		return
	}
	w.seen[target] = true
	w.stop = !w.yield(target)
}

// fills are the texts used for wildcards.
var fills = [...]string{"", "x", "/x/", "index.html", "x?y="}

// glob makes targets for a shell expression in comparable form.
func (w *witness) glob(text string, e dialect.Escapes) {
	for _, fill := range fills {
		t := pattern.GlobSample(text, fill, e)
		if strings.HasPrefix(text, "*") {
			w.around("/" + t)
		}
		w.around(t)
	}
}

func (w *witness) pattern(p pattern.Pattern) {
	text := p.Text
	if strings.HasPrefix(text, "*") {
		text = "/" + text
	}
	for _, fill := range fills {
		t := strings.ReplaceAll(text, "*", fill)
		if p.Kind == pattern.KindLiteral && fill != "" {
			break
		}
		w.around(t)
	}
	if p.Kind == pattern.KindLiteral {
		w.add(strings.ReplaceAll(text, "%2A", "*"))
		w.add(strings.ReplaceAll(text, "%24", "$"))
		w.add(lowerEscapes(text))
	}
}

// around adds a target, continuations of it, and shorter ones.
func (w *witness) around(t string) {
	for _, end := range [...]string{"", "x", "/", "/x", "?x=1", ".html"} {
		w.add(t + end)
	}
	if len(t) > 1 {
		w.add(t[:len(t)-1])
	}
}

// lowerEscapes converts the digits of escapes to lower case.
func lowerEscapes(s string) string {
	b := []byte(s)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i+1:i+3], strings.ToLower(s[i+1:i+3]))
		}
	}
	return string(b)
}

// meet adds a target that both patterns match, if a simple way to make one works: filling the
// wildcards of one with the text of the other.
func (w *witness) meet(p, q pattern.Pattern) {
	if p.Kind == pattern.KindGlob || q.Kind == pattern.KindGlob || p.Kind == pattern.KindLiteral && q.Kind == pattern.KindLiteral {
		return
	}
	if w.steps += p.MeetWork(q); w.steps > maxMeetSteps || !p.Meets(q) {
		return
	}
	for _, pair := range [...][2]pattern.Pattern{{p, q}, {q, p}} {
		a, b := pair[0], strings.ReplaceAll(pair[1].Text, "*", "")
		for _, t := range [...]string{
			strings.Replace(a.Text, "*", b, 1), b + strings.ReplaceAll(a.Text, "*", ""), a.Text + b,
		} {
			t = strings.ReplaceAll(t, "*", "")
			if p.Match(t) && q.Match(t) {
				w.add(t)
			}
		}
	}
}

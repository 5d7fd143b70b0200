package trap

import (
	"fmt"
	"hash/fnv"
	"path"
	"slices"
	"strings"
	"time"
)

// A host may answer for pages that it does not have as if they existed. This is tested once for
// each kind of path: a name is made up that no page can have, and the answer is what the host
// sends for missing pages.

// Limits on data about missing pages in a Book.
const (
	MaxMissing  = 16 // kinds of paths, of programs with one parameter among them
	maxPrograms = 8  // of these, so that they leave room for others
	maxSuspects = 16 // targets of one kind that are checked again
	maxKind     = 100
	// MaxWords is the maximum number of words of the answer for a made-up name that are kept.
	MaxWords = 200
	// leastWords is the minimum number of them, apart from words of its address, that a page must
	// have in common with that answer.
	leastWords = 3
)

// needTwins is how many pages of one kind must have the text of another page before that alone
// causes a test of the host.
const needTwins = 3

// A Missing is what is known about the answers of an origin for missing pages of one kind of
// path.
type Missing struct {
	Kind  string `json:"kind"`            // as "/news/**.html": the first folder, and the ending; or as NameKind has it
	Probe string `json:"probe,omitempty"` // the made-up target that was requested, or ""
	// Right is true if the origin was seen to answer correctly, with 404, 410 or a redirect.
	Right bool   `json:"right,omitempty"`
	Twins uint32 `json:"twins,omitempty"` // pages with the text of another page
	// Text, Words and Sketch are those of the answer to the probe.
	Text     uint64    `json:"text,omitempty"`
	Words    []uint32  `json:"words,omitempty"` // at most MaxWords
	Sketch   uint64    `json:"sketch,omitempty"`
	Suspects []string  `json:"suspects,omitempty"` // targets to check again
	Why      string    `json:"why,omitempty"`      // the evidence that missing pages are answered as if they existed
	Since    time.Time `json:"since,omitzero"`
	Allowed  bool      `json:"allowed,omitempty"` // by the operator, permanently
}

// tooLarge reports whether a stored value exceeds the limits.
func (m Missing) tooLarge() bool { return len(m.Words) > MaxWords || len(m.Suspects) > maxSuspects }

// A Look is what one answer shows about missing pages.
type Look struct {
	Target  string
	Missing bool   // it was 404 or 410, or redirected elsewhere
	Text    uint64 // hash of the page's text; 0 for none
	// Words are hashes of its words in order, nil if there are more than MaxWords. Address are
	// hashes of the words in its URL: pages that say which name is missing differ in them.
	Words, Address []uint32
	Sketch         uint64
	Doubted        bool   // the page itself says that it does not exist
	Twin           string // the target of another page of the kind with the same text, or ""
}

// KindOf returns the kind of path of a target: the first folder and the file name extension; ""
// for the home page, and for a kind that is too long.
func KindOf(target string) string {
	name, _, _ := strings.Cut(target, "?")
	if name == "/" || !strings.HasPrefix(name, "/") {
		return ""
	}
	kind := "/"
	if first, _, deep := strings.Cut(name[1:], "/"); deep {
		kind = "/" + first + "/"
	}
	end := path.Ext(name)
	if len(end) > 6 || strings.Trim(end, ".0123456789") == "" {
		end = ""
	}
	if len(kind) > maxKind {
		return ""
	}
	return kind + "**" + strings.ToLower(end)
}

// NameKind returns the kind of a target whose path is that of a program, with the name of the page as its only
// parameter: the path and the name of the parameter, as in "/Wiki.jsp?page"; "" for other targets, and for a
// kind that is too long.
func NameKind(target string) string {
	path, query, _ := strings.Cut(target, "?")
	key, value, _ := strings.Cut(query, "=")
	if key == "" || value == "" || strings.ContainsAny(query, "&;") || len(path)+1+len(key) > maxKind {
		return ""
	}
	return path + "?" + key
}

// kindsOf returns the kinds of a target; "" stands for none.
func kindsOf(target string) [2]string { return [2]string{KindOf(target), NameKind(target)} }

// madeUp returns a made-up target of the kind of another one that no page can have.
func madeUp(origin, kind, target string) string {
	if !isProgram(kind) {
		return sibling(origin, target)
	}
	h := sum(origin + " " + kind)
	if _, value, _ := strings.Cut(target, "="); isNumber(value) {
		return fmt.Sprintf("%s=20%08d", kind, h%1e8) // fits into 32 bits, and is more than most have pages
	}
	return fmt.Sprintf("%s=0aranea%012x", kind, h&(1<<48-1))
}

// sibling returns a made-up target beside another one that no page can have.
func sibling(origin, target string) string {
	name, _, _ := strings.Cut(target, "?")
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%s %s", origin, name) // a hash never fails to write
	end := path.Ext(name)
	if len(end) > 6 {
		end = ""
	}
	return fmt.Sprintf("%s0aranea%012x%s", name[:strings.LastIndexByte(name, '/')+1], h.Sum64()&(1<<48-1), end)
}

// missing returns what is known about a kind, or nil.
func (b *Book) missing(kind string) *Missing {
	i := slices.IndexFunc(b.Missing, func(m Missing) bool { return m.Kind == kind })
	if i < 0 || kind == "" {
		return nil
	}
	return &b.Missing[i]
}

// Looked records an answer to a visit. It returns a made-up target to request, or "", and whether
// there is something new to store. It returns the same target again until there is an answer for
// it, because a kill may have prevented queueing it; the queue ignores targets that it already
// has.
func (b *Book) Looked(l Look) (probe string, news bool) {
	if l.Missing {
		return "", b.sawMissing(l.Target)
	}
	if !l.Doubted && l.Twin == "" {
		return "", false
	}
	kind := KindOf(l.Target)
	if m := b.missing(kind); kind == "" || m != nil && m.Right {
		kind = "" // a made-up path shows nothing
		if l.Doubted {
			kind, l.Twin = NameKind(l.Target), ""
		}
	}
	m := b.openMissing(kind)
	if m == nil || m.Right || m.Allowed || m.Why != "" {
		return "", false
	}
	m.suspect(l.Target)
	if l.Twin != "" {
		m.suspect(l.Twin) // it came first, and there was no evidence against it
		m.Twins++
	}
	if m.Probe == "" && (l.Doubted || m.Twins >= needTwins) {
		m.Probe = madeUp(string(b.Origin), kind, l.Target)
	}
	return m.Probe, true
}

// isProgram reports whether a kind is one that NameKind returns.
func isProgram(kind string) bool { return strings.Contains(kind, "?") }

func (b *Book) programs() (n int) {
	for i := range b.Missing {
		if isProgram(b.Missing[i].Kind) {
			n++
		}
	}
	return n
}

// sawMissing records that the origin answered correctly for a missing page, and reports whether that is new.
func (b *Book) sawMissing(target string) (news bool) {
	for _, m := range []*Missing{b.missing(NameKind(target)), b.openMissing(KindOf(target))} {
		if m != nil && !m.Right {
			m.Right, news = true, true
		}
	}
	return news
}

// openMissing returns what is known about a kind, of which it begins a record if there is none; nil if there
// is no place for it.
func (b *Book) openMissing(kind string) *Missing {
	if m := b.missing(kind); m != nil || kind == "" || len(b.Missing) == MaxMissing {
		return m
	}
	if isProgram(kind) && b.programs() == maxPrograms {
		return nil
	}
	b.Missing = append(b.Missing, Missing{Kind: kind})
	return &b.Missing[len(b.Missing)-1]
}

// suspect records a target to check again.
func (m *Missing) suspect(target string) {
	if len(m.Suspects) < maxSuspects && len(target) <= maxName && !slices.Contains(m.Suspects, target) {
		m.Suspects = append(m.Suspects, target)
	}
}

// Probed records the answer for a made-up target. It reports whether earlier pages should be
// checked again, and returns another made-up target to request, or "": if it is the value of a parameter that
// names a page, a made-up path is answered correctly by another program, or by none.
func (b *Book) Probed(l Look, status int, now time.Time) (next string, again bool) {
	i := slices.IndexFunc(b.Missing, func(m Missing) bool { return m.Probe == l.Target })
	if i < 0 {
		return "", false
	}
	m := &b.Missing[i]
	was := m.Why
	m.Text, m.Words, m.Sketch, m.Why, m.Since = 0, nil, 0, "", time.Time{}
	switch byName := isProgram(m.Kind); {
	case l.Missing, byName && !l.Doubted: // maybe the value of the parameter matters to no page
		suspects := m.Suspects
		m.Right, m.Suspects = true, nil
		if !byName {
			next = b.doubtNames(suspects)
		}
		return next, was != ""
	case l.Text == 0 || m.Allowed:
		return "", was != ""
	}
	m.Text, m.Words, m.Sketch, m.Since = l.Text, l.Words, l.Sketch, now
	m.Why = fmt.Sprintf("the name %s was made up, and is answered with status %d and this text", l.Target, status)
	b.Pending = true
	return "", true
}

// doubtNames doubts the first of some targets whose name is a parameter, and those of its kind, and returns the
// made-up target to request for them, or "".
func (b *Book) doubtNames(targets []string) (probe string) {
	kind := ""
	for _, target := range targets {
		if name := NameKind(target); name != "" && (kind == "" || name == kind) {
			kind = name
			probe, _ = b.Looked(Look{Target: target, Doubted: true})
		}
	}
	return probe
}

// AdviseMissing returns why the host does not have a page, or "" if there is no evidence. near
// reports whether two sketches are those of near copies.
func (b *Book) AdviseMissing(l Look, near func(a, b uint64) bool) string {
	for _, kind := range kindsOf(l.Target) {
		m := b.missing(kind)
		switch {
		case m == nil || m.Why == "" || l.Target == m.Probe:
		case m.Text == l.Text, saysTheSame(m.Words, l.Words, l.Address):
			return m.Why
		case near(m.Sketch, l.Sketch):
			return m.Why + " but for a few words"
		}
	}
	return ""
}

// saysTheSame reports whether two texts are the same apart from the words of an address.
func saysTheSame(a, b, address []uint32) bool {
	drop := func(w uint32) bool { return slices.Contains(address, w) }
	a, b = slices.DeleteFunc(slices.Clone(a), drop), slices.DeleteFunc(slices.Clone(b), drop)
	return len(a) >= leastWords && slices.Equal(a, b)
}

// Doubts reports whether a target was suspected before the verdict on its kind, and should be
// checked again.
func (b *Book) Doubts(target string) bool {
	return b.answers(target, func(m *Missing) bool { return slices.Contains(m.Suspects, target) })
}

// Answers reports whether a kind of a target has a verdict.
func (b *Book) Answers(target string) bool {
	return b.answers(target, func(*Missing) bool { return true })
}

// answers reports whether a condition holds for a kind of a target with a verdict.
func (b *Book) answers(target string, holds func(*Missing) bool) bool {
	for _, kind := range kindsOf(target) {
		if m := b.missing(kind); m != nil && m.Why != "" && holds(m) {
			return true
		}
	}
	return false
}

// Settle records that the targets that were left out or suspected were checked again.
func (b *Book) Settle() {
	b.Pending = false
	for i := range b.Missing {
		if m := &b.Missing[i]; m.Why != "" {
			m.Suspects = nil
		}
	}
}

package trap

import (
	"fmt"
	"hash/fnv"
	"path"
	"slices"
	"strings"
	"time"
)

// A host may answer for pages that it does not have as if it had them. Whether it
// does is asked once for each kind of path: a name is made up that no page can
// have, and what comes for it is what the host says of pages that are missing.

// Limits of what a Book holds of missing pages.
const (
	MaxMissing  = 16 // kinds of paths
	maxSuspects = 16 // targets of one kind that are looked at again
	maxKind     = 100
	// MaxWords is how many words of the answer for a made-up name are kept.
	MaxWords = 200
	// leastWords is how many of them, besides those of its address, a page must have
	// in common with it.
	leastWords = 3
)

// needTwins is how many pages of one kind must have the text of another one before
// that alone makes the host be asked.
const needTwins = 3

// A Missing is what is known of how an origin answers for pages of one kind of path
// that it does not have.
type Missing struct {
	Kind  string `json:"kind"`            // as "/news/**.html": the first folder, and the ending
	Probe string `json:"probe,omitempty"` // the made-up target that was asked for, "" for none
	// Right says that it was seen to answer as it should, with 404 or 410 or a
	// redirect.
	Right bool   `json:"right,omitempty"`
	Twins uint32 `json:"twins,omitempty"` // pages that had the text of another one
	// Text, Words and Sketch are those of the answer to the probe.
	Text     uint64    `json:"text,omitempty"`
	Words    []uint32  `json:"words,omitempty"` // at most MaxWords
	Sketch   uint64    `json:"sketch,omitempty"`
	Suspects []string  `json:"suspects,omitempty"` // targets to look at again
	Why      string    `json:"why,omitempty"`      // the evidence that missing pages are answered as if they were there
	Since    time.Time `json:"since,omitzero"`
	Allowed  bool      `json:"allowed,omitempty"` // by the operator, for good
}

// tooLarge reports whether a stored one is larger than it can become.
func (m Missing) tooLarge() bool { return len(m.Words) > MaxWords || len(m.Suspects) > maxSuspects }

// A Look is what one answer says to whoever looks for missing pages.
type Look struct {
	Target  string
	Missing bool   // it was 404 or 410, or led elsewhere
	Text    uint64 // of the page; 0 for none
	// Words are numbers of its words in their order, nil if there are more than
	// MaxWords, and Address those of the words in its URL: a page that says which
	// name is missing differs in them.
	Words, Address []uint32
	Sketch         uint64
	Doubted        bool   // the page says itself that it is not there
	Twin           string // the target of another page of the kind that has the text, "" if none has
}

// KindOf returns the kind of path of a target: the first folder and the ending of
// the name; "" for the home page, and for what is too long.
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

// sibling returns a target beside another one that no page can have.
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

// missing returns what is known of a kind, nil if nothing is.
func (b *Book) missing(kind string) *Missing {
	i := slices.IndexFunc(b.Missing, func(m Missing) bool { return m.Kind == kind })
	if i < 0 || kind == "" {
		return nil
	}
	return &b.Missing[i]
}

// Looked takes in an answer to a visit. It returns a made-up target to ask for, ""
// for none, and whether there is something new to store. Until an answer came for the
// made-up target, it returns the same one again: a kill may have kept it from the queue,
// which knows it otherwise.
func (b *Book) Looked(l Look) (probe string, news bool) {
	kind := KindOf(l.Target)
	m := b.missing(kind)
	switch {
	case kind == "" || m == nil && !l.Missing && !l.Doubted && l.Twin == "":
		return "", false
	case m == nil && len(b.Missing) == MaxMissing:
		return "", false
	case m == nil:
		b.Missing = append(b.Missing, Missing{Kind: kind})
		m = &b.Missing[len(b.Missing)-1]
	}
	switch {
	case l.Missing:
		news, m.Right = !m.Right, true
		return "", news
	case m.Right || m.Allowed || m.Why != "" || !l.Doubted && l.Twin == "":
		return "", false
	}
	m.suspect(l.Target)
	if l.Twin != "" {
		m.suspect(l.Twin) // it came first, and nothing spoke against it
		m.Twins++
	}
	switch {
	case m.Probe != "":
	case l.Doubted, m.Twins >= needTwins:
		m.Probe = sibling(string(b.Origin), l.Target)
	}
	return m.Probe, true
}

// suspect notes a target to look at again.
func (m *Missing) suspect(target string) {
	if len(m.Suspects) < maxSuspects && len(target) <= maxName && !slices.Contains(m.Suspects, target) {
		m.Suspects = append(m.Suspects, target)
	}
}

// Probed takes in the answer for a made-up target. It reports whether pages that
// came before are to be looked at again.
func (b *Book) Probed(l Look, status int, now time.Time) (again bool) {
	m := b.missing(KindOf(l.Target))
	if m == nil || m.Probe != l.Target {
		return false
	}
	was := m.Why
	m.Text, m.Words, m.Sketch, m.Why, m.Since = 0, nil, 0, "", time.Time{}
	if l.Missing {
		m.Right, m.Suspects = true, nil
		return was != ""
	}
	if l.Text == 0 || m.Allowed {
		return was != ""
	}
	m.Text, m.Words, m.Sketch, m.Since = l.Text, l.Words, l.Sketch, now
	m.Why = fmt.Sprintf("the name %s was made up, and is answered with status %d and this text", l.Target, status)
	b.Pending = true
	return true
}

// AdviseMissing returns why a page is one that the host does not have, "" if nothing
// says so. near tells whether two sketches are those of near copies.
func (b *Book) AdviseMissing(l Look, near func(a, b uint64) bool) string {
	m := b.missing(KindOf(l.Target))
	switch {
	case m == nil || m.Why == "" || l.Target == m.Probe:
		return ""
	case m.Text == l.Text, saysTheSame(m.Words, l.Words, l.Address):
		return m.Why
	case near(m.Sketch, l.Sketch):
		return m.Why + " but for a few words"
	}
	return ""
}

// saysTheSame reports whether two texts are the same but for the words of an
// address.
func saysTheSame(a, b, address []uint32) bool {
	drop := func(w uint32) bool { return slices.Contains(address, w) }
	a, b = slices.DeleteFunc(slices.Clone(a), drop), slices.DeleteFunc(slices.Clone(b), drop)
	return len(a) >= leastWords && slices.Equal(a, b)
}

// Doubts reports whether a target was suspected before the verdict on its kind, and
// is to be looked at again; and Answers whether its kind has such a verdict.
func (b *Book) Doubts(target string) bool {
	m := b.missing(KindOf(target))
	return m != nil && m.Why != "" && slices.Contains(m.Suspects, target)
}

// Answers is told of at Doubts.
func (b *Book) Answers(target string) bool {
	m := b.missing(KindOf(target))
	return m != nil && m.Why != ""
}

// Settle notes that what was left out, or suspected, was looked at again.
func (b *Book) Settle() {
	b.Pending = false
	for i := range b.Missing {
		if m := &b.Missing[i]; m.Why != "" {
			m.Suspects = nil
		}
	}
}

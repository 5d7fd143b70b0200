package mirror

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// What a check of a glued origin asks for: hosts that were mirrors may become
// different sites.
const (
	MaxChecked = 12 // paths that one check compares

	checkFirst   = 7 * 24 * time.Hour  // from the gluing to the first check
	checkMost    = 90 * 24 * time.Hour // between two, which double
	checkAgain   = 24 * time.Hour      // from a check that disagreed to the one that decides
	checkShort   = 24 * time.Hour      // before this is over a check has all paths
	checkLong    = 14 * 24 * time.Hour // when it ends with what it has
	needCompared = 3                   // paths that a check needs to change anything

	// StandsFor is for how long a text has to stand on the main mirror before it is
	// compared: a mirror may be a copy of some days ago.
	StandsFor = 3 * 24 * time.Hour
)

// A Check says how far it was looked at whether an origin still has the pages of its
// main mirror. It compares paths when they were just visited on the main one and had
// not changed there.
type Check struct {
	Due   time.Time `json:"due,omitzero"`   // when the next begins
	Began time.Time `json:"began,omitzero"` // the one under way; zero if none is
	// Agreed counts the checks in a row that agreed, and Doubt says that the last one
	// did not.
	Agreed uint8 `json:"agreed,omitempty"`
	Doubt  bool  `json:"doubt,omitempty"`
	// Paths are those of the check under way or, if none is, the last one; at most
	// MaxChecked.
	Paths []Checked `json:"paths,omitempty"`
}

// A Checked path is one that a check compares.
type Checked struct {
	Path   string   `json:"path"`
	Answer Answered `json:"answer,omitempty"` // "" as long as none came
}

// Answered says what came of a path that a check compares.
type Answered string

// What may come of it.
const (
	AnswerSame    Answered = "same"
	AnswerDiffers Answered = "differs" // another text, none, or a redirect to another site
	AnswerUnknown Answered = "unknown" // it could not be compared
)

// A Left value says which group an origin has left by itself.
type Left struct {
	Main weburl.Origin `json:"main"`
	Why  string        `json:"why"`
	At   time.Time     `json:"at"`
}

// A Verdict is what a check came to.
type Verdict uint8

// The verdicts.
const (
	Undecided Verdict = iota
	Agrees            // the two are still mirrors, as far as can be told
	Doubted           // they seem to be none: another check decides
	Differs           // they are none
)

// checkable reports whether the origin is to be checked at all: the operator's word
// needs no evidence.
func (r *Record) checkable() bool { return r.Main != "" && r.Glued != r.Main }

// AskCheck reports whether the path of a page that was just visited on the main mirror
// is to be visited on the origin as well, and notes that it is. It begins the check that
// is due.
func (r *Record) AskCheck(path string, now time.Time) bool {
	if !r.checkable() || len(path) > maxExample {
		return false
	}
	c := r.Check
	if c == nil {
		c = &Check{Due: r.Since.Add(checkFirst)}
		r.Check = c
	}
	switch {
	case c.Began.IsZero() && now.Before(c.Due):
		return false
	case c.Began.IsZero():
		c.Began, c.Paths = now, nil
	}
	if len(c.Paths) == MaxChecked || slices.ContainsFunc(c.Paths, func(p Checked) bool { return p.Path == path }) {
		return false
	}
	c.Paths = append(c.Paths, Checked{Path: path})
	return true
}

// IsChecked reports whether a path of the origin is visited under its own name, because
// a check waits for it.
func (r *Record) IsChecked(path string) bool {
	return r.checkable() && r.Check != nil && !r.Check.Began.IsZero() && slices.Contains(r.Check.Paths, Checked{Path: path})
}

// SawChecked notes what came of a path that a check waits for.
func (r *Record) SawChecked(path string, a Answered) {
	if i := slices.Index(r.Check.Paths, Checked{Path: path}); i >= 0 {
		r.Check.Paths[i].Answer = a
	}
}

// HastenCheck makes the next check due: the origin has another robots file, say. One that
// decides about a doubt keeps its day: a notice of maintenance may stand for that file too.
func (r *Record) HastenCheck(now time.Time) bool {
	if !r.checkable() || r.Check != nil && (r.Check.Doubt || !r.Check.Began.IsZero() || r.Check.Due.Before(now)) {
		return false
	}
	if r.Check == nil {
		r.Check = &Check{}
	}
	r.Check.Due = now
	return true
}

// EndCheck says what the check under way came to, and notes when the next one begins. One
// page that differs is no other site, and neither is a notice of maintenance on all of
// them: more than a quarter of the paths has to differ, three at least, in two checks
// that are a day apart. A check that could compare less than three leaves doubt and interval
// as they were.
func (r *Record) EndCheck(now time.Time) Verdict {
	c := r.Check
	if !r.checkable() || c == nil || c.Began.IsZero() {
		return Undecided
	}
	same, differ, open := c.count()
	since := now.Sub(c.Began)
	full := len(c.Paths) == MaxChecked && open == 0
	enough := same+differ >= needCompared && open == 0 && since >= checkShort
	if !full && !enough && since < checkLong {
		return Undecided
	}
	c.Began = time.Time{}
	switch disagrees := differ >= needCompared && 4*differ > same+differ; {
	case disagrees && c.Doubt:
		return Differs
	case disagrees:
		c.Doubt, c.Agreed, c.Due = true, 0, now.Add(checkAgain)
		return Doubted
	case same+differ >= needCompared:
		c.Doubt, c.Agreed = false, min(c.Agreed+1, 8)
	}
	c.Due = now.Add(min(checkFirst<<c.Agreed, checkMost))
	if c.Doubt {
		return Doubted
	}
	return Agrees
}

// count returns how many paths are the same, differ, and wait for an answer.
func (c *Check) count() (same, differ, open int) {
	for _, p := range c.Paths {
		switch p.Answer {
		case AnswerSame:
			same++
		case AnswerDiffers:
			differ++
		case "":
			open++
		}
	}
	return same, differ, open
}

// Leave notes that the origin leaves its group for what two checks found, and forgets
// what glued it. What the others have seen of it is theirs to forget.
func (r *Record) Leave(now time.Time) {
	same, differ, _ := r.Check.count()
	var examples []string
	for _, p := range r.Check.Paths {
		if p.Answer == AnswerDiffers && len(examples) < MaxExamples {
			examples = append(examples, p.Path)
		}
	}
	why := fmt.Sprintf("%d of %d paths that were the same on %s differ, and so it was a day before or earlier, such as %s", differ, same+differ, r.Main, strings.Join(examples, " "))
	r.Left = &Left{Main: r.Main, Why: why, At: now}
	r.Others, r.Home, r.Check = nil, "", nil
}

// hasLeft reports whether the origin has left the group of another one by itself and is
// not in it again.
func (r *Record) hasLeft(o *Record) bool {
	return r.Left != nil && r.Left.Main != r.Main && r.Left.Main == o.Group()
}

// Forget lets go of what was seen of another origin.
func (r *Record) Forget(o weburl.Origin) {
	r.Others = slices.DeleteFunc(r.Others, func(x Other) bool { return x.Origin == o })
	if r.Home == o {
		r.Home = ""
	}
}

// History says which group the origin has left by itself, as the name of a fact and its
// text; both are empty if it has not, or is in that group again.
func (r *Record) History() (name, text string) {
	if r.Left == nil || r.Left.Main == r.Main {
		return "", ""
	}
	return "No mirror any more", fmt.Sprintf("of %s since %s: %s", r.Left.Main, r.Left.At.UTC().Format(time.DateOnly), r.Left.Why)
}

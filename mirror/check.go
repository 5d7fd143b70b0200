package mirror

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// Limits of a check of a mirror: hosts that were mirrors may become different sites.
const (
	MaxChecked = 12 // paths that one check compares

	checkFirst   = 7 * 24 * time.Hour  // from joining the group to the first check
	checkMost    = 90 * 24 * time.Hour // maximum between two checks; the interval doubles
	checkAgain   = 24 * time.Hour      // from a check that disagreed to the one that decides
	checkShort   = 24 * time.Hour      // until then a check needs all its paths
	checkLong    = 14 * 24 * time.Hour // then a check ends with the answers that it has
	needCompared = 3                   // compared paths that a check needs to change anything

	// StandsFor is how long a text must be unchanged on the main mirror before it is compared,
	// because a mirror may be a copy that is some days old.
	StandsFor = 3 * 24 * time.Hour
)

// A Check is the state of the check whether an origin still has the pages of its main mirror. It
// compares paths that were just visited on the main mirror and had not changed there.
type Check struct {
	Due   time.Time `json:"due,omitzero"`   // when the next check begins
	Began time.Time `json:"began,omitzero"` // when the current check began; zero if there is none
	// Agreed counts the consecutive checks that agreed, and Doubt is true if the last one did not
	// agree.
	Agreed uint8 `json:"agreed,omitempty"`
	Doubt  bool  `json:"doubt,omitempty"`
	// Paths are those of the current check or, if there is none, of the last one; at most
	// MaxChecked.
	Paths []Checked `json:"paths,omitempty"`
}

// A Checked is a path that a check compares.
type Checked struct {
	Path   string   `json:"path"`
	Answer Answered `json:"answer,omitempty"` // "" until there is an answer
}

// Answered is the result for a path that a check compares.
type Answered string

// The results.
const (
	AnswerSame    Answered = "same"
	AnswerDiffers Answered = "differs" // another text, none, or a redirect to another site
	AnswerUnknown Answered = "unknown" // it could not be compared
)

// A Left value records which group an origin has left as the result of checks.
type Left struct {
	Main weburl.Origin `json:"main"`
	Why  string        `json:"why"`
	At   time.Time     `json:"at"`
}

// A Verdict is the result of a check.
type Verdict uint8

// The verdicts.
const (
	Undecided Verdict = iota
	Agrees            // as far as known, the two are still mirrors
	Doubted           // they do not seem to be mirrors; another check decides
	Differs           // they are not mirrors
)

// checkable reports whether the origin is checked at all: a decision of the operator needs no
// evidence.
func (r *Record) checkable() bool { return r.Main != "" && r.Glued != r.Main }

// AskCheck reports whether the path of a page that was just visited on the main mirror should be
// visited on the origin as well, and records it. It begins the check if one is due.
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

// IsChecked reports whether a path of the origin is visited under its own name because a check
// waits for it.
func (r *Record) IsChecked(path string) bool {
	return r.checkable() && r.Check != nil && !r.Check.Began.IsZero() && slices.Contains(r.Check.Paths, Checked{Path: path})
}

// SawChecked records the result for a path that a check waits for.
func (r *Record) SawChecked(path string, a Answered) {
	if i := slices.Index(r.Check.Paths, Checked{Path: path}); i >= 0 {
		r.Check.Paths[i].Answer = a
	}
}

// HastenCheck makes the next check due, for example because the robots file of the origin
// changed. It does not change the day of a check that decides about a doubt: a maintenance notice
// may also replace the robots file.
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

// EndCheck ends the current check, returns its verdict, and sets when the next one begins. One
// page that differs does not make another site, and neither does a maintenance notice on all
// pages: more than a quarter of the paths, and at least three, must differ in two checks that are
// a day apart. A check that compared fewer than three paths changes neither doubt nor interval.
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

// count returns how many paths are the same, how many differ, and how many have no answer yet.
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

// Leave records that the origin leaves its group because of two checks, and forgets the evidence
// that put it into the group. The evidence in the records of other members must be removed there.
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

// hasLeft reports whether the origin has left the group of another one because of checks and has
// not joined it again.
func (r *Record) hasLeft(o *Record) bool {
	return r.Left != nil && r.Left.Main != r.Main && r.Left.Main == o.Group()
}

// Forget deletes the evidence about another origin.
func (r *Record) Forget(o weburl.Origin) {
	r.Others = slices.DeleteFunc(r.Others, func(x Other) bool { return x.Origin == o })
	if r.Home == o {
		r.Home = ""
	}
}

// History returns the group that the origin has left because of checks, as the name of a fact and
// its text. Both are empty if it has left none, or has joined that group again.
func (r *Record) History() (name, text string) {
	if r.Left == nil || r.Left.Main == r.Main {
		return "", ""
	}
	return "No mirror any more", fmt.Sprintf("of %s since %s: %s", r.Left.Main, r.Left.At.UTC().Format(time.DateOnly), r.Left.Why)
}

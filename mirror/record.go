package mirror

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of a Record.
const (
	MaxOthers   = 8   // origins that an origin is compared with
	MaxPrints   = 64  // different texts that are counted for a pair
	MaxExamples = 3   // example paths of a pair
	MaxApart    = 32  // origins that the operator separated from an origin
	MaxGroup    = 16  // origins of one group
	maxExample  = 200 // bytes of an example path
	maxWhy      = 300 // bytes of a reason
)

// A Record is what is known about one origin as a mirror. A Record that has only its Origin means
// that nothing is known.
type Record struct {
	Origin weburl.Origin `json:"origin"`
	First  time.Time     `json:"first,omitzero"` // since when it is known, as far as visits told
	Seed   bool          `json:"seed,omitempty"` // the operator named a URL of its site
	// Main is the main mirror of its group; "" if the origin is the main mirror or has no group.
	// Why is the reason for its membership, Since is its start.
	Main  weburl.Origin `json:"main,omitempty"`
	Why   string        `json:"why,omitempty"`
	Since time.Time     `json:"since,omitzero"`
	// Members are the other origins of the group of a main mirror, and Rule is the rule by which
	// it was chosen.
	Members []weburl.Origin `json:"members,omitempty"`
	Rule    string          `json:"rule,omitempty"`
	// Check is the state of the check whether a member still is a mirror, nil before the
	// first one. Left is the group that the origin has left last, or nil.
	Check *Check `json:"check,omitempty"`
	Left  *Left  `json:"left,omitempty"`
	// Pending is true if the known pages were not moved yet since Main changed.
	Pending bool `json:"pending,omitempty"`

	// Named is another host in a Host line of its robots file, and Home is another origin that
	// its home page permanently redirects to, as last seen.
	Named weburl.Origin `json:"named,omitempty"`
	Home  weburl.Origin `json:"home,omitempty"`
	// Pages is the number of its pages that had a text.
	Pages  uint32  `json:"pages,omitempty"`
	Others []Other `json:"others,omitempty"` // at most MaxOthers

	// Decisions of the operator: joined to this origin, and separated from those.
	Glued weburl.Origin   `json:"glued,omitempty"`
	Apart []weburl.Origin `json:"apart,omitempty"` // at most MaxApart
}

// An Other is the evidence that the visits of one origin gave about another one.
type Other struct {
	Origin     weburl.Origin `json:"origin"`
	Same       uint32        `json:"same,omitempty"`       // paths with the same text on both
	Differ     uint32        `json:"differ,omitempty"`     // paths with another text or none on the other origin
	Redirects  uint32        `json:"redirects,omitempty"`  // paths that redirect to the same path of the other origin
	Canonicals uint32        `json:"canonicals,omitempty"` // pages that name the same path of the other origin as canonical
	Sampled    uint32        `json:"sampled,omitempty"`    // paths that were queued on the other origin for comparison
	Homes      Homes         `json:"homes,omitempty"`      // how their home pages compare, "" if not known
	Prints     []uint32      `json:"prints,omitempty"`     // hashes of the different texts in Same, at most MaxPrints
	Examples   []string      `json:"examples,omitempty"`   // paths counted in Same and Redirects
}

// Homes says how the home pages of two origins compare.
type Homes string

// The results.
const (
	HomesSame   Homes = "same"   // one text on one path
	HomesDiffer Homes = "differ" // different texts, or redirects to different paths
)

// An Order is a decision of the operator about two origins.
type Order struct {
	Deed Deed   `json:"deed"`
	A    string `json:"a"` // an origin, a URL of it, or its host name
	B    string `json:"b"` // the same; with Glue the main mirror
}

// A Deed is the action of an Order.
type Deed string

// The deeds.
const (
	Glue     Deed = "glue"     // A is a mirror of B
	Separate Deed = "separate" // A and B are not mirrors of each other
)

// Decode decodes a Record.
func Decode(data []byte) (Record, error) {
	var r Record
	if err := json.Unmarshal(data, &r); err != nil {
		return r, fmt.Errorf("mirror record: %w", err)
	}
	if o, err := weburl.ParseOrigin(string(r.Origin)); err != nil || o != r.Origin {
		return r, errors.New("mirror record: its origin is none")
	}
	if len(r.Others) > MaxOthers || len(r.Apart) > MaxApart || len(r.Members) >= MaxGroup {
		return r, errors.New("mirror record: a list is too long")
	}
	if r.Check != nil && len(r.Check.Paths) > MaxChecked {
		return r, errors.New("mirror record: its check has too many paths")
	}
	return r, nil
}

// Encode returns the stored form of the record: one JSON object.
func (r *Record) Encode() ([]byte, error) { return json.Marshal(r) }

// Clone returns a copy that shares no memory with the record that may change.
func (r *Record) Clone() Record {
	c := *r
	c.Members, c.Apart, c.Others = slices.Clone(r.Members), slices.Clone(r.Apart), slices.Clone(r.Others)
	for i := range c.Others {
		x := &c.Others[i]
		x.Prints, x.Examples = slices.Clone(x.Prints), slices.Clone(x.Examples)
	}
	if r.Check != nil {
		check := *r.Check
		check.Paths = slices.Clone(check.Paths)
		c.Check = &check
	}
	return c // Left is never changed
}

// Group returns the main mirror of the origin's group, or the origin itself if it has none.
func (r *Record) Group() weburl.Origin {
	if r.Main != "" {
		return r.Main
	}
	return r.Origin
}

// Standing returns the position of the origin in its group, or the group that it has left, as the
// name of a fact and its text; both are empty if there is none.
func (r *Record) Standing() (name, text string) {
	switch {
	case r.Main != "":
		return "Mirror of", string(r.Main)
	case len(r.Members) == 0:
		return r.History()
	}
	var names []string
	for _, m := range r.Members {
		names = append(names, string(m))
	}
	return "Main mirror of", strings.Join(names, ", ") + " (" + r.Rule + ")"
}

// A Statement is what a host says about which one is the main mirror: the name of a fact and its
// text.
type Statement struct{ Name, Text string }

// Statements returns what the origin says of another one as its main mirror, whether they are
// mirrors or not.
func (r *Record) Statements() (all []Statement) {
	if r.Named != "" {
		all = append(all, Statement{"Host line", fmt.Sprintf("the robots file of %s names %s as the main mirror", r.Origin, r.Named)})
	}
	if r.Home != "" {
		all = append(all, Statement{"Home page", fmt.Sprintf("that of %s redirects to %s", r.Origin, r.Home)})
	}
	return all
}

// Other returns what is known about a pair, or nil.
func (r *Record) Other(o weburl.Origin) *Other {
	for i := range r.Others {
		if r.Others[i].Origin == o {
			return &r.Others[i]
		}
	}
	return nil
}

// Watch begins to compare the origin with another one. If there are already MaxOthers, it
// replaces the one with the least evidence. It returns nil if all of them have some evidence.
func (r *Record) Watch(o weburl.Origin) *Other {
	if o == r.Origin || o == "" {
		return nil
	}
	if x := r.Other(o); x != nil {
		return x
	}
	if len(r.Others) == MaxOthers {
		least := slices.IndexFunc(r.Others, func(x Other) bool { return x.Same+x.Redirects+x.Canonicals == 0 })
		if least < 0 {
			return nil
		}
		r.Others = slices.Delete(r.Others, least, least+1)
	}
	r.Others = append(r.Others, Other{Origin: o})
	return &r.Others[len(r.Others)-1]
}

// SawText records that a path of the origin has a text, and whether the same path of another
// origin has the same text. It reports whether that is new.
func (r *Record) SawText(o weburl.Origin, path string, text aranea.Fingerprint, same bool) bool {
	x := r.Watch(o)
	switch {
	case x == nil:
		return false
	case !same:
		x.Differ++
		return true
	}
	x.Same++
	print := binary.BigEndian.Uint32(text[:])
	if len(x.Prints) < MaxPrints && !slices.Contains(x.Prints, print) {
		x.Prints = append(x.Prints, print)
		x.example(path)
	}
	return true
}

// SawHomes records how the home pages of the origin and another one compare. It reports whether
// that is new; it records nothing for a pair without other evidence.
func (r *Record) SawHomes(o weburl.Origin, h Homes) bool {
	x := r.Other(o)
	if x == nil || x.Homes == h {
		return false
	}
	x.Homes = h
	return true
}

// SawRedirect records that a page of the origin redirects to the same path of another one; a
// temporary redirect counts only between sisters. It reports whether that is new.
func (r *Record) SawRedirect(o weburl.Origin, path string, permanent bool) bool {
	if !permanent && !Sisters(r.Origin, o) {
		return false
	}
	x := r.Watch(o)
	if x == nil {
		return false
	}
	if path == "/" {
		r.Home = o
	}
	x.Redirects++
	x.example(path)
	return true
}

// SawHome records that the home page of the origin does not redirect to another origin. It
// reports whether that is new.
func (r *Record) SawHome() bool {
	news := r.Home != ""
	r.Home = ""
	return news
}

// SawCanonical records that a page of the origin names the same path of another one as canonical.
// It reports whether that is new.
func (r *Record) SawCanonical(o weburl.Origin) bool {
	x := r.Watch(o)
	if x != nil {
		x.Canonicals++
	}
	return x != nil
}

// SawHost records which other host the robots file of the origin names, "" for none. It reports
// whether that is new.
func (r *Record) SawHost(o weburl.Origin) bool {
	if o == r.Origin {
		o = ""
	}
	news := r.Named != o
	r.Named = o
	r.Watch(o)
	return news
}

func (x *Other) example(path string) {
	if len(x.Examples) < MaxExamples && len(path) <= maxExample && !slices.Contains(x.Examples, path) {
		x.Examples = append(x.Examples, path)
	}
}

// MaxSample is the maximum number of paths that are queued on another origin for comparison.
const MaxSample = 48

// Samples returns the origins on which the path of a visited page should be visited for
// comparison: those that the origin points to or shares a text with, while the sample is small
// and could join them.
func (r *Record) Samples() []*Other {
	var all []*Other
	for i := range r.Others {
		x := &r.Others[i]
		points := r.Named == x.Origin || r.Home == x.Origin || x.Canonicals > 0 || Sisters(r.Origin, x.Origin)
		hopeful := points || x.Same > 0 && x.Homes != HomesDiffer
		if x.Sampled < MaxSample && hopeful && !languagesApart(r.Origin, x.Origin) && !slices.Contains(r.Apart, x.Origin) {
			all = append(all, x)
		}
	}
	return all
}

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
	MaxOthers   = 8   // origins that one is compared with
	MaxPrints   = 64  // different texts that are counted for a pair
	MaxExamples = 3   // paths that are named for a pair
	MaxApart    = 32  // origins that the operator separated from one
	MaxGroup    = 16  // origins of one group
	maxExample  = 200 // bytes of a path that is named
	maxWhy      = 300 // bytes of a reason
)

// A Record is what is known of one origin as a mirror. The zero Record, but for
// its Origin, knows nothing.
type Record struct {
	Origin weburl.Origin `json:"origin"`
	First  time.Time     `json:"first,omitzero"` // when something became known of it
	// Main is the main mirror of its group; "" if it is one itself or has no
	// group. Why says why it is glued, Since since when.
	Main  weburl.Origin `json:"main,omitempty"`
	Why   string        `json:"why,omitempty"`
	Since time.Time     `json:"since,omitzero"`
	// Members are, of a main mirror, the others of its group, and Rule says by
	// which rule it is the main one.
	Members []weburl.Origin `json:"members,omitempty"`
	Rule    string          `json:"rule,omitempty"`
	// Check is, of a member, how far it is checked whether it still is one, nil if it
	// never was; and Left is the group that it has left last, nil if none.
	Check *Check `json:"check,omitempty"`
	Left  *Left  `json:"left,omitempty"`
	// Pending says that the known pages were not moved yet since Main changed.
	Pending bool `json:"pending,omitempty"`

	// Named is another host that its robots file names in a Host line, and Home
	// another origin that its home page redirects to for good, as last seen.
	Named weburl.Origin `json:"named,omitempty"`
	Home  weburl.Origin `json:"home,omitempty"`
	// Pages counts its pages that answered with a text.
	Pages  uint32  `json:"pages,omitempty"`
	Others []Other `json:"others,omitempty"` // at most MaxOthers

	// What the operator said: glued to this origin, and separated from those.
	Glued weburl.Origin   `json:"glued,omitempty"`
	Apart []weburl.Origin `json:"apart,omitempty"` // at most MaxApart
}

// An Other is what the visits of one origin showed about another.
type Other struct {
	Origin     weburl.Origin `json:"origin"`
	Same       uint32        `json:"same,omitempty"`       // paths with the same text on both
	Differ     uint32        `json:"differ,omitempty"`     // paths with another text there, or none
	Redirects  uint32        `json:"redirects,omitempty"`  // paths that redirect to the same path there
	Canonicals uint32        `json:"canonicals,omitempty"` // pages that name the same path there as canonical
	Sampled    uint32        `json:"sampled,omitempty"`    // paths that were queued there to compare them
	Homes      Homes         `json:"homes,omitempty"`      // what their home pages are to each other, "" if not known
	Prints     []uint32      `json:"prints,omitempty"`     // of the different texts among Same, at most MaxPrints
	Examples   []string      `json:"examples,omitempty"`   // paths among Same and Redirects
}

// Homes says what the home pages of two origins are to each other.
type Homes string

// Homes that are known.
const (
	HomesSame   Homes = "same"   // one text on one path
	HomesDiffer Homes = "differ" // another text, or behind redirects to different paths
)

// An Order is the operator's word on two origins.
type Order struct {
	Deed Deed   `json:"deed"`
	A    string `json:"a"` // an origin, a URL of it, or its host name
	B    string `json:"b"` // likewise; with Glue the main mirror
}

// A Deed is what an Order does.
type Deed string

// The deeds.
const (
	Glue     Deed = "glue"     // A is a mirror of B
	Separate Deed = "separate" // A and B are no mirrors of each other
)

// Decode reads an encoded Record.
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

// Encode returns the record as it is stored: one JSON object.
func (r *Record) Encode() ([]byte, error) { return json.Marshal(r) }

// Clone returns a copy that shares nothing with the record.
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

// Group returns the main mirror of the origin's group: itself if it has none.
func (r *Record) Group() weburl.Origin {
	if r.Main != "" {
		return r.Main
	}
	return r.Origin
}

// Standing says where the origin stands in its group, or which one it has left, as the
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

// Other returns what is known of a pair, nil if nothing is.
func (r *Record) Other(o weburl.Origin) *Other {
	for i := range r.Others {
		if r.Others[i].Origin == o {
			return &r.Others[i]
		}
	}
	return nil
}

// Watch begins to compare the origin with another one, in the place of the one
// that least is known of if there are MaxOthers. It returns nil if all of those
// have more to show than nothing.
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

// SawText notes that a path of the origin has a text, and whether the same path of
// another origin has the same one. It reports whether that is news.
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

// SawHomes notes what the home page of the origin and that of another one are to
// each other. It reports whether that is news; a pair that nothing else is known of
// has none.
func (r *Record) SawHomes(o weburl.Origin, h Homes) bool {
	x := r.Other(o)
	if x == nil || x.Homes == h {
		return false
	}
	x.Homes = h
	return true
}

// SawRedirect notes that a page of the origin redirects to the same path of another
// one; a temporary redirect counts between sisters only. It reports whether that is
// news.
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

// SawHome notes that the home page of the origin redirects nowhere else. It
// reports whether that is news.
func (r *Record) SawHome() bool {
	news := r.Home != ""
	r.Home = ""
	return news
}

// SawCanonical notes that a page of the origin names the same path of another one
// as canonical. It reports whether that is news.
func (r *Record) SawCanonical(o weburl.Origin) bool {
	x := r.Watch(o)
	if x != nil {
		x.Canonicals++
	}
	return x != nil
}

// SawHost notes which other host the robots file of the origin names, "" for none.
// It reports whether that is news.
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

// MaxSample is how many paths are queued on another origin to compare them.
const MaxSample = 48

// Samples returns the origins on which the path of a visited page is worth a
// visit, to compare the two: those that the origin points to, or with which it
// has a text in common, as long as the sample is small and could glue them.
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

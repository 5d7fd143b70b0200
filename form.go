package aranea

import (
	"fmt"
	"slices"

	"github.com/aranea-search/aranea/weburl"
)

// A Form is a form of a page as a crawl reads it, or a menu whose options are URLs. Package form
// of extract determines what it leads to.
type Form struct {
	Action     weburl.URL // where it leads; zero for a menu, and if that is not a URL
	Menu       bool       // it is a menu whose options are URLs
	Verdict    FormVerdict
	Selections []Selection
	URLs       int // number of URLs that it leads to, which are Links of the page
	Left       int // number of further ones that limits leave out
}

// A Selection is a field of a form whose values are given: a select, radio buttons or checkboxes
// of one name.
type Selection struct {
	Name    string
	Choices int // number of states that are submitted
}

// A FormVerdict says how a form is filled in, or why it is not.
type FormVerdict uint8

// The verdicts. The zero value is not to fill a form in.
const (
	FormUnread   FormVerdict = 0  // nothing was decided
	FormAll      FormVerdict = 1  // with all combinations of its selections
	FormEach     FormVerdict = 2  // with each choice once, and the other selections as they are
	FormMenu     FormVerdict = 3  // it is a menu, whose options are URLs
	FormMethod   FormVerdict = 4  // not: its method is not GET
	FormSecret   FormVerdict = 5  // not: it asks for a password or a file
	FormConsent  FormVerdict = 6  // not: a checkbox has to be checked
	FormTyped    FormVerdict = 7  // not: a text has to be typed
	FormPlain    FormVerdict = 8  // not: there is nothing to select, or only the order of a list
	FormExcluded FormVerdict = 9  // not: it is in a part that its owner excludes
	FormNoFollow FormVerdict = 10 // not: the form or its page asks not to be followed
	FormAnswer   FormVerdict = 11 // not: its page is one of its answers, and brings no selections of its own
	FormLimit    FormVerdict = 12 // not: it exceeds a limit, or what is asked for of one page is exhausted
	FormAction   FormVerdict = 13 // not: its action is no URL with http or https
	FormNoChoice FormVerdict = 14 // not: something has to be selected, and the page has nothing for it
)

var formVerdicts = [...]string{
	"unread", "combinations", "one at a time", "menu", "method", "secret", "consent", "typed text", "nothing to select",
	"excluded", "nofollow", "answer", "limit", "action", "no choice",
}

// String returns the stable name of v, for example "combinations".
func (v FormVerdict) String() string {
	if int(v) < len(formVerdicts) {
		return formVerdicts[v]
	}
	return fmt.Sprintf("form(%d)", uint8(v))
}

// MarshalText returns the stable name of v.
func (v FormVerdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText sets v to the verdict with a stable name.
func (v *FormVerdict) UnmarshalText(name []byte) error {
	i := slices.Index(formVerdicts[:], string(name))
	if i < 0 {
		return fmt.Errorf("parse verdict on a form: %.100q is unknown", name)
	}
	*v = FormVerdict(i)
	return nil
}

// Filled reports whether a form with this verdict is filled in.
func (v FormVerdict) Filled() bool { return v == FormAll || v == FormEach || v == FormMenu }

package trap

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// needUnread is how many names with an extension, and none that is read, must have led to a type
// of file that is not read.
const needUnread = 5

// MaxNumbers is how many words with a digit of one page are considered.
const MaxNumbers = 64

// MaxTypes is how many file name extensions a Book has.
const MaxTypes = 32

// A Type is what is known about the names with one extension.
type Type struct {
	Ending  string    `json:"ending"` // in lower case, with the dot
	Unread  uint32    `json:"unread"` // number of a type that is not read
	Read    uint32    `json:"read,omitempty"`
	Why     string    `json:"why,omitempty"` // the evidence that none is read
	Since   time.Time `json:"since,omitzero"`
	Allowed bool      `json:"allowed,omitempty"`
}

// ending returns the file name extension of a target, in lower case and with its dot, or "" if it
// has none.
func ending(target string) string {
	path, _, _ := strings.Cut(target, "?")
	name := path[strings.LastIndexByte(path, '/')+1:]
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 || len(name)-dot < 2 || len(name)-dot > 6 {
		return ""
	}
	return strings.ToLower(name[dot:])
}

// SawType records whether a target was of a type that is read, and reports whether there is
// something new to store. A target that is read ends the verdict on its extension.
func (b *Book) SawType(target string, read bool, now time.Time) bool {
	end := ending(target)
	i := slices.IndexFunc(b.Types, func(t Type) bool { return t.Ending == end })
	if end == "" || i < 0 && (read || len(b.Types) == MaxTypes) {
		return false
	}
	if i < 0 {
		b.Types = append(b.Types, Type{Ending: end})
		i = len(b.Types) - 1
	}
	t := &b.Types[i]
	if read {
		t.Read++
		took := t.Why != ""
		t.Why, t.Since, b.Pending = "", time.Time{}, b.Pending || took
		return t.Read == 1
	}
	t.Unread++
	if t.Why == "" && !t.Allowed && t.Read == 0 && t.Unread >= needUnread {
		t.Why, t.Since = fmt.Sprintf("%d names that end in %s were of a type that is not read, and none was read", t.Unread, end), now
	}
	return true
}

// AdviseType returns why a target is of a type that is not read, or "" if there is no evidence.
func (b *Book) AdviseType(target string) string {
	if len(b.Types) == 0 {
		return ""
	}
	end := ending(target)
	for i := range b.Types {
		if b.Types[i].Ending == end {
			return b.Types[i].Why
		}
	}
	return ""
}

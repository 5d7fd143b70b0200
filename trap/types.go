package trap

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// How many names with an extension, or URLs of a template or kind, must have led to a type of file that
// is not read, and none to one that is.
const (
	needUnread   = 5
	needUnreadOf = 24
)

// MaxNumbers is how many words with a digit of one page are considered.
const MaxNumbers = 64

// MaxTypes is how many extensions, templates and kinds a Book has types of.
const MaxTypes = 64

// A Type is what is known about the files with one extension, or of the URLs of one template or kind,
// as "/download.php?id" of the attachments of a forum.
type Type struct {
	Ending  string    `json:"ending"` // in lower case, with the dot; or the template or kind, with a slash
	Unread  uint32    `json:"unread"` // number of a type that is not read
	Read    uint32    `json:"read,omitempty"`
	Why     string    `json:"why,omitempty"` // the evidence that none is read
	Since   time.Time `json:"since,omitzero"`
	Allowed bool      `json:"allowed,omitempty"`

	paths []uint64 // of the first files with the extension, at most needUnread
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

// typesOf returns the names of what a target may be judged by. Where the ending of a name is hidden by an asterisk,
// template and kind have it: /place/7 may be a page, and /place/7.json its data.
func typesOf(target string) (names []string) {
	s, end := shapeOf(target), ending(target)
	if strings.ContainsAny(end, "0123456789") {
		end = ""
	}
	for _, name := range [...]string{ending(target), withEnding(s.template, end), withEnding(s.kind, end)} {
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// withEnding returns a template or a kind with the ending of names that are an asterisk in it.
func withEnding(template, end string) string {
	path, _, _ := strings.Cut(template, "?")
	if end == "" || !strings.HasSuffix(path, "/*") {
		return template
	}
	return path + end + template[len(path):]
}

// SawType records whether a target was of a type that is read, and reports whether there is
// something new to store. A target that is read ends the verdicts on its extension, template and kind.
func (b *Book) SawType(target string, read bool, now time.Time) (news bool) {
	if read && len(b.Types) == 0 {
		return false
	}
	for _, name := range typesOf(target) {
		t := b.typeOf(name, !read)
		switch {
		case t == nil:
		case read:
			t.Read++
			took := t.Why != ""
			t.Why, t.Since, b.Pending = "", time.Time{}, b.Pending || took
			news = news || t.Read == 1
		case t.isNew(target):
			t.Unread++
			t.judge(now)
			news = true
		}
	}
	return news
}

// typeOf returns what is known by a name, nil if nothing is or there is no place for it. With add, an
// unknown one takes the place of that with the fewest files.
func (b *Book) typeOf(name string, add bool) *Type {
	if i := slices.IndexFunc(b.Types, func(t Type) bool { return t.Ending == name }); i >= 0 {
		return &b.Types[i]
	}
	if !add {
		return nil
	}
	if len(b.Types) == MaxTypes {
		least, kept := leastOf(b.Types, func(t *Type) uint32 { return weight(t.Unread+t.Read, t.Why, t.Allowed) })
		if kept >= byVerdict {
			return nil
		}
		b.Types = slices.Delete(b.Types, least, least+1)
	}
	b.Types = append(b.Types, Type{Ending: name})
	return &b.Types[len(b.Types)-1]
}

// isNew reports whether a file counts. For an extension, those that one program sends have one name.
func (t *Type) isNew(target string) bool {
	if !t.isEnding() || len(t.paths) == needUnread {
		return true
	}
	path, _, _ := strings.Cut(target, "?")
	if slices.Contains(t.paths, sum(path)) {
		return false
	}
	t.paths = append(t.paths, sum(path))
	return true
}

// judge sets the verdict after enough files that are not read, and none that is.
func (t *Type) judge(now time.Time) {
	need, about := uint32(needUnread), "names that end in "+t.Ending
	if !t.isEnding() {
		need, about = needUnreadOf, "URLs like "+t.Ending
	}
	if t.Why == "" && !t.Allowed && t.Read == 0 && t.Unread >= need {
		t.Why, t.Since = fmt.Sprintf("%d %s were of a type that is not read, and none was read", t.Unread, about), now
	}
}

func (t *Type) isEnding() bool { return strings.HasPrefix(t.Ending, ".") }

// AdviseType returns why a target is of a type that is not read, or "" if there is no evidence. One of
// sixteen that nothing but their template or kind speaks against is visited all the same: a program may
// send files of many types.
func (b *Book) AdviseType(target string) string {
	if !slices.ContainsFunc(b.Types, func(t Type) bool { return t.Why != "" }) {
		return ""
	}
	for _, name := range typesOf(target) {
		switch t := b.typeOf(name, false); {
		case t == nil:
		case t.isEnding() && t.Allowed:
			return "" // whatever else names with it have in common
		case t.Why != "" && (t.isEnding() || sum(target)%sampleOf != 0):
			return t.Why
		}
	}
	return ""
}

package document

import (
	"slices"
	"strings"
)

// A page of a reference describes an item, such as a class, and under its headings the members of that. Who
// looks for Vec::push, Optional.orElse or QLabel::setText means the heading.

// itemKinds are what generators of references write before the name of an item in its address, as rustdoc
// does: struct.HashMap.html.
var itemKinds = [...]string{
	"struct", "enum", "trait", "union", "class", "interface", "fn", "macro", "type", "constant", "static", "primitive",
	"keyword", "attr", "derive", "traitalias",
}

// memberKinds are the same before the name of a member in an identifier: method.push.
var memberKinds = [...]string{
	"method", "tymethod", "variant", "structfield", "field", "associatedtype", "associatedconstant", "property", "function",
}

// memberEndings are the same behind the name of a member in an identifier: push-instance_method.
var memberEndings = [...]string{"-instance_method", "-class_method"}

// mostModules bounds the folders of a page that are parts of the name of its item.
const mostModules = 4

// qualified returns the name of an item with those of the modules that its folders are: fs.write and
// std.fs.write for /std/fs/fn.write.html.
func qualified(path, item string) (names []string) {
	folders := strings.Split(path, "/")
	for i := len(folders) - 2; i >= 0 && len(names) < mostModules && isName(folders[i]); i-- {
		item = folders[i] + "." + item
		names = append(names, item)
	}
	return names
}

// joinedKinds are what doxygen writes before the name of an item, with nothing between them.
var joinedKinds = [...]string{"class", "struct", "union", "interface", "namespace", "concept"}

// itemOf returns the name of the item that a page describes, by its slug: HashMap for struct.HashMap,
// std.basic_string for classstd_1_1basic__string.
func itemOf(slug string) string {
	for _, k := range joinedKinds {
		if rest, ok := strings.CutPrefix(slug, k); ok && rest != "" && ('A' <= rest[0] && rest[0] <= 'Z' || strings.Contains(rest, "_1_1") || strings.Contains(rest, "__")) {
			return strings.ReplaceAll(strings.ReplaceAll(rest, "_1_1", "."), "__", "_")
		}
	}
	return withoutKind(slug, itemKinds[:])
}

// withoutKind returns a name without the word for its kind and the dot before it.
func withoutKind(name string, kinds []string) string {
	for _, k := range kinds {
		if rest, ok := strings.CutPrefix(name, k); ok && len(rest) > 1 && rest[0] == '.' {
			return rest[1:]
		}
	}
	return name
}

// membersOf returns the names of the member that a heading with an identifier describes on the page of an
// item: Vec.push for `pub fn push(&mut self, value: T)` with the identifier method.push. It returns none for
// most headings, which are words about something.
func membersOf(item, heading, id string) (names []string) {
	path := memberPath(heading, id)
	if path == "" && isOfClass(item, heading, id) {
		path = heading
	}
	if path == "" {
		return nil
	}
	name := lastPart(path)
	if item != "" {
		names = endings(item + "." + name)
	}
	return withNew(names, endings(path))
}

// isOfClass reports whether a heading is a word in lower case, as its identifier is, on the page of an item
// that begins with a capital letter: subscribe on that of Observable (TypeDoc).
func isOfClass(item, heading, id string) bool {
	class := lastPart(item)
	return heading == id && isName(heading) && isName(class) && 'A' <= class[0] && class[0] <= 'Z' && 'a' <= heading[0] && heading[0] <= 'z'
}

// withNew returns names with those of others that are not among them.
func withNew(names, others []string) []string {
	for _, n := range others {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// mostEndings bounds the names of one path.
const mostEndings = 4

// endings returns a path of several names, and what is left of it without the first ones, as far as that
// has two: flask.Flask.route and Flask.route, which people call the same. It returns none for one name.
func endings(path string) (names []string) {
	for rest := path; len(names) < mostEndings; {
		at := strings.IndexAny(rest, ".:/#")
		if at < 0 {
			break
		}
		if len(names) == 0 || isPath(rest) {
			names = append(names, rest)
		}
		rest = strings.TrimLeft(rest[at:], ".:/#")
	}
	return names
}

// memberPath returns what a heading calls a member, perhaps with what it belongs to: push, Buffer.Write; ""
// if it describes none. The name is in the identifier if the heading says it too and something tells that
// it is one: a bracket, a dot or a kind in the identifier, a bracket behind it in the heading, or its form.
func memberPath(heading, id string) string {
	path, _, _ := strings.Cut(id, "(")
	path = withoutKind(path, memberKinds[:])
	for _, e := range memberEndings {
		path = strings.TrimSuffix(path, e)
	}
	name := lastPart(path)
	if at := wordAt(heading, name); isName(strings.TrimRight(name, "?!=")) && at >= 0 { // Ruby's empty?
		called := strings.HasPrefix(heading[at+len(name):], "(")
		if path != id || name != path || called || isCode(name) {
			return path
		}
	}
	if call, _, ok := strings.Cut(heading, "("); ok && isPath(call) {
		return call // the identifier is made of all of the heading, or a number
	}
	if isName(heading) && strings.HasPrefix(id, heading+"-") && strings.HasSuffix(id, "-") {
		return heading // as javadoc wrote brackets: add-E-
	}
	last := heading[strings.LastIndexByte(heading, ' ')+1:] // behind what TypeDoc says of it: "Optional", "Readonly"
	if isName(last) && isCode(last) && strings.ToLower(last) == id {
		return last // TypeDoc, and most that make pages of Markdown, write identifiers in lower case
	}
	return ""
}

// loneMember returns the name of the member that a heading with an identifier describes, without its item, if
// people look for it alone: isBlank, read_to_string. It has the form of a name in a program, "" otherwise; one
// that begins with a capital letter needs something to tell that it is no proper name, as PostgreSQL is.
func loneMember(heading, id string) string {
	name := lastPart(memberPath(heading, id))
	if !isName(name) || !isCode(name) {
		return ""
	}
	if isProper := 'A' <= name[0] && name[0] <= 'Z' && !strings.Contains(name, "_"); isProper && !strings.Contains(heading, name+"(") && (id == name || strings.ToLower(name) == id) {
		return ""
	}
	return name
}

// lastPart returns what stands behind the last dot, colon, slash or number sign.
func lastPart(path string) string { return path[strings.LastIndexAny(path, ".:/#")+1:] }

// isPath reports whether a text is names with dots or colons between them.
func isPath(text string) bool {
	for part := range strings.SplitSeq(strings.ReplaceAll(text, "::", "."), ".") {
		if !isName(part) {
			return false
		}
	}
	return true
}

// isName reports whether a text may be a name in a program.
func isName(text string) bool {
	return text != "" && !isDigit(rune(text[0])) && !strings.ContainsFunc(text, isBetweenNames)
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

func isBetweenNames(r rune) bool {
	return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || isDigit(r) || r == '_' || r == '$')
}

// isCode reports whether a name has the form that only names in programs have: read_file, readFile.
func isCode(name string) bool {
	lower := strings.ToLower(name)
	return strings.Contains(name, "_") || name[1:] != lower[1:] && name != strings.ToUpper(name)
}

// wordAt returns where a name stands in a text with nothing of a name before and behind it, -1 if nowhere.
func wordAt(text, name string) int {
	for from := 0; name != ""; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			break
		}
		at, end := from+i, from+i+len(name)
		if (at == 0 || !isOfName(text[at-1])) && (end == len(text) || !isOfName(text[end])) {
			return at
		}
		from = end
	}
	return -1
}

// isOfName reports whether a byte is that of a character of names, which are all in ASCII.
func isOfName(c byte) bool { return !isBetweenNames(rune(c)) }

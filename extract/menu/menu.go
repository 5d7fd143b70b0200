// Package menu tells which scripts of a web page may hold its menu, and reads the addresses of
// pages out of such scripts.
//
// Floor: 2 (pure), a part of extract. Stability: engine. It runs no script and does not follow how
// an address is put together: only what stands in one string is read.
package menu

import (
	"path"
	"strings"
	"unicode"
)

// maxScripts is the number of scripts of a page that are kept.
const maxScripts = 4

// beginnings and endings are those of the words in names of menus, and of their scripts.
var (
	beginnings = [...]string{"nav", "menu", "toc", "sidebar", "sidenav"}
	endings    = [...]string{"nav", "menu", "toc", "sidebar", "navtree"}
)

// IsName reports whether a name, such as that of an element or a script, has a word for a menu:
// "main-nav", "menudata", "div#toc".
func IsName(name string) bool {
	for word := range strings.FieldsFuncSeq(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) }) {
		for _, b := range beginnings {
			if strings.HasPrefix(word, b) {
				return true
			}
		}
		for _, e := range endings {
			if strings.HasSuffix(word, e) {
				return true
			}
		}
	}
	return false
}

// A Finder notes the scripts of a page that may hold its menu. The zero Finder is that of a page
// before its first tag.
type Finder struct {
	scripts []string
	empty   bool
}

// Script notes a script by what its tag says of where it is.
func (f *Finder) Script(src string) {
	file, _, _ := strings.Cut(src, "?")
	file, _, _ = strings.Cut(file, "#")
	name, isScript := strings.CutSuffix(path.Base(strings.TrimSpace(file)), ".js")
	if isScript && len(f.scripts) < maxScripts && IsName(name) {
		f.scripts = append(f.scripts, strings.TrimSpace(src))
	}
}

// Empty notes an element with nothing in it, by its name.
func (f *Finder) Empty(name string) { f.empty = f.empty || IsName(name) }

// Any reports whether there is a script that may hold a menu.
func (f *Finder) Any() bool { return len(f.scripts) > 0 }

// Scripts returns the scripts, at most four, if one of them seems to make the menu of the page: an
// element for a menu is empty, or the page leads to no other one of its own, as leads says.
func (f *Finder) Scripts(leads bool) []string {
	if leads && !f.empty {
		return nil
	}
	return f.scripts
}

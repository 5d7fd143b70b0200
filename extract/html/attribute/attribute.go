// Package attribute tells from the attributes of an element what it is for those who look at the page: a
// control, a badge, an advertisement, words that are only read aloud, or nothing that they see.
//
// Floor: 2 (pure), a part of extract/html. Stability: engine. It knows the classes of widely used programs and
// style sheets, and reads no style sheet.
package attribute

import "bytes"

// IsControl reports whether the first of some classes is that of a control in the output of a
// widely used program:
//
//   - headerlink: permalinks of Sphinx and of the extension toc of Python-Markdown (MkDocs), whose
//     text may be words
//   - viewcode-link: links to source code of Sphinx (sphinx.ext.viewcode), and viewcode-back from there;
//     view-source-button: those of pdoc; srclink: those of rustdoc
//   - mw-editsection: links to edit a section of MediaWiki
//   - lineno, linenos, linenodiv, source-line-no: numbers of lines of Doxygen, Rouge, Pygments and javadoc
//   - material-icons, material-symbols and names that begin so: icons of Google Fonts, whose text
//     is the name of a picture
func IsControl(class []byte) bool {
	if !mayBeControl(class) {
		return false
	}
	for i, c := range class { // cheaper than IndexAny for so few bytes
		if c <= ' ' {
			class = class[:i]
			break
		}
	}
	switch string(class) {
	case "headerlink", "viewcode-link", "viewcode-back", "view-source-button", "srclink", "mw-editsection", "lineno", "linenos", "linenodiv", "source-line-no":
		return true
	}
	return bytes.HasPrefix(class, []byte("material-icons")) || bytes.HasPrefix(class, []byte("material-symbols"))
}

// mayBeControl is a quick look at what IsControl looks at.
func mayBeControl(class []byte) bool {
	if len(class) < len("lineno") {
		return false
	}
	switch string(class[:2]) {
	case "he", "vi", "sr", "mw", "li", "ma", "so":
		return true
	}
	return false
}

// IsOnlySpoken reports whether some classes leave an element to those who have pages read to them
// (Bootstrap 3 to 5, Tailwind, Drupal, HTML5 Boilerplate, WordPress). Tailwind shows such an element again
// on wide screens or in other states, of which only the focus does not count.
func IsOnlySpoken(class []byte) bool {
	if !bytes.Contains(class, []byte("sr-only")) && !bytes.Contains(class, []byte("visually")) && !bytes.Contains(class, []byte("screen-reader")) {
		return false
	}
	spoken := false
	for name := range bytes.FieldsSeq(class) {
		switch string(name) {
		case "sr-only", "visually-hidden", "visually-hidden-focusable", "visuallyhidden", "screen-reader-text":
			spoken = true
		}
		if bytes.HasSuffix(name, []byte(":not-sr-only")) && !bytes.HasPrefix(name, []byte("focus")) {
			return false
		}
	}
	return spoken
}

// IsBadge reports whether one of some classes is that of a badge, a short remark in a box of its own, as
// "Optional" before the name of a parameter (tsd-tag, TypeDoc) or "New" behind a heading (sl-badge, Starlight;
// badge, Bootstrap). The word stands alone or behind a hyphen or an underscore; guilabel is none.
func IsBadge(class []byte) bool {
	for len(class) > 0 {
		end := bytes.IndexByte(class, ' ')
		if end < 0 {
			return endsInBadge(class)
		}
		if endsInBadge(class[:end]) {
			return true
		}
		class = class[end+1:]
	}
	return false
}

// endsInBadge reports whether a class is that of a badge.
func endsInBadge(class []byte) bool {
	if len(class) < len("tag") {
		return false
	}
	var word string
	switch string(class[len(class)-2:]) {
	case "ge":
		word = "badge"
	case "ip":
		word = "chip"
	case "el":
		word = "label"
	case "ll":
		word = "pill"
	case "ag":
		word = "tag"
	}
	at := len(class) - len(word)
	return word != "" && at >= 0 && string(class[at:]) == word && (at == 0 || class[at-1] == '-' || class[at-1] == '_')
}

// Hides reports whether a style hides its element.
func Hides(style []byte) bool {
	if !bytes.Contains(style, []byte("none")) && !bytes.Contains(style, []byte("hidden")) {
		return false
	}
	for declaration := range bytes.SplitSeq(style, []byte(";")) {
		name, value, _ := bytes.Cut(declaration, []byte(":"))
		value, _, _ = bytes.Cut(value, []byte("!"))
		switch name, value = bytes.TrimSpace(name), bytes.TrimSpace(value); string(name) {
		case "display":
			if string(value) == "none" {
				return true
			}
		case "visibility":
			if string(value) == "hidden" {
				return true
			}
		}
	}
	return false
}

// Dialog reports whether an element is a dialog by its role or by the class "modal" (Bootstrap, Semantic UI), and whether
// its classes say that a script opens it and has not done so yet: "modal fade" or "ui modal".
func Dialog(class, role []byte) (is, closed bool) {
	is = bytes.EqualFold(role, []byte("dialog")) || bytes.EqualFold(role, []byte("alertdialog"))
	if !bytes.Contains(class, []byte("modal")) {
		return is, false
	}
	modal, fade, ui, show, active := false, false, false, false, false
	for name := range bytes.FieldsSeq(class) {
		switch string(name) {
		case "modal":
			modal = true
		case "fade":
			fade = true
		case "ui":
			ui = true
		case "show", "in":
			show = true
		case "active", "visible":
			active = true
		}
	}
	return is || modal, modal && (fade && !show || ui && !active)
}

// IsNothing reports whether a value is what a program writes that has none: Python, JavaScript, PHP or Ruby.
func IsNothing(value []byte) bool {
	switch string(bytes.TrimSpace(value)) {
	case "None", "null", "undefined", "NULL", "nil":
		return true
	}
	return false
}

// IsPost reports whether the classes of an element call it a post of a blog, as those do that
// WordPress and Ghost write for themes: "post" or "hentry". Classes of what it is filed under then
// stand beside: "post tag-looms category-news".
func IsPost(class []byte) bool {
	if !bytes.Contains(class, []byte("post")) && !bytes.Contains(class, []byte("hentry")) {
		return false
	}
	for name := range bytes.FieldsSeq(class) {
		if s := string(name); s == "post" || s == "hentry" {
			return true
		}
	}
	return false
}

// IsTerm reports whether a class of a post says what it is filed under.
func IsTerm(class []byte) bool {
	for _, kind := range [...]string{"tag-", "category-", "author-"} {
		if bytes.HasPrefix(class, []byte(kind)) {
			return true
		}
	}
	return false
}

// Advertises reports whether a class or an identifier calls its element an advertisement.
func Advertises(s []byte) bool {
	if !bytes.Contains(s, []byte("ad")) && !bytes.Contains(s, []byte("spons")) {
		return false
	}
	for word := range bytes.FieldsFuncSeq(s, func(r rune) bool { return r == ' ' || r == '-' || r == '_' || r == '\t' || r == '\n' }) {
		switch string(word) {
		case "ad", "ads", "advert", "adverts", "advertisement", "advertising", "adsbygoogle", "adsense", "sponsored":
			return true
		}
	}
	return false
}

// AppendWord appends a class up to its first digit: what programs number or generate changes
// from page to page.
func AppendWord(dst, word []byte) []byte {
	if i := bytes.IndexAny(word, "0123456789"); i >= 0 {
		word = bytes.TrimRight(word[:i], "-_")
	}
	return append(dst, word[:min(len(word), 32)]...)
}

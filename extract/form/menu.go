package form

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
)

// A jump says whether a change of a select leads to another page.
type jump uint8

const (
	noJump jump = iota
	// toValue: the script of its attribute goes to the value of the option.
	toValue
	// toWhole: it adds something to the value, or only the name of a function that it calls says
	// where it goes. Then only whole URLs are taken: a path may be part of another one, or
	// "updateLocation" may be about cities.
	toWhole
)

// jumpOf returns the jump of a select. Without an option that is a URL it is a selection like
// others, whatever its script does.
func (r *Reader) jumpOf(c *control) jump {
	to := jumpIn(strings.ToLower(c.script))
	if to == noJump || !slices.ContainsFunc(r.options[c.from:c.to], func(o option) bool { return !o.disabled && leads(o.value, to == toWhole) }) {
		return noJump
	}
	return to
}

// jumpIn returns the jump of a script in lower case: it sets a location, opens a window, or calls
// a function named for it.
func jumpIn(script string) jump {
	switch {
	case !strings.Contains(script, "location") && !strings.Contains(script, "open(") && !strings.Contains(script, "jump"):
		return noJump
	case strings.Contains(script, "+"):
		return toWhole
	case strings.Contains(script, "jump") || opens(script) || setsLocation(script):
		return toValue
	}
	return toWhole
}

// opens reports whether a script calls a function that is named open.
func opens(script string) bool {
	before, _, found := strings.Cut(script, "open(")
	return found && (before == "" || !inName(before[len(before)-1]))
}

// setsLocation reports whether a script sets the location of a window: something named location,
// or a property or method of that.
func setsLocation(script string) bool {
	for script != "" {
		before, after, found := strings.Cut(script, "location")
		if !found {
			return false
		}
		script = after
		after = strings.TrimLeft(after, " \t\r\n")
		if (before == "" || !inName(before[len(before)-1])) && after != "" && (after[0] == '=' || after[0] == '.' || after[0] == '[') {
			return true
		}
	}
	return false
}

// inName reports whether a letter in lower case continues the name of something in a script.
func inName(c byte) bool {
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '$'
}

// menu adds a menu: the URLs among its options.
func (w *writer) menu(r *Reader, c *control) {
	f := aranea.Form{Menu: true, Verdict: aranea.FormMenu, Left: c.left, Selections: []aranea.Selection{{Name: c.name, Choices: c.to - c.from}}}
	within := form{}
	if c.form >= 0 {
		within = r.forms[c.form]
	}
	switch {
	case c.excluded || within.excluded:
		f.Verdict = aranea.FormExcluded
	case within.noFollow:
		f.Verdict = aranea.FormNoFollow
	default:
		w.options(&f, r.options[c.from:c.to], c.jump == toWhole)
	}
	w.forms = append(w.forms, f)
}

// options adds the options of a menu that are URLs.
func (w *writer) options(f *aranea.Form, options []option, whole bool) {
	for i := range options {
		o := &options[i]
		if o.disabled || !leads(o.value, whole) {
			continue
		}
		if w.full() {
			f.Left++
			continue
		}
		w.built++
		if u, err := w.page.Base.ResolveWith(w.page.Encoding, o.value); err == nil && u != w.page.URL {
			w.add(f, u, o.label)
		}
	}
	switch {
	case f.URLs > 0:
	case f.Left > 0:
		f.Verdict = aranea.FormLimit
	default:
		f.Verdict = aranea.FormPlain
	}
}

// leads reports whether the value of an option is the text of a URL, whole says of a complete
// one.
func leads(value string, whole bool) bool {
	v := strings.ToLower(strings.TrimSpace(value))
	if strings.HasPrefix(v, "http://") || strings.HasPrefix(v, "https://") {
		return true
	}
	if whole || v == "" || v[0] == '#' || strings.ContainsAny(v, " \t\r\n") {
		return false
	}
	if v[0] == '?' || strings.Contains(v, "/") {
		return true
	}
	name := v[:len(v)-len(strings.TrimLeft(v, "abcdefghijklmnopqrstuvwxyz0123456789-_.~%"))]
	ending := name[strings.LastIndexByte(name, '.')+1:]
	return len(ending) < len(name) && slices.Contains(pages(), ending)
}

// pages returns file name extensions of web pages, which tell a file name from a number such as
// 1.5 and from a word.
func pages() []string {
	return []string{"htm", "html", "shtml", "xhtml", "php", "php3", "asp", "aspx", "jsp", "cgi", "pl", "cfm", "do", "pdf"}
}

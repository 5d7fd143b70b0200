package form

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
)

// jumps reports whether what happens after a change of a select leads to another page: the
// script of its attribute sets a location, opens a window, or calls a function named for it.
func jumps(script string) bool {
	script = strings.ToLower(script)
	return strings.Contains(script, "location") || strings.Contains(script, "open(") || strings.Contains(script, "jump")
}

// menu adds a menu: the URLs among its options. If its script adds something to the value, only
// whole URLs are taken, because relative ones may be parts of others.
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
		w.options(&f, r.options[c.from:c.to], strings.Contains(c.script, "+"))
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

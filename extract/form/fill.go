package form

import (
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// A Page is where forms stand.
type Page struct {
	URL, Base weburl.URL
	Encoding  encoding.Encoding // of the page; nil for UTF-8
}

// A Submission is a URL that a form leads to, with the words of what was selected.
type Submission struct {
	URL   weburl.URL
	Label string
}

// Fill returns the forms and menus of the page that was read, in the order in which they begin,
// forms first, and the URLs that they lead to, each once.
func (r *Reader) Fill(at Page) (forms []aranea.Form, urls []Submission) {
	r.endSelect()
	r.endLabel()
	w := writer{page: at, known: map[weburl.URL]bool{}}
	of := r.owned()
	for i := range r.forms {
		w.form(r, &r.forms[i], of[i])
	}
	for i := range r.controls {
		if c := &r.controls[i]; c.jump != noJump {
			w.menu(r, c)
		}
	}
	return w.forms, w.urls
}

// owned returns the indexes of the controls of each form, in the order of the page (HTML, form
// owner), and determines which selects are menus.
func (r *Reader) owned() [][]int {
	of := make([][]int, len(r.forms))
	for i := range r.controls {
		c := &r.controls[i]
		if c.kind == menu {
			c.jump = r.jumpOf(c)
		}
		if c.label == "" && c.id != "" {
			c.label = r.labels[c.id]
		}
		if c.owner != "" {
			owner, ok := r.ids[c.owner]
			if !ok {
				owner = -1
			}
			c.form = owner
		}
		if c.form >= 0 {
			of[c.form] = append(of[c.form], i)
		}
	}
	return of
}

// A writer collects what the forms of a page lead to.
type writer struct {
	page  Page
	known map[weburl.URL]bool // the URLs that are collected
	built int                 // how often one was built
	forms []aranea.Form
	urls  []Submission
}

// form adds a form.
func (w *writer) form(r *Reader, f *form, fields []int) {
	q := newQuery(r, f, fields, w.page.Encoding)
	said := aranea.Form{Verdict: q.refusal(f, fields), Action: w.action(f, q.button)}
	for i := range q.selections {
		s := &q.selections[i]
		said.Selections = append(said.Selections, aranea.Selection{Name: s.name, Choices: len(s.choices)})
		said.Left += s.left
	}
	if said.Verdict == aranea.FormUnread {
		w.submit(&q, &said)
	}
	w.forms = append(w.forms, said)
}

// submit adds the submissions of a form that nothing speaks against.
func (w *writer) submit(q *query, f *aranea.Form) {
	if f.Action.IsZero() {
		f.Verdict = aranea.FormAction
		return
	}
	f.Verdict = aranea.FormAll
	if q.product() > MaxProduct {
		f.Verdict = aranea.FormEach
	}
	if asked := w.asked(f.Action); asked != nil && q.isAsked(asked) {
		if f.Verdict == aranea.FormEach || !q.keep(asked) {
			f.Verdict = aranea.FormAnswer
			return
		}
	}
	long := 0
	for pick, varied := range q.picks(f.Verdict == aranea.FormAll) {
		if long == MaxProduct {
			break // what is always submitted is too long
		}
		if w.full() {
			f.Left++ // is counted, not built: its size is what the page says, its cost is ours
			continue
		}
		w.built++
		pairs, label := q.entries(pick, varied)
		u, err := f.Action.WithForm(pairs, q.encoding)
		if err != nil {
			long++
			f.Left++
			continue
		}
		w.add(f, u, label)
	}
	if f.URLs == 0 && f.Left > 0 {
		f.Verdict = aranea.FormLimit
	}
}

// add adds a URL that a form or menu leads to, of a page that is not full.
func (w *writer) add(f *aranea.Form, u weburl.URL, label string) {
	f.URLs++
	if !w.known[u] {
		w.known[u] = true
		w.urls = append(w.urls, Submission{u, label})
	}
}

// full reports whether no more URLs are built for the page.
func (w *writer) full() bool { return len(w.urls) >= MaxURLs || w.built >= MaxBuilt }

// action returns where a form leads, zero if that is not a URL: by default to the page itself,
// whatever its base (HTML, form submission algorithm).
func (w *writer) action(f *form, button *control) weburl.URL {
	action := f.action
	if button != nil && button.sendsTo {
		action = button.action
	}
	if action == "" {
		return w.page.URL
	}
	u, err := w.page.Base.ResolveWith(w.page.Encoding, action)
	if err != nil {
		return weburl.URL{}
	}
	return u
}

// encodingOf returns the encoding that a form is submitted in (HTML, selecting a form submission
// encoding), nil for UTF-8.
func encodingOf(charset string, page encoding.Encoding) encoding.Encoding {
	if charset == "" {
		return page
	}
	for label := range strings.FieldsSeq(charset) {
		if e, err := htmlindex.Get(label); err == nil {
			return e
		}
	}
	return nil
}

// nameOf returns the name of an encoding, for a field _charset_.
func nameOf(e encoding.Encoding) string {
	if e == nil {
		return "UTF-8"
	}
	name, err := htmlindex.Name(e)
	if err != nil || name == "utf-8" {
		return "UTF-8"
	}
	return name
}

// Package curation is where operators edit on the pages of the console what they list for searches, words
// that mean the same, pages that come first and pages that count more or less, and see what is searched for.
//
// Floor: 6 (face), inside console. Stability: engine. Who may open the pages is decided in package
// console, what the lists mean in package search, and when searches see a change in package lists of engine.
package curation

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/orders"
	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/engine/lists"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/search/listfile"
	"github.com/aranea-search/aranea/search/pageweight"
	"github.com/aranea-search/aranea/search/pin"
	"github.com/aranea-search/aranea/search/synonym"
	"github.com/aranea-search/aranea/weburl"
)

const (
	// MaxText is the maximum size in bytes of a list that is edited in a browser. A longer one is edited
	// as a file.
	MaxText = 256 << 10
	// maxForm is the maximum size of the form as it is sent: a byte may take three, and the end of a line,
	// which browsers send as two, six.
	maxForm = 6*MaxText + 4096
	// maxMissing is the number of pinned pages that are looked for in the index, and told if they are not.
	maxMissing = 100
	// maxBegun is the maximum number of bytes of a query with which a line begins.
	maxBegun = 500
)

// The addresses of the pages.
const (
	SynonymsPath = "/synonyms"
	PinsPath     = "/pins"
	WeightsPath  = "/weights"
	SearchesPath = "/searches"
)

// Files are where what operators list for searches is, and what was searched for.
type Files struct {
	Synonyms, Pins, Weights string // of lists, which need not exist; "" where they are not edited
	Searches                string // the log of searches, "" if there is none
}

// A List is what one page edits.
type List struct {
	Path    string // of the file
	Title   string
	Address string // of the page
	entry   string // what one entry is called
	between string // what stands behind a query in a line of it; "" if lines have none
	parse   func(text []byte) (entries int, pages []weburl.URL, err error)
}

// Synonyms is the list of words that mean the same.
func Synonyms(path string) List {
	return List{path, "Synonyms", SynonymsPath, "word", ", ", func(text []byte) (int, []weburl.URL, error) {
		set, err := synonym.Parse(text)
		return set.Len(), nil, err
	}}
}

// Pins is the list of pages that come first for queries.
func Pins(path string) List {
	return List{path, "Pinned pages", PinsPath, "query", " => ", func(text []byte) (int, []weburl.URL, error) {
		set, err := pin.Parse(text)
		return set.Len(), set.Pages(), err
	}}
}

// Weights is the list of pages that count more or less.
func Weights(path string) List {
	return List{path, "Weights", WeightsPath, "pattern", "", func(text []byte) (int, []weburl.URL, error) {
		set, err := pageweight.Parse(text)
		return set.Len(), nil, err
	}}
}

// Lists returns the lists that are edited here.
func (f *Files) Lists() []List {
	if f.Synonyms == "" || f.Pins == "" || f.Weights == "" {
		return nil
	}
	return []List{Synonyms(f.Synonyms), Pins(f.Pins), Weights(f.Weights)}
}

// IsList reports whether the page of a list is at a path.
func IsList(path string) bool { return path == SynonymsPath || path == PinsPath || path == WeightsPath }

// A Page shows a list, and takes changes of it. All fields are required.
type Page struct {
	List    List
	Explain func(ctx context.Context, url string) (trail.Trail, error)
	Pages   orders.Pages
	Log     *slog.Logger
	saving  sync.Mutex
}

// A view is a list as its page shows it.
type view struct {
	Title, Address string
	Pins, Weights  bool   // which list it is; a list of synonyms if none is set
	Text           string // of the list, or what was typed
	Before         string // identifies the text of the file when it was shown
	Begun          bool   // the first line of the text is one to complete
	Faults         []string
	Other          string   // the text of the file, if somebody else has changed it meanwhile
	Saved          string   // what was done
	Missing        []string // pinned pages that are not in the index
	TooLong        string   // why it cannot be edited here
}

// ServeHTTP shows the list, or saves what was typed.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, err := lists.Text(p.List.Path)
	v := view{Title: p.List.Title, Address: p.List.Address, Pins: p.List.Address == PinsPath, Weights: p.List.Address == WeightsPath, Before: digest(text), Text: string(text)}
	switch why := orders.Refusal(err); {
	case why != "":
		v.TooLong = "This list cannot be edited here: " + why + ". Edit its file."
	case err != nil:
		p.Pages.Fail(w, r, err)
		return
	case len(text) > MaxText || !utf8.Valid(text):
		v.TooLong = fmt.Sprintf("This list cannot be edited here: it has more than %d KiB, or is not UTF-8. Edit its file.", MaxText>>10)
	}
	if v.TooLong != "" {
		v.Text = ""
		p.show(w, r, http.StatusOK, &v)
		return
	}
	if r.Method == http.MethodPost {
		p.save(w, r, &v)
		return
	}
	if query := begun(r.URL.Query().Get("add")); query != "" && p.List.between != "" {
		v.Text, v.Begun = query+p.List.between+"\n"+v.Text, true
	}
	p.show(w, r, http.StatusOK, &v)
}

// save saves what was typed, if it is a list, and the file is still that from which it was made.
func (p *Page) save(w http.ResponseWriter, r *http.Request, v *view) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	err := r.ParseForm()
	text := typed(r.PostForm.Get("text"))
	if err != nil || len(text) > MaxText {
		p.Pages.Refuse(w, r, http.StatusBadRequest, fmt.Sprintf("The form cannot be read, or the list has more than %d KiB. Nothing was changed.", MaxText>>10))
		return
	}
	v.Text = text
	entries, pages, err := p.List.parse([]byte(text))
	if err != nil {
		v.Faults = faults(err)
		p.show(w, r, http.StatusBadRequest, v)
		return
	}
	now, done, err := p.replace(r.PostForm.Get("before"), []byte(text))
	if errors.Is(err, errOther) {
		v.Other, v.Before = string(now), digest(now)
		v.Faults = []string{"Somebody else has changed the list meanwhile, and it is shown below. Nothing was saved; what you save now takes its place"}
		p.show(w, r, http.StatusConflict, v)
		return
	}
	if done {
		p.Log.InfoContext(r.Context(), "order of an operator", "operator", p.Pages.Operator(r), "order", "edit", "list", strings.ToLower(p.List.Title), "entries", entries, "error", err)
	}
	switch why := orders.Refusal(err); {
	case err == nil:
		v.Before, v.Saved, v.Missing = digest([]byte(text)), "Saved. Searches use the list of "+show.Count(entries, p.List.entry)+" from a second later on.", p.missing(r.Context(), pages)
		p.show(w, r, http.StatusOK, v)
	case why != "":
		v.Faults = []string{"Nothing was saved: " + why}
		p.show(w, r, http.StatusConflict, v)
	default:
		p.Pages.Fail(w, r, err)
	}
}

// errOther says that the list is not the one that was shown.
var errOther = errors.New("the list has changed")

// replace replaces the text of the list, if it is still that of a digest, and returns it as it was. done says that it
// was other than the new one, and that it was tried. One request at a time does so.
func (p *Page) replace(before string, text []byte) (was []byte, done bool, err error) {
	p.saving.Lock()
	defer p.saving.Unlock()
	switch was, err = lists.Text(p.List.Path); {
	case err != nil:
		return was, false, err
	case before != "" && bytes.Equal(was, text): // also a form that is sent twice, which undoes nothing
		return was, false, nil
	case digest(was) != before:
		return was, false, errOther
	}
	return was, true, lists.Save(p.List.Path, text)
}

func (p *Page) show(w http.ResponseWriter, r *http.Request, code int, v *view) {
	p.Pages.Show(w, r, code, "curation", v.Title, v)
}

// missing returns which of the first pages are not in the index.
func (p *Page) missing(ctx context.Context, pages []weburl.URL) (out []string) {
	for _, u := range pages[:min(len(pages), maxMissing)] {
		if t, err := p.Explain(ctx, u.String()); err == nil && !t.In {
			out = append(out, u.String())
		}
	}
	slices.Sort(out)
	return out
}

// typed returns a text as it was typed, with plain line ends, one of them at its end.
func typed(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\r\n", "\n")
	if text = strings.TrimRight(text, "\n"); text != "" {
		text += "\n"
	}
	return text
}

// begun returns the query with which a line begins, "" for none.
func begun(query string) string {
	query = strings.NewReplacer("#", " ", "=>", " ").Replace(query)
	query = strings.Join(slices.Collect(listfile.Parts(query)), " ")
	return show.Visible(show.Clip(query, maxBegun))
}

// faults returns what is wrong with a list, line by line.
func faults(err error) (out []string) {
	if e, ok := errors.AsType[*aranea.Error](err); ok && e.Err != nil {
		err = e.Err
	}
	for line := range strings.Lines(err.Error()) {
		out = append(out, show.Visible(strings.TrimSpace(line)))
	}
	return out
}

// digest identifies a text.
func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Sections returns the links to the pages, which are in English on pages in all languages, from the page
// at a path.
func (f *Files) Sections(at string) (out []results.Choice) {
	var all []results.Choice
	for _, l := range f.Lists() {
		all = append(all, results.Choice{Text: l.Title, URL: l.Address})
	}
	for _, c := range append(all, results.Choice{Text: "Searches", URL: SearchesPath}) {
		c.Lang, c.Current = "en", c.URL == at
		out = append(out, c)
	}
	return out
}

package setup

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"slices"

	"github.com/aranea-search/aranea/console/orders"
	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
)

// A Source knows the settings of a data folder.
type Source interface {
	// InForce returns what the folder remembers. An error of kind Denied says why its settings cannot
	// be changed here.
	InForce() (Folder, error)
	// Check returns why no crawl may begin with settings: no contact, seeds that are never asked.
	Check(s *service.Settings) []Fault
}

// A Page shows the form, and takes it. All fields are required.
type Page struct {
	Source Source
	Desk   *orders.Desk
	Pages  orders.Pages
	Log    *slog.Logger
}

// A question asks whether a change is meant.
type question struct {
	Changes []Change
	Effects []string
	Fields  []FieldView // of the form, as it was sent
	Before  string      // identifies the settings in force when it was asked
}

// ServeHTTP shows the form, asks whether a change is meant, or begins a crawl.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, err := p.Source.InForce()
	if err != nil {
		p.refuse(w, r, err)
		return
	}
	if r.Method != http.MethodPost {
		p.Pages.Show(w, r, http.StatusOK, "setup", title(&f), Show(&f, nil, nil))
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, MaxForm)
	if err := r.ParseForm(); err != nil {
		p.Pages.Refuse(w, r, http.StatusBadRequest, "The form cannot be read, or is too long.")
		return
	}
	set, faults := Read(r.PostForm, &f)
	for _, fault := range p.Source.Check(&set) {
		if !slices.ContainsFunc(faults, func(told Fault) bool { return told.Field == fault.Field }) {
			faults = append(faults, fault)
		}
	}
	if len(faults) > 0 || r.PostForm.Has("back") {
		p.again(w, r, http.StatusBadRequest, &f, faults)
		return
	}
	changes, effects := Changes(&f.Settings, &set)
	switch {
	case f.Crawled && r.PostForm.Has(Seeds):
		p.again(w, r, http.StatusConflict, &f, []Fault{{"", "Another crawl was begun in this folder meanwhile, so the start URLs were not taken; add them on the page Seeds"}})
	case f.Crawled && len(changes) == 0:
		p.again(w, r, http.StatusBadRequest, &f, []Fault{{"", "Nothing differs from the settings in force, so nothing was done"}})
	case f.Crawled && r.PostForm.Get("sure") != digest(&f): // also if somebody else has changed them since it was asked
		p.Pages.Show(w, r, http.StatusOK, "change", "Are you sure?", question{changes, effects, sent(&f, r), digest(&f)})
	default:
		p.begin(w, r, &f, set, changes)
	}
}

// begin begins the crawl, and leads to its progress.
func (p *Page) begin(w http.ResponseWriter, r *http.Request, f *Folder, set service.Settings, changes []Change) { //nolint:gocritic // a crawl gets a copy
	err := p.Desk.Begin(r.Context(), set)
	names := make([]string, 0, len(changes))
	for _, c := range changes {
		names = append(names, c.Title)
	}
	p.Log.InfoContext(r.Context(), "order of an operator", "operator", p.Pages.Operator(r), "order", "set", "changes", names, "urls", len(set.Seeds), "error", err)
	switch why := orders.Refusal(err); {
	case err == nil:
		http.Redirect(w, r, "/status?live=1", http.StatusSeeOther)
	case why != "":
		p.again(w, r, http.StatusConflict, f, []Fault{{"", why}})
	default:
		p.Pages.Fail(w, r, err)
	}
}

// again shows the form with what was typed, and what is wrong with that.
func (p *Page) again(w http.ResponseWriter, r *http.Request, code int, f *Folder, faults []Fault) {
	if len(faults) == 0 {
		code = http.StatusOK
	}
	p.Pages.Show(w, r, code, "setup", title(f), Show(f, r.PostForm, faults))
}

func (p *Page) refuse(w http.ResponseWriter, r *http.Request, err error) {
	if why := orders.Refusal(err); why != "" {
		p.Pages.Refuse(w, r, http.StatusConflict, show.Visible(why)+".")
		return
	}
	p.Pages.Fail(w, r, err)
}

func title(f *Folder) string {
	if f.Crawled {
		return "Settings of crawls"
	}
	return "The first crawl"
}

// digest identifies the settings in force, as far as the form has them.
func digest(f *Folder) string {
	sum := sha256.New()
	for i := range fields {
		fmt.Fprintf(sum, "%q", fields[i].show(&f.Settings))
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// sent returns the fields of the form as they were sent.
func sent(f *Folder, r *http.Request) (list []FieldView) {
	v := Show(f, r.PostForm, nil)
	for _, g := range v.Groups {
		list = append(list, slices.DeleteFunc(g.Fields, func(x FieldView) bool { return x.Fixed })...)
	}
	return list
}

// seedList is what the page of seeds shows.
type seedList struct {
	Add   orders.FormError // an empty form
	Seeds []seed
	Of    string // how many there are, if not all are shown
}

type seed struct {
	Text, URL string
	Orders    []orders.Button
}

// ServeSeeds shows the seeds, with what may be ordered of them.
func (p *Page) ServeSeeds(w http.ResponseWriter, r *http.Request) {
	f, err := p.Source.InForce()
	if err != nil {
		p.refuse(w, r, err)
		return
	}
	if !f.Crawled {
		http.Redirect(w, r, Path, http.StatusSeeOther)
		return
	}
	var list seedList
	for _, u := range f.Settings.Seeds {
		list.Seeds = append(list.Seeds, seed{Text: show.URL(u.String()), URL: u.String(), Orders: orders.OfSeed(u, f.SeedCount)})
	}
	if f.SeedCount > len(list.Seeds) {
		list.Of = show.Number(f.SeedCount)
	}
	p.Pages.Show(w, r, http.StatusOK, "seeds", "Seeds", list)
}

// The addresses of the pages.
const (
	Path      = "/settings"
	SeedsPath = "/seeds"
)

// Sections returns the links to the pages, which are in English on pages in all languages, from the page
// at a path.
func Sections(at string) []results.Choice {
	return []results.Choice{{Text: "Settings", URL: Path, Lang: "en", Current: at == Path}, {Text: "Seeds", URL: SeedsPath, Lang: "en", Current: at == SeedsPath}}
}

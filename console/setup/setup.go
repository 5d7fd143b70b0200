// Package setup is the form in which operators set up crawls on the pages of the console: which settings
// may be given there, how they are read, and what a change of them does to what is known already.
//
// A browser must not aim the robot at the network or the disk of its own machine, or make it hurry:
// what names files, programs, private addresses or other ways to hosts, and delays below LeastDelay, are
// left to the command line. Whatever is sent, the form changes nothing else than its fields.
//
// Floor: 6 (face), inside console. Stability: engine. Who may open the form is decided in package
// console, and how a crawl begins in package orders.
package setup

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea/console/orders"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
)

const (
	// LeastDelay is the least delay that a browser may set. Shorter ones are for one's own hosts, and an
	// operator who has no more than a password may not know whose they are.
	LeastDelay = time.Second
	// MaxForm is the maximum size of the form in bytes, as it is sent.
	MaxForm = 2 << 20
	// maxFaults is the number of faults that are told at one field.
	maxFaults = 20
)

// Seeds is the name of the field for the URLs from which the first crawl of a folder starts.
const Seeds = "seeds"

// A Folder is what a data folder remembers of its crawls.
type Folder struct {
	// Settings are those of the crawl under way or of the last one; the defaults if there was none.
	Settings service.Settings
	// Crawled says that there was a crawl. Without one the form asks for seeds.
	Crawled bool
	// SeedCount is the number of seeds, of which Settings has the first thousand.
	SeedCount int
	// Fixed are the names of the flags that the command which serves the pages was given itself, so that
	// its own crawls would go back to them. They cannot be changed in the form.
	Fixed []string
}

// A Fault is what is wrong with what was typed.
type Fault struct {
	Field string // the name of the field, "" for no single one
	Text  string // a sentence without a full stop, with the line if the field has several
}

// Read returns the settings of a folder with what a form says of them, and what is wrong with it. A field
// that the form lacks, that is fixed, or whose text is that of the settings in force, stays as it is.
// Seeds are read for the first crawl alone; later those that the folder remembers are named.
func Read(form url.Values, f *Folder) (set service.Settings, faults []Fault) {
	set = f.Settings
	for i := range fields {
		x := &fields[i]
		text := typed(form, x)
		if !form.Has(x.name) || slices.Contains(f.Fixed, x.name) || text == strings.TrimSpace(x.show(&f.Settings)) {
			continue
		}
		for _, fault := range x.read(&set, text, &f.Settings) {
			faults = append(faults, Fault{x.name, fault})
		}
	}
	if !f.Crawled {
		urls, wrong := orders.ReadURLs(form.Get(Seeds))
		for _, fault := range wrong {
			faults = append(faults, Fault{Seeds, fault})
		}
		set.Seeds, set.Named = urls, urls
	}
	if len(faults) > 0 {
		return set, faults
	}
	if err := set.Validate(); err != nil { // what no single field shows, such as too many patterns
		faults = append(faults, Fault{"", show.Visible(orders.Cause(err))})
	}
	return set, faults
}

// typed returns the text of a field in a form, with plain line ends and without whitespace around it.
func typed(form url.Values, x *field) string {
	return strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(form.Get(x.name), "\uFFFD"), "\r\n", "\n"))
}

// A View is the form as a page shows it.
type View struct {
	First  bool // it begins the first crawl of the folder
	Groups []GroupView
	Faults []string // of no single field
	// Elsewhere are settings in force that are left to the command line.
	Elsewhere []Other
}

// A GroupView is a part of the form.
type GroupView struct {
	Title  string
	Open   bool // it is shown unfolded
	Fields []FieldView
}

// A FieldView is a field with its text, or with what was typed and what is wrong with that.
type FieldView struct {
	Name, Title, About, Value string
	Lines                     int // of a field with several; 0 for one line
	Choices                   []Choice
	Faults                    []string
	Fixed                     bool // it is set on the command line, and cannot be changed here
}

// A Choice is one of the values that a field may have.
type Choice struct {
	Value, Text string
	Chosen      bool
}

// Show returns the form of a folder, with what was typed if form is not nil.
func Show(f *Folder, form url.Values, faults []Fault) View {
	v := View{First: !f.Crawled, Elsewhere: Elsewhere(&f.Settings)}
	for _, fault := range faults {
		if fault.Field == "" || fault.Field == Seeds && f.Crawled {
			v.Faults = append(v.Faults, fault.Text)
		}
	}
	standard := service.DefaultSettings()
	for i := range fields {
		x := &fields[i]
		if len(v.Groups) == 0 || v.Groups[len(v.Groups)-1].Title != x.group {
			v.Groups = append(v.Groups, GroupView{Title: x.group, Open: len(v.Groups) == 0})
		}
		g := &v.Groups[len(v.Groups)-1]
		if i == 0 && v.First {
			g.Fields = append(g.Fields, view(&seedField, form, f, faults))
		}
		w := view(x, form, f, faults)
		g.Open = g.Open || len(w.Faults) > 0 || strings.TrimSpace(w.Value) != strings.TrimSpace(x.show(&standard))
		g.Fields = append(g.Fields, w)
	}
	return v
}

// view returns one field.
func view(x *field, form url.Values, f *Folder, faults []Fault) FieldView {
	v := FieldView{Name: x.name, Title: x.title, About: x.about, Value: x.show(&f.Settings), Fixed: slices.Contains(f.Fixed, x.name)}
	if form.Has(x.name) && !v.Fixed {
		v.Value = typed(form, x)
	}
	if x.lines {
		v.Lines = min(max(3, strings.Count(v.Value, "\n")+2), 12)
	}
	for _, c := range x.choices {
		c.Chosen = c.Value == v.Value
		v.Choices = append(v.Choices, c)
	}
	for _, fault := range faults {
		if fault.Field == x.name && len(v.Faults) < maxFaults {
			v.Faults = append(v.Faults, fault.Text)
		}
	}
	return v
}

// A Change is a setting that a form changes.
type Change struct{ Title, Before, After string }

// Changes returns in what settings differ, and what that does to what is known already.
func Changes(before, after *service.Settings) (changes []Change, effects []string) {
	for i := range fields {
		x := &fields[i]
		was, is := strings.TrimSpace(x.show(before)), strings.TrimSpace(x.show(after))
		if was == is {
			continue
		}
		changes = append(changes, Change{x.title, worded(x, was), worded(x, is)})
		if x.effect != "" && !slices.Contains(effects, x.effect) {
			effects = append(effects, x.effect)
		}
	}
	return changes, effects
}

// maxWorded is the number of characters of a text that a change shows.
const maxWorded = 300

// worded returns the text of a field for people.
func worded(x *field, text string) string {
	for _, c := range x.choices {
		if c.Value == text {
			return c.Text
		}
	}
	if text == "" {
		return "none"
	}
	return show.Shorten(show.Visible(strings.ReplaceAll(text, "\n", ", ")), maxWorded)
}

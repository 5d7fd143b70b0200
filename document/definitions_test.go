package document

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/weburl"
)

func TestNamesOf(t *testing.T) {
	t.Parallel()
	for _, tt := range [][3]string{
		{"os.getcwd()", "os.getcwd", "os.getcwd|getcwd"},
		{"class subprocess.Popen(args, bufsize=-1)", "subprocess.Popen", "subprocess.Popen|Popen"},
		{"ArgumentParser.add_argument(name)", "argparse.ArgumentParser.add_argument", "add_argument|argparse.ArgumentParser.add_argument|ArgumentParser.add_argument"},
		{"max_wal_size (integer)", "GUC-MAX-WAL-SIZE", "max_wal_size"},
		{"context manager", "term-context-manager", "context manager"},
		{"--no-cache, -n", "cmdoption-no-cache", "--no-cache"},
		{"std::move", "id7", "std::move|move"},
		{"route(rule, **options)", "flask.Flask.route", "route|flask.Flask.route|Flask.route"},                                                                     // Sphinx
		{"Reader.read.size", "a.b.c.d.e.Reader.read.size", "size|a.b.c.d.e.Reader.read.size|b.c.d.e.Reader.read.size|c.d.e.Reader.read.size|d.e.Reader.read.size"}, // as many as count
		{"property max_length: int | None", "flask.Request.max_length", "max_length|flask.Request.max_length|Request.max_length"},
		{"or 3.5.x. So", "id9", "or 3.5.x. So| So"},
	} {
		if got := strings.Join(namesOf([]byte(tt[0]), tt[1]), "|"); got != tt[2] {
			t.Errorf("%s: %s, want %s", tt[0], got, tt[2])
		}
	}
	a := analyze.New(100)
	for filter, want := range map[string]bool{"slug:getcwd": true, "slug:cwd": false, "slug:osgetcwd": true} {
		if got := IsCalled(a, "/library/os.html", "os.getcwd()", "os.getcwd", filter); got != want {
			t.Errorf("a definition is called %s: %t", filter, got)
		}
	}
	for _, filter := range []string{"slug:vecpush", "slug:push"} {
		if !IsCalled(a, "/std/struct.Vec.html", "pub fn push(&mut self, value: T)", "method.push", filter) {
			t.Errorf("a heading of a member is not called %s", filter)
		}
	}
}

// TestDefinedNames: the names of definitions that a URL leads to are filters of the page, unless its text may not
// be shown.
func TestDefinedNames(t *testing.T) {
	t.Parallel()
	p := &aranea.Page{URL: weburl.MustParse("http://a.test/os.html"), Lang: "en"}
	add := func(k aranea.ElementKind, z aranea.Zone, text, id string) {
		start := uint32(len(p.Text))
		p.Text = append(append(p.Text, text...), '\n')
		p.Elements = append(p.Elements, aranea.Element{Kind: k, Zone: z, Start: start, End: start + uint32(len(text))})
		if id != "" {
			p.HeadingIDs = append(p.HeadingIDs, aranea.HeadingID{Start: start, ID: id})
		}
	}
	add(aranea.ElementHeading2, aranea.ZoneMain, "Heading", "heading")
	add(aranea.ElementHeading3, aranea.ZoneMain, "void chdir(path)", "chdir")
	add(aranea.ElementHeading3, aranea.ZoneTemplate, "void menu(path)", "menu")
	add(aranea.ElementHeading3, aranea.ZoneTemplate, "void menuItem(path)", "menuItem")
	add(aranea.ElementHeading3, aranea.ZoneMain, "int getLogin(user)", "getLogin")
	add(aranea.ElementListItem, aranea.ZoneMain, "os.getcwd()", "os.getcwd")
	add(aranea.ElementListItem, aranea.ZoneMain, "without", "")
	p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementBold, Zone: aranea.ZoneMain, Start: uint32(len(p.Text)) + 1, End: uint32(len(p.Text)) + 2}) // inside of what follows
	add(aranea.ElementListItem, aranea.ZoneMain, "os()", "os")
	add(aranea.ElementListItem, aranea.ZoneTemplate, "menu", "menu")
	add(aranea.ElementListItem, aranea.ZoneMain, "[1]", "1")
	for i := range maxDefinitions {
		add(aranea.ElementListItem, aranea.ZoneMain, fmt.Sprintf("definition%d", i), fmt.Sprintf("t%d", i))
	}
	for shown, want := range map[bool]string{true: "member:getlogin slug:definition0 slug:definition1 slug:getcwd slug:os slug:oschdir slug:osgetcwd slug:osgetlogin", false: "slug:os"} {
		d := NewMaker(100).Of(&aranea.IndexChange{Action: aranea.IndexPut, URL: p.URL, Page: p, Snippet: shown})
		var got []string
		n := 0
		for _, f := range d.Filters {
			if strings.HasPrefix(f, memberFilter) {
				got = append(got, f)
			}
			if strings.HasPrefix(f, slugFilter) {
				if n++; len(f) < len("slug:osgetloginx") && !strings.Contains(f, "definition") || f == "slug:definition0" || f == "slug:definition1" {
					got = append(got, f)
				}
			}
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want || n > maxDefinitions+2 {
			t.Errorf("shown %v: %s and %d in all, want %s", shown, got, n, want)
		}
	}
}

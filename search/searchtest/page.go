package searchtest

import (
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
)

// noon is when the visits of the tests begin.
var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// kinds are the elements that the parts of a page may be.
var kinds = map[string]aranea.ElementKind{
	"title": aranea.ElementTitle, "h2": aranea.ElementHeading2, "text": aranea.ElementText,
	"item": aranea.ElementListItem, "alt": aranea.ElementAlt, "description": aranea.ElementDescription,
	"menu": aranea.ElementListItem, "footer": aranea.ElementText, "ad": aranea.ElementText,
}

// zones are those of the parts that do not say what the page is about.
var zones = map[string]aranea.Zone{"menu": aranea.ZoneNavigation, "footer": aranea.ZoneTemplate, "ad": aranea.ZoneAdvertising}

// put makes the change that puts an English page of "kind:text" parts.
func put(t testing.TB, url string, parts ...string) aranea.IndexChange {
	t.Helper()
	u := parse(t, url)
	p := &aranea.Page{URL: u, Lang: "en", Format: "html"}
	for _, part := range parts {
		name, text, _ := strings.Cut(part, ":")
		kind, ok := kinds[name]
		if !ok {
			t.Fatalf("%s is no part of a page", part)
		}
		from := uint32(len(p.Text))
		p.Text = append(p.Text, text...)
		p.Elements = append(p.Elements, aranea.Element{Kind: kind, Zone: zones[name], Start: from, End: uint32(len(p.Text))})
		p.Text = append(p.Text, '\n')
	}
	return aranea.IndexChange{Action: aranea.IndexPut, URL: u, Version: 1, FetchedAt: noon, Page: p, Snippet: true}
}

// in returns the change with its page in a language.
func in(lang string, c aranea.IndexChange) aranea.IndexChange {
	c.Page.Lang = lang
	return c
}

// of returns the change with its page in a format.
func of(format string, c aranea.IndexChange) aranea.IndexChange {
	c.Page.Format = format
	return c
}

// at returns the change of a visit so many hours behind noon.
func at(hours int, c aranea.IndexChange) aranea.IndexChange {
	c.FetchedAt = noon.Add(time.Duration(hours) * time.Hour)
	return c
}

// on returns the change with its page published on a day, as in "2024-05-31".
func on(t testing.TB, day string, c aranea.IndexChange) aranea.IndexChange {
	t.Helper()
	d, err := time.Parse(time.DateOnly, day)
	if err != nil {
		t.Fatal(err)
	}
	c.Page.Published.At = d.Add(6 * time.Hour)
	return c
}

// with returns the change with its page having facets, each as name=value.
func with(c aranea.IndexChange, facets ...string) aranea.IndexChange {
	for _, f := range facets {
		name, value, _ := strings.Cut(f, "=")
		c.Page.Facets = append(c.Page.Facets, aranea.Facet{Name: name, Value: value})
	}
	return c
}

// drop, hide and show make the changes of what is there.
func drop(t testing.TB, url string) aranea.IndexChange {
	t.Helper()
	return aranea.IndexChange{Action: aranea.IndexDelete, URL: parse(t, url)}
}

func hide(t testing.TB, url string) aranea.IndexChange {
	t.Helper()
	return aranea.IndexChange{Action: aranea.IndexHide, URL: parse(t, url)}
}

func show(t testing.TB, url string) aranea.IndexChange {
	t.Helper()
	return aranea.IndexChange{Action: aranea.IndexShow, URL: parse(t, url)}
}

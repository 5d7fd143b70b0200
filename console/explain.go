package console

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/weburl"
)

// Sites is what the frontier knows of URLs and hosts. It is safe for concurrent
// use.
type Sites interface {
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
	Trail(id weburl.ID) ([]aranea.Event, error)
	Host(o weburl.Origin) (aranea.Host, bool, error)
	Robots(o weburl.Origin) (robotstxt.Copy, bool, error)
}

// A Trail tells everything about one URL: where it was found, what was decided
// and why, and what happened at its visits.
type Trail struct {
	URL      string       `json:"url"`
	Known    bool         `json:"known"`
	In       bool         `json:"in"` // its words are in the index
	State    string       `json:"state"`
	Reason   string       `json:"reason"`
	Sentence string       `json:"sentence"`
	Facts    []Fact       `json:"facts"`
	Events   []TrailEvent `json:"events"`
}

// A Fact is one line of a trail. URL is set if Text names a page.
type Fact struct {
	Name string `json:"name"`
	Text string `json:"text"`
	URL  string `json:"url,omitempty"`
}

// A TrailEvent is one step of a visit.
type TrailEvent struct {
	At   time.Time `json:"at"`
	Code string    `json:"code"`
	Text string    `json:"text"`
}

// Explain returns the trail of a URL. The text may lack its scheme.
func Explain(sites Sites, text string) (Trail, error) {
	u, err := parseURL(text)
	if err != nil {
		return Trail{}, err
	}
	t := Trail{URL: u.String()}
	e, known, err := sites.EntryByID(u.ID())
	if err != nil {
		return t, err
	}
	if !known {
		t.State, t.Reason, t.Sentence = "unknown", aranea.ReasonNone.String(), "This URL is not known: no page that was visited links to it."
		return t, t.hostFacts(sites, u)
	}
	t.Known, t.In, t.State, t.Reason = true, e.Indexed, e.State.String(), e.Reason.String()
	t.Sentence = sentence(&e)
	if err := t.entryFacts(sites, &e); err != nil {
		return t, err
	}
	if err := t.hostFacts(sites, u); err != nil {
		return t, err
	}
	events, err := sites.Trail(u.ID())
	for _, ev := range events {
		text := ev.Detail
		if text == "" {
			text = ev.Reason.Sentence()
		}
		t.Events = append(t.Events, TrailEvent{At: ev.At, Code: ev.Reason.String(), Text: text})
	}
	return t, err
}

func parseURL(text string) (weburl.URL, error) {
	text = strings.TrimSpace(text)
	if text != "" && !strings.Contains(text, "://") {
		text = "http://" + text
	}
	u, err := weburl.Parse(text)
	var e *weburl.Error
	if errors.As(err, &e) {
		return u, &aranea.Error{Op: "explain", Kind: aranea.Invalid, Obj: e.Input, Err: errors.New(e.Problem.String())}
	}
	return u, err
}

// sentence says in one line whether the page is in and why.
func sentence(e *aranea.Entry) string {
	why := e.Reason.Sentence()
	switch {
	case e.Indexed && e.Reason == aranea.IndexAdded:
		return "In the index."
	case e.Indexed:
		return "In the index; it " + why + "."
	case e.State == aranea.StateQueued:
		return "Not in the index yet: it " + why + "."
	}
	return "Not in the index: it " + why + "."
}

func (t *Trail) fact(name, text string) { t.Facts = append(t.Facts, Fact{Name: name, Text: text}) }

// page adds a fact that names another page.
func (t *Trail) page(sites Sites, name string, id weburl.ID) error {
	e, ok, err := sites.EntryByID(id)
	if err != nil || !ok {
		return err
	}
	t.Facts = append(t.Facts, Fact{Name: name, Text: e.URL.String(), URL: e.URL.String()})
	return nil
}

func (t *Trail) entryFacts(sites Sites, e *aranea.Entry) error {
	t.fact("Reason", e.Reason.String())
	if e.Detail != "" && e.Reason != aranea.DupExact {
		t.fact("Evidence", e.Detail)
	}
	if !e.Twin.IsZero() {
		if err := t.page(sites, "Same text as", e.Twin); err != nil {
			return err
		}
	}
	if e.Target != "" {
		name := "Redirects to"
		if e.Reason == aranea.DupCanonical {
			name = "Canonical URL"
		}
		t.Facts = append(t.Facts, Fact{Name: name, Text: e.Target, URL: e.Target})
	}
	t.fact("Found", fmt.Sprintf("%s, as a %s, %d links from a start page", when(e.FoundAt), e.How, e.Depth))
	if !e.FoundOn.IsZero() {
		if err := t.page(sites, "Found on", e.FoundOn); err != nil {
			return err
		}
	}
	if !e.VisitedAt.IsZero() {
		t.fact("Last visit", fmt.Sprintf("%s, status %d, visit number %d", when(e.VisitedAt), e.Status, e.Visits))
	}
	if e.Attempts > 0 {
		t.fact("Failed tries", fmt.Sprint(e.Attempts))
	}
	if !e.Due.IsZero() {
		t.fact("Next try", when(e.Due))
	}
	return nil
}

// hostFacts tells what holds for the whole host.
func (t *Trail) hostFacts(sites Sites, u weburl.URL) error {
	h, ok, err := sites.Host(u.Origin())
	if err != nil || !ok {
		return err
	}
	if h.Robots.Version > 0 {
		c, ok, err := sites.Robots(u.Origin())
		if err != nil {
			return err
		}
		if ok {
			t.fact("Robots file", robotsFact(&c))
		}
	}
	if h.Delay > 0 {
		t.fact("Pause of the host", fmt.Sprintf("%s (%s)", h.Delay, h.DelayReason))
	}
	return nil
}

func robotsFact(c *robotstxt.Copy) string {
	switch c.Class {
	case robotstxt.ClassRules:
		return fmt.Sprintf("read %s, %d bytes, used until %s", when(c.FetchedAt), len(c.Body), when(c.Expires))
	case robotstxt.ClassUnreachable:
		return fmt.Sprintf("cannot be had since %s (%s); asked again %s", when(c.DownSince), c.Detail, when(c.Expires))
	}
	return fmt.Sprintf("none (status %d), asked again %s", c.Status, when(c.Expires))
}

func when(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 MST") }

// Package calendar reads calendars (iCalendar, RFC 5545): names, places, days and descriptions of
// events, and the pages that they have.
//
// Floor: 2 (pure). Stability: engine. It does not compute when an event repeats, and reads neither
// who takes part nor what is attached.
package calendar

import (
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// Reader is the name of this reader with its version, which changes when its results change.
const Reader = "calendar 2"

// MaxBody is the number of bytes of a calendar that are read.
const MaxBody = 4 << 20

// Read reads a calendar in UTF-8. Its title is its own name, or that of its only event. One without events,
// as programs answer a question that finds none, gives an empty document.
func Read(body []byte, l content.Limits) (content.Document, error) {
	b := content.New(l)
	c := parse(body[:min(len(body), MaxBody)])
	if len(c.events) == 0 && len(body) <= MaxBody {
		return b.Document(Reader), nil
	}
	all := joined(c.events)
	title := c.name
	if title == "" && len(all) == 1 {
		title = all[0].summary
	}
	b.Property(aranea.ElementTitle, title)
	paragraphs(b, c.about)
	for i := range all {
		if b.Full() {
			break
		}
		all[i].write(b, title)
	}
	dates(b, c.events)
	r := b.Document(Reader)
	r.Limited = r.Limited || c.cut || len(body) > MaxBody
	return r, nil
}

// joined returns the events, of those that differ in their days alone one with all days: an event
// that repeats is written once more for each day that differs from the others.
func joined(events []event) []event {
	type key struct{ summary, about, place, page string }
	all, at := make([]event, 0, len(events)), map[key]int{}
	for _, e := range events {
		k := key{e.summary, e.about, e.place, e.page}
		i, known := at[k]
		if !known {
			at[k] = len(all)
			all = append(all, e)
			continue
		}
		if e.begins != "" && len(all[i].begins) < maxJoined {
			all[i].begins += ", " + e.begins
		}
	}
	return all
}

// maxJoined is the number of bytes of the days of one event, or of its keywords, beyond which no further
// one is added: each copies those before it.
const maxJoined = 2000

// write adds an event under its name, unless that is the title of the calendar.
func (e *event) write(b *content.Builder, title string) {
	b.Lang(e.lang)
	kind, name := content.Heading(2), e.summary
	if name == title {
		kind, name = aranea.ElementText, e.page
	}
	if name != "" {
		b.Block(kind)
		b.Link(e.page)
		b.Write(name)
		b.End()
	}
	paragraphs(b, e.begins)
	paragraphs(b, e.place)
	if isMarkup(e.about) {
		b.Markup(e.about)
		b.End()
	} else {
		paragraphs(b, e.about)
	}
	if e.keywords != "" {
		b.Property(aranea.ElementKeywords, e.keywords)
	}
}

// paragraphs adds each line that is not empty as a block: programs write a paragraph on one line.
func paragraphs(b *content.Builder, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			b.Block(aranea.ElementText)
			b.Write(line)
			b.End()
		}
	}
}

// isMarkup reports whether a description is HTML, which the format does not provide for, but large
// calendar services write.
func isMarkup(text string) bool {
	return strings.Contains(text, "</") || strings.Contains(text, "<br") || strings.Contains(text, "<p>")
}

// dates sets the dates of a calendar: of several events, the last change of any.
func dates(b *content.Builder, events []event) {
	last := 0
	for i := range events {
		if events[i].changed.After(events[last].changed) {
			last = i
		}
	}
	if len(events) == 1 && !events[0].created.IsZero() {
		b.Published("CREATED", events[0].created)
	}
	if len(events) > 0 && !events[last].changed.IsZero() {
		b.Modified("LAST-MODIFIED", events[last].changed)
	}
}

// Pages returns the addresses of the pages that the events of a calendar have, each once, and
// whether every event has one, so that the calendar says nothing which they do not say.
func Pages(body []byte) (addresses []string, all bool) {
	c := parse(body[:min(len(body), MaxBody)])
	seen := map[string]bool{}
	all = len(c.events) > 0 && !c.cut
	for i := range c.events {
		switch page := c.events[i].page; {
		case page == "":
			all = false
		case !seen[page]:
			seen[page] = true
			addresses = append(addresses, page)
		}
	}
	return addresses, all
}

package calendar

import (
	"bytes"
	"strings"
	"time"
)

// maxEvents is the number of events of a calendar that are read.
const maxEvents = 10_000

// A calendar is what is read of a file.
type calendar struct {
	name, about string
	events      []event
	cut         bool // there are more events
}

// An event is an event, a task or a journal entry (RFC 5545 section 3.6).
type event struct {
	summary, about, place, page string
	keywords, lang              string
	begins                      string // as it is shown
	created, changed            time.Time
	closed                      bool // its owner keeps it from the public
}

// Sniff reports whether a body is a calendar.
func Sniff(body []byte) bool {
	const begin = "BEGIN:VCALENDAR"
	body = bytes.TrimLeft(bytes.TrimPrefix(body, []byte("\xEF\xBB\xBF")), " \t\r\n")
	return len(body) > len(begin) && bytes.EqualFold(body[:len(begin)], []byte(begin)) && (body[len(begin)] == '\r' || body[len(begin)] == '\n')
}

// parse reads a calendar. What breaks its grammar is left out.
func parse(body []byte) calendar {
	p := parser{}
	for body = bytes.TrimPrefix(body, []byte("\xEF\xBB\xBF")); len(body) > 0; {
		var line []byte
		line, body = unfold(body)
		if name, lang, value, ok := split(string(line)); ok {
			p.line(name, lang, value)
		}
	}
	p.end() // of a file that breaks off
	return p.calendar
}

// unfold returns the first line with those that continue it, and what follows (section 3.1).
func unfold(body []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(body, []byte("\n"))
	line = bytes.TrimSuffix(line, []byte("\r"))
	if len(rest) == 0 || rest[0] != ' ' && rest[0] != '\t' {
		return line, rest
	}
	line = bytes.Clone(line)
	for len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t') {
		var more []byte
		more, rest, _ = bytes.Cut(rest[1:], []byte("\n"))
		line = append(line, bytes.TrimSuffix(more, []byte("\r"))...)
	}
	return line, rest
}

// split returns the parts of a line: the name in capitals, the parameter LANGUAGE, and the value.
// A quoted parameter may contain the characters that separate.
func split(line string) (name, lang, value string, ok bool) {
	quoted, from := false, 0
	for i := range len(line) {
		switch c := line[i]; {
		case c == '"':
			quoted = !quoted
		case quoted || c != ';' && c != ':':
		default:
			if from == 0 {
				name = strings.ToUpper(line[:i])
			} else if key, said, _ := strings.Cut(line[from:i], "="); strings.EqualFold(key, "LANGUAGE") {
				lang = strings.Trim(said, `"`)
			}
			if c == ':' {
				return name, lang, line[i+1:], name != ""
			}
			from = i + 1
		}
	}
	return "", "", "", false
}

// A parser is the state of reading a calendar.
type parser struct {
	calendar
	open  []string // names of the open components
	event *event   // the open event
}

// maxOpen is the maximum nesting of components; deeper ones are read as one.
const maxOpen = 16

func (p *parser) line(name, lang, value string) {
	switch name {
	case "BEGIN":
		p.begin(strings.ToUpper(strings.TrimSpace(value)))
	case "END":
		if len(p.open) == 2 {
			p.end()
		}
		p.open = p.open[:max(0, len(p.open)-1)]
	default:
		switch {
		case len(p.open) == 1:
			p.property(name, value)
		case len(p.open) == 2 && p.event != nil:
			p.event.property(name, lang, value)
		}
	}
}

func (p *parser) begin(component string) {
	if len(p.open) < maxOpen {
		p.open = append(p.open, component)
	}
	if len(p.open) != 2 {
		return
	}
	p.end()
	switch component {
	case "VEVENT", "VTODO", "VJOURNAL":
		if p.cut = len(p.events) == maxEvents; !p.cut {
			p.event = &event{}
		}
	}
}

// end ends the open event.
func (p *parser) end() {
	if e := p.event; e != nil && !e.closed {
		p.events = append(p.events, *e)
	}
	p.event = nil
}

// property reads what a calendar says of itself: of RFC 7986, and of what programs wrote before.
func (p *parser) property(name, value string) {
	switch name {
	case "NAME", "X-WR-CALNAME":
		keep(&p.name, unescape(value))
	case "DESCRIPTION", "X-WR-CALDESC":
		keep(&p.about, unescape(value))
	}
}

func (e *event) property(name, lang, value string) {
	switch name {
	case "SUMMARY":
		keep(&e.summary, unescape(value))
		keep(&e.lang, lang)
	case "DESCRIPTION":
		keep(&e.about, unescape(value))
		keep(&e.lang, lang)
	case "LOCATION":
		keep(&e.place, unescape(value))
	case "CATEGORIES":
		e.addKeywords(strings.ReplaceAll(unescape(value), ",", ", "))
	case "URL":
		keep(&e.page, strings.TrimSpace(value))
	case "CLASS":
		e.closed = e.closed || !strings.EqualFold(strings.TrimSpace(value), "PUBLIC")
	case "DTSTART":
		keep(&e.begins, shown(value))
	case "CREATED":
		e.created, _ = instant(value)
	case "LAST-MODIFIED":
		e.changed, _ = instant(value)
	}
}

// addKeywords adds the keywords of one more line.
func (e *event) addKeywords(list string) {
	switch {
	case e.keywords == "":
		e.keywords = list
	case len(e.keywords) < maxJoined:
		e.keywords += ", " + list
	}
}

// keep sets a property that has no value yet.
func keep(to *string, value string) {
	if *to == "" {
		*to = value
	}
}

// escapes are those of a text (section 3.3.11).
var escapes = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\N`, "\n", `\,`, ",", `\;`, ";")

func unescape(value string) string { return escapes.Replace(value) }

// instant reads a date, or a date with a time, which is taken for UTC without a zone; isDay says
// that there is no time.
func instant(value string) (at time.Time, isDay bool) {
	value = strings.TrimSuffix(strings.TrimSpace(value), "Z")
	if at, err := time.Parse("20060102T150405", value); err == nil {
		return at, false
	}
	at, err := time.Parse("20060102", value)
	return at, err == nil
}

// shown writes when something begins, in the time of its place; "" if that is not said.
func shown(value string) string {
	switch at, isDay := instant(value); {
	case at.IsZero():
		return ""
	case isDay:
		return at.Format(time.DateOnly)
	default:
		return at.Format("2006-01-02 15:04")
	}
}

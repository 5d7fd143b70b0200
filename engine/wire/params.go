package wire

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aranea-search/aranea/internal/openapi"
)

// Params parses query parameters and collects their faults.
type Params struct {
	V      url.Values
	faults []error
}

// ParamsOf returns the parameters of a request.
func ParamsOf(r *http.Request) Params { return Params{V: r.URL.Query()} }

// onlyKnown refuses requests with a parameter that a call does not have.
func onlyKnown(call string, known []openapi.Param, answers http.HandlerFunc) http.HandlerFunc {
	var names []string
	for _, k := range known {
		names = append(names, k.Name)
	}
	there := "the call has none"
	if len(names) > 0 {
		there = "there are " + strings.Join(names, ", ")
	}
	return func(w http.ResponseWriter, r *http.Request) {
		for _, name := range slices.Sorted(maps.Keys(r.URL.Query())) {
			if !slices.Contains(names, name) {
				Tell(w, BadRequest(call, fmt.Errorf("there is no parameter %.40q; %s", name, there)))
				return
			}
		}
		answers(w, r)
	}
}

// Fault records a fault of a parameter.
func (p *Params) Fault(format string, args ...any) {
	p.faults = append(p.faults, fmt.Errorf(format, args...))
}

// Err returns all faults, or nil if there are none.
func (p *Params) Err() error { return errors.Join(p.faults...) }

// Text returns a parameter that must be UTF-8.
func (p *Params) Text(name string) string {
	text := p.V.Get(name)
	if strings.ToValidUTF8(text, "") != text {
		p.Fault("%s is not UTF-8", name)
	}
	return text
}

// Number returns a number within a range, or 0 if it is absent.
func (p *Params) Number(name string, least, most int) int {
	text := p.V.Get(name)
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		p.Fault("%s is a number from %d to %d", name, least, most)
	}
	return n
}

// Flag reports whether a flag is set.
func (p *Params) Flag(name string) bool {
	switch p.V.Get(name) {
	case "", "0", "false":
		return false
	case "1", "true":
		return true
	}
	p.Fault("%s is true or false", name)
	return false
}

// Instant returns a date or an instant, or the zero time if it is absent.
func (p *Params) Instant(name string) time.Time {
	text := p.V.Get(name)
	if text == "" {
		return time.Time{}
	}
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			return t
		}
	}
	p.Fault("%s is a date such as 2026-01-31 or an instant such as 2026-01-31T12:00:00Z", name)
	return time.Time{}
}

// SetText sets a parameter if the text is not empty.
func SetText(v url.Values, name, text string) {
	if text != "" {
		v.Set(name, text)
	}
}

// SetNumber sets a parameter if the number is not 0.
func SetNumber(v url.Values, name string, n int) {
	if n != 0 {
		v.Set(name, strconv.Itoa(n))
	}
}

// SetFlag sets a parameter if the flag is on.
func SetFlag(v url.Values, name string, on bool) {
	if on {
		v.Set(name, "true")
	}
}

// HostName returns the host parameter of a list, or "" for all hosts.
func HostName(r *http.Request) (string, error) {
	p := ParamsOf(r)
	name := p.Text("host")
	return name, p.Err()
}

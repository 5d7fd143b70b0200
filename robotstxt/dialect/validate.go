package dialect

import (
	"errors"
	"fmt"
	"time"

	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// Validate returns all faults of a dialect at once, or nil: invalid values of switches, negative
// limits, and times for which no copy of a file would ever be used. The named dialects are
// valid. An invalid dialect still reads files, by RFC 9309 where a switch is invalid.
func (d Dialect) Validate() error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	for _, v := range []struct {
		what  string
		value uint8
		names int
	}{
		{"agent match", uint8(d.Agents), len(agentMatchNames)}, {"spelling", uint8(d.Spelling), int(syntax.SpelledWide) + 1},
		{"precedence", uint8(d.Precedence), len(precedenceNames)}, {"patterns", uint8(d.Patterns), len(patternsNames)},
		{"escapes", uint8(d.Escapes), len(escapesNames)},
	} {
		if int(v.value) >= v.names {
			fault("%s %d is not known", v.what, v.value)
		}
	}
	if d.Extensions >= 1<<len(extensionNames) {
		fault("extensions %#x hold some that are not known", uint16(d.Extensions))
	}
	if d.MaxLine < 0 {
		fault("a line of %d bytes at most", d.MaxLine)
	}
	if d.MaxBytes < 0 {
		fault("a file of %d bytes at most", d.MaxBytes)
	}
	if d.DelayFromStar && !d.Extensions.Has(ExtCrawlDelay) || d.DelayIsWindow && !d.Extensions.Has(ExtCrawlDelay) {
		fault("a way to read Crawl-delay, which is not read")
	}
	faults = append(faults, d.Policy.faults()...)
	return errors.Join(faults...)
}

// faults returns the faults of a policy.
func (p *Policy) faults() []error {
	var faults []error
	for _, v := range []struct {
		what string
		t    Treatment
	}{
		{"401 and 403", p.Refused}, {"429", p.Throttled}, {"4xx", p.Missing}, {"redirects", p.Redirects}, {"5xx", p.Failing},
		{"no answer", p.NoAnswer}, {"2xx", p.Strange}, {"no copy", p.NoCopy}, {"a long outage", p.Late},
	} {
		if int(v.t) >= len(treatmentNames) {
			faults = append(faults, fmt.Errorf("policy for %s: treatment %d is not known", v.what, v.t))
		}
	}
	if p.MaxAge < MinAge || p.DefaultAge < MinAge {
		faults = append(faults, fmt.Errorf("policy: a copy lives for %s, at most %s; less than %s", p.DefaultAge, p.MaxAge, MinAge))
	}
	if p.Hold < 0 || p.StaleFor < 0 {
		faults = append(faults, fmt.Errorf("policy: an outage holds for %s and is bridged for %s", p.Hold, p.StaleFor))
	}
	return faults
}

// MinAge is the shortest time for which a copy is kept, even one that forbids caching:
// requesting the file before every page would double the load of a site.
const MinAge = 10 * time.Minute

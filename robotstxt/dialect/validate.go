package dialect

import (
	"errors"
	"fmt"
	"time"

	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// Validate reports all faults of a dialect at once, nil if there is none: values
// that no switch has, negative limits, and times by which no copy of a file
// would ever be used. The named dialects have none. A dialect with faults still
// reads files, by RFC 9309 where a switch has no meaning.
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

// faults are those of a policy.
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

// minAge is the shortest life of a copy, even of one that forbids caching:
// asking before every page would double a site's load.
const MinAge = 10 * time.Minute

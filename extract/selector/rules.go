package selector

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// Limits on a file of rules.
const (
	MaxFile      = 1 << 20 // bytes
	MaxRules     = 10_000
	MaxHostParts = 512 // parts of all selectors for one host
	maxFaults    = 20  // faults reported at once
)

// everyHost is the name for rules that apply to all hosts.
const everyHost = "*"

// Rules assigns zones to parts of pages by host. It is safe for concurrent use.
type Rules struct {
	rules map[string][]rule // as written, by host name
	hosts map[string]*Host  // including the rules of parent domains, by host name
}

// A rule is one line of a file.
type rule struct {
	line     int
	zone     aranea.Zone
	selector string
	parts    []part
	begins   uint64 // the scope that its elements begin, one bit; 0 for none
}

// A Host holds the rules for one host. State i is the part with index i.
type Host struct {
	rules []*rule
	parts []*part
	of    []int // the rule of each part
	keys  []key // the attributes of all rules
	// names are those of elements that are counted among their siblings, and counted the index of
	// each part there, -1 for none.
	names   []string
	counted []int
	scopes  [][]uint64 // the states of the parts within each scope, by the number of its bit
}

// Parse parses a file of rules. Each line has the name of a host, which includes all its
// subdomains, or * for all hosts, then a zone and a selector, separated by whitespace. Lines
// that begin with # are comments. The error lists all faults, each with its line.
func Parse(text string) (*Rules, error) {
	if len(text) > MaxFile {
		return nil, fmt.Errorf("the file has more than %d bytes", MaxFile)
	}
	r := &Rules{rules: map[string][]rule{}, hosts: map[string]*Host{}}
	var faults []error
	lines := bufio.NewScanner(strings.NewReader(text))
	lines.Buffer(nil, MaxFile+1)
	for n, count := 1, 0; lines.Scan() && len(faults) < maxFaults; n++ {
		line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\uFEFF"))
		if line == "" || line[0] == '#' {
			continue
		}
		if count++; count > MaxRules {
			faults = append(faults, fmt.Errorf("line %d: there are more than %d rules", n, MaxRules))
			break
		}
		host, one, err := parseRule(line)
		if one.line = n; err != nil {
			faults = append(faults, fmt.Errorf("line %d: %w", n, err))
			continue
		}
		r.rules[host] = append(r.rules[host], one)
	}
	if len(faults) == 0 {
		faults = r.compile()
	}
	return r, errors.Join(faults...)
}

// parseRule parses one line.
func parseRule(line string) (host string, r rule, err error) {
	host, rest := field(line)
	name, selector := field(rest)
	if selector == "" {
		return "", r, errors.New("a rule is a host, a zone and a selector")
	}
	if host != everyHost {
		o, err := weburl.ParseOrigin("http://" + host)
		if err != nil || strings.ContainsAny(host, ":/@") {
			return "", r, fmt.Errorf("%.80q is no name of a host; write example.org, or * for all", host)
		}
		host = o.Host()
	}
	for r.zone = 0; r.zone.String() != name; r.zone++ {
		if r.zone+1 == aranea.Zones {
			return "", r, fmt.Errorf("%.80q is no zone; it is one of %s", name, zoneNames())
		}
	}
	r.selector = selector
	r.parts, err = parseSelector(selector, false)
	return host, r, err
}

// field cuts the first word off a line.
func field(line string) (word, rest string) {
	i := strings.IndexAny(line, " \t")
	if i < 0 {
		return line, ""
	}
	return line[:i], strings.TrimLeft(line[i:], " \t")
}

func zoneNames() string {
	var names []string
	for z := range aranea.Zone(aranea.Zones) {
		names = append(names, z.String())
	}
	return strings.Join(names, ", ")
}

// compile builds the Host of each name in the file.
func (r *Rules) compile() (faults []error) {
	keys, own := r.number()
	for _, name := range slices.Sorted(maps.Keys(r.rules)) {
		parts := 0
		for above := range namesOf(name) {
			parts += own[above]
		}
		if parts <= MaxHostParts {
			r.hosts[name] = r.host(name, keys)
			continue
		}
		faults = append(faults, fmt.Errorf("the selectors for %s have %d parts; %d are the limit", name, parts, MaxHostParts))
		if len(faults) == maxFaults {
			break
		}
	}
	return faults
}

// number assigns indexes to the attributes of all rules, and counts the parts of each name.
func (r *Rules) number() (keys []key, own map[string]int) {
	keys = []key{classKey: {name: "class"}, idKey: {name: "id"}}
	numbers := map[key]int{keys[classKey]: classKey, keys[idKey]: idKey}
	own = make(map[string]int, len(r.rules))
	for name, all := range r.rules {
		for i := range all {
			own[name] += len(all[i].parts)
			for j := range all[i].parts {
				attrs := all[i].parts[j].attrs
				for n := range attrs {
					k, met := numbers[attrs[n].key]
					if !met {
						k, keys = len(keys), append(keys, attrs[n].key)
						numbers[attrs[n].key] = k
					}
					attrs[n].number = k
				}
			}
		}
	}
	return keys, own
}

// host returns the rules of a name together with those of its parent domains and those for all
// hosts.
func (r *Rules) host(name string, keys []key) *Host {
	h := &Host{keys: keys}
	for above := range namesOf(name) {
		all := r.rules[above]
		for i := range all {
			h.rules = append(h.rules, &all[i])
		}
	}
	slices.SortFunc(h.rules, func(a, b *rule) int { return a.line - b.line })
	for i, one := range h.rules {
		for j := range one.parts {
			h.parts, h.of = append(h.parts, &one.parts[j]), append(h.of, i)
			h.counted = append(h.counted, h.counts(&one.parts[j].compound))
		}
	}
	return h
}

// counts returns the index of the name that a compound counts siblings of, -1 for none.
func (h *Host) counts(c *compound) int {
	if c.alike == 0 {
		return -1
	}
	at := slices.Index(h.names, c.name)
	if at < 0 {
		at, h.names = len(h.names), append(h.names, c.name)
	}
	return at
}

// Selectors returns the rules of a list of selectors, whose lines count from 1. They give parts of
// pages no zone; what they select, Matcher.Selected says. The parts of all may be MaxHostParts.
func Selectors(texts []string) (*Host, error) {
	list := make([]Within, len(texts))
	for i, text := range texts {
		list[i].Selector = text
	}
	return Scoped(list)
}

// namesOf yields the names whose rules apply to a host: its own, its parent domains, and
// everyHost.
func namesOf(host string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for name := host; name != "" && name != everyHost; _, name, _ = strings.Cut(name, ".") {
			if !yield(name) {
				return
			}
		}
		yield(everyHost)
	}
}

// For returns the rules of a host, or nil if there are none. A nil *Rules has no rules.
func (r *Rules) For(host string) *Host {
	if r == nil {
		return nil
	}
	for name := range namesOf(host) {
		if h, ok := r.hosts[name]; ok {
			return h
		}
	}
	return nil
}

// Digests returns for each name in the file a digest of its own rules.
func (r *Rules) Digests() map[string]string {
	if r == nil {
		return nil
	}
	out := map[string]string{}
	for name, all := range r.rules {
		h := sha256.New()
		for i := range all {
			fmt.Fprintf(h, "%s %s\n", all[i].zone, all[i].selector)
		}
		out[name] = hex.EncodeToString(h.Sum(nil)[:8])
	}
	return out
}

// Changed reports whether the rules of a host differ between two files, given their digests.
func Changed(before, now map[string]string, host string) bool {
	for name := range namesOf(host) {
		if before[name] != now[name] {
			return true
		}
	}
	return false
}

// Lines yields the line, zone and selector of each rule of a host.
func (h *Host) Lines(yield func(line int, zone aranea.Zone, selector string) bool) {
	if h == nil {
		return
	}
	for _, r := range h.rules {
		if !yield(r.line, r.zone, r.selector) {
			return
		}
	}
}

// words returns the length of a set of states.
func (h *Host) words() int { return (len(h.parts) + 63) / 64 }

// Package hostdelay holds the operator's delays for single hosts, and decides which delay of a host is
// in force.
//
// Floor: 2 (pure), inside schedule. Stability: engine. What back-off and slow answers add to a delay
// is decided in package schedule.
package hostdelay

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

const (
	// MaxDelay is the longest delay that an operator may set.
	MaxDelay = 24 * time.Hour
	// Max is the maximum number of Delays.
	Max = 10_000
	// maxKnown is the number of origins that are read to find names that stand for none.
	maxKnown = 100_000
)

// Sources of a delay that the operator set, as in aranea.Host.
const (
	General = "operator"
	Own     = "host-delay" // by one of Delays
	Links   = "links only" // the default, for a host that is asked only because pages link to it
	Folder  = "folder"     // none: a folder on disk answers for the host
	Archive = "archive"    // none: an archive answers for it
)

// A Delay is that between two requests to one host name, with its source, as in aranea.Host.
type Delay struct {
	Length time.Duration
	Source string
}

// AtLeast returns the delay in force of a host whose operator's is d and whose site asks for another
// one: the longer of them. What a site asks for is for the sake of its server, and the disk has none.
func (d Delay) AtLeast(asked Delay) Delay {
	if asked.Length > d.Length && d.Source != Folder && d.Source != Archive {
		return asked
	}
	return d
}

// Delays are the operator's delays for some hosts in place of that for all, exactly as they
// are: 0 is none. A key is a host name, or a domain with a dot before it, which stands for the
// domain and all names below it. Of several the longest key decides. Lookups are safe for
// concurrent use.
type Delays map[string]time.Duration

// Parse reads items of the form example.org=2s or .example.org=2s, of which each name
// may be given once. All faults are reported.
func Parse(items []string) (Delays, error) {
	if len(items) == 0 {
		return nil, nil
	}
	if len(items) > Max {
		return nil, fmt.Errorf("%d delays of hosts are more than the %d that are read", len(items), Max)
	}
	delays := make(Delays, len(items))
	var faults []error
	for _, item := range items {
		name, delay, err := parse(item)
		if _, twice := delays[name]; err == nil && twice {
			err = fmt.Errorf("the delay of %s is given twice", name)
		}
		if err != nil {
			faults = append(faults, err)
			continue
		}
		delays[name] = delay
	}
	return delays, errors.Join(faults...)
}

func parse(item string) (name string, delay time.Duration, err error) {
	given, text, ok := strings.Cut(item, "=")
	given, domain := strings.CutPrefix(strings.TrimSpace(given), ".")
	u, bad := weburl.Parse("http://" + given + "/")
	if !ok || bad != nil || given == "" || given[0] == '.' || strings.Contains(given, "..") || strings.ContainsAny(given, "*/?#@\\") || u.Origin() != weburl.Origin("http://"+u.Host()) {
		return "", 0, fmt.Errorf("%q is no delay of a host; example.org=2s and .example.org=2s, for all names below it as well, are", item)
	}
	delay, err = time.ParseDuration(strings.TrimSpace(text))
	switch {
	case err != nil:
		return "", 0, fmt.Errorf("the delay of %s, %q, is none; 500ms and 2s are", given, text)
	case delay < 0:
		return "", 0, fmt.Errorf("the delay of %s is negative", given)
	case delay > MaxDelay:
		return "", 0, fmt.Errorf("the delay of %s is longer than a day", given)
	case domain:
		return "." + u.Host(), delay, nil
	}
	return u.Host(), delay, nil
}

// Items returns the delays in the form that Parse reads, sorted by name.
func (d Delays) Items() []string {
	items := make([]string, 0, len(d))
	for _, name := range slices.Sorted(maps.Keys(d)) {
		items = append(items, name+"="+d[name].String())
	}
	return items
}

// MarshalJSON returns a list of Items.
func (d Delays) MarshalJSON() ([]byte, error) { return json.Marshal(d.Items()) }

// UnmarshalJSON reads a list of items, as Parse does.
func (d *Delays) UnmarshalJSON(data []byte) error {
	var items []string
	err := json.Unmarshal(data, &items)
	if err == nil {
		*d, err = Parse(items)
	}
	return err
}

// Validate reports the names whose delays are negative or too long.
func (d Delays) Validate() error {
	var faults []error
	for _, name := range slices.Sorted(maps.Keys(d)) {
		if d[name] < 0 || d[name] > MaxDelay {
			faults = append(faults, fmt.Errorf("the delay of %s, %s, must lie between 0 and a day", name, d[name]))
		}
	}
	return errors.Join(faults...)
}

// OnDisk are the hosts that are answered for from disk: they have no address, and no delay.
type OnDisk struct {
	Folders map[string]bool // the names of the hosts of folders
	Archive bool            // an archive answers for all others
}

// Has reports whether a host is answered for from disk.
func (o OnDisk) Has(host string) bool { return o.Archive || o.Folders[host] }

// Delay returns the delay of a host, if d would be that on the network: none where the disk answers,
// unless the operator named the host.
func (o OnDisk) Delay(host string, d Delay) Delay {
	switch {
	case d.Source == Own:
		return d
	case o.Folders[host]:
		return Delay{Source: Folder}
	case o.Archive:
		return Delay{Source: Archive}
	}
	return d
}

// Of returns the operator's delay for a host name, if general is that of all others.
func (d Delays) Of(host string, general time.Duration) Delay {
	if len(d) == 0 {
		return Delay{general, General}
	}
	for name := range names(host) {
		if own, ok := d[name]; ok {
			return Delay{own, Own}
		}
	}
	return Delay{general, General}
}

// names yields the keys that stand for a host name, the longest first.
func names(host string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !yield(host) {
			return
		}
		for below := "." + host; yield(below); {
			next := strings.IndexByte(below[1:], '.')
			if next < 0 {
				return
			}
			below = below[1+next:]
		}
	}
}

// Unmatched returns the names that stand for none of the known hosts, sorted: they may be misspelled.
// It reads the hosts until each name has one, and returns none if it would have to read more than
// maxKnown.
func (d Delays) Unmatched(known iter.Seq2[aranea.Host, error]) ([]string, error) {
	if len(d) == 0 {
		return nil, nil
	}
	left, read := maps.Clone(d), 0
	for h, err := range known {
		if err != nil {
			return nil, err
		}
		for name := range names(h.Origin.Host()) {
			delete(left, name)
		}
		if read++; len(left) == 0 || read > maxKnown {
			return nil, nil
		}
	}
	return slices.Sorted(maps.Keys(left)), nil
}

// Longest returns the longest of the delays and of that of all others.
func (d Delays) Longest(general time.Duration) time.Duration {
	if len(d) == 0 {
		return general
	}
	return max(general, slices.Max(slices.Collect(maps.Values(d))))
}

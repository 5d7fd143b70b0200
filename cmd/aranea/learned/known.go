package learned

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

const (
	maxKnown     = 1_000_000 // lines of a file of known faults
	maxKnownLine = 1 << 20   // bytes of a line
)

// A knownFile has the broken links, or the faults, of an earlier list. What it has is no news: it is
// neither listed nor makes the command fail. The nil file has nothing.
type knownFile struct {
	name  string
	seen  map[string]int // places in met
	met   []bool         // for each key: is it one of the list of today?
	lines [][]int        // the places of the keys of each line
	left  int            // links or faults of today that the file has
}

// A knownLine is what tells the links and faults of a list apart, in the fields that --json prints.
type knownLine struct {
	From     string `json:"from"` // of a link
	To       string `json:"to"`
	Fragment string `json:"fragment"`
	Anchor   string `json:"anchor"`
	Zone     string `json:"zone"`
	Pages    int    `json:"pages"`
	Fault    string `json:"fault"` // of a fault
	URL      string `json:"url"`
	Lang     string `json:"lang"`
	LeadsTo  string `json:"leads_to"`
}

// keys returns what a link or fault is found by. A link of the template of a site is listed once, with
// any of its pages, so that it is also found by its host and its words.
func (l *knownLine) keys() []string {
	if l.Fault != "" {
		return []string{strings.Join([]string{"fault", l.Fault, l.URL, l.Lang, l.To, l.LeadsTo}, "\n")}
	}
	to := l.To + "#" + l.Fragment
	keys := []string{strings.Join([]string{"page", l.From, to}, "\n")}
	from, err := weburl.Parse(l.From)
	if err == nil && (l.Pages > 1 || l.Zone == "template" || l.Zone == "navigation") {
		keys = append(keys, strings.Join([]string{"template", from.Host(), to, l.Anchor}, "\n"))
	}
	return keys
}

// checkKnown returns an error for --known with flags that it does not go with.
func (c *linksFlags) checkKnown() error {
	switch {
	case c.known == "":
		return nil
	case !c.broken && !c.hreflang && !c.chains && !c.sitemaps && !c.canonicals:
		return command.Usage("--known needs --broken, --hreflang, --chains, --sitemaps or --canonicals")
	case c.filter.Limit > 0 || c.filter.Offset > 0: // they count lines of which some are known
		return command.Usage("--known does not go with --limit and --offset")
	}
	return nil
}

// readKnown reads a file of the lines of an earlier list. With the name "" there is none.
func readKnown(stdin io.Reader, name string, faults bool) (*knownFile, error) {
	if name == "" {
		return nil, nil
	}
	in, done, err := command.OpenInput(stdin, name)
	if err != nil {
		return nil, command.Usage("--known: %v", err)
	}
	defer done()
	k := &knownFile{name: name, seen: map[string]int{}}
	s := bufio.NewScanner(in)
	s.Buffer(nil, maxKnownLine)
	for n := 1; s.Scan(); n++ {
		if strings.TrimSpace(s.Text()) == "" {
			continue
		}
		var l knownLine
		if err := json.Unmarshal(s.Bytes(), &l); err != nil || l.missing(faults) {
			return nil, command.Usage("--known: %s:%d is not a line of this list as --json prints it", name, n)
		}
		if len(k.lines) == maxKnown {
			return nil, command.Usage("--known: %s has more than %s lines", name, show.Number(maxKnown))
		}
		k.add(&l)
	}
	if errors.Is(s.Err(), bufio.ErrTooLong) {
		return nil, command.Usage("--known: %s has a line of more than %s bytes", name, show.Number(maxKnownLine))
	}
	return k, s.Err()
}

// missing reports whether a line is none of a list of links, or of faults.
func (l *knownLine) missing(faults bool) bool {
	if faults {
		return l.Fault == "" || l.URL == ""
	}
	return l.From == "" || l.To == "" || l.Fault != ""
}

func (k *knownFile) add(l *knownLine) {
	var places []int
	for _, key := range l.keys() {
		at, twice := k.seen[key]
		if !twice {
			at = len(k.met)
			k.seen[key], k.met = at, append(k.met, false)
		}
		places = append(places, at)
	}
	k.lines = append(k.lines, places)
}

// hasLink reports whether the file has a broken link.
func (k *knownFile) hasLink(l *linkcheck.Link) bool {
	return k != nil && k.has(&knownLine{From: l.From.String(), To: l.To.String(), Fragment: l.Fragment, Anchor: l.Anchor, Zone: l.Zone, Pages: l.Pages})
}

// hasFault reports whether the file has a fault.
func (k *knownFile) hasFault(f *linkcheck.Fault) bool {
	return k != nil && k.has(&knownLine{Fault: f.Fault, URL: f.URL.String(), Lang: f.Lang, To: f.To, LeadsTo: f.LeadsTo})
}

func (k *knownFile) has(l *knownLine) (known bool) {
	for _, key := range l.keys() {
		if at, ok := k.seen[key]; ok {
			k.met[at], known = true, true
		}
	}
	if known {
		k.left++
	}
	return known
}

// text tells what the file kept from the list, and what of it is over. It ends with a line end, or is "".
// If only a part of the pages was looked at, nothing is said of the rest.
func (k *knownFile) text(all bool) string {
	if k == nil {
		return ""
	}
	name, text, over := show.Line(k.name), "", 0
	if k.left > 0 {
		text = fmt.Sprintf("Not listed: %d that %s has.\n", k.left, name)
	}
	for _, places := range k.lines {
		if !slices.ContainsFunc(places, func(at int) bool { return k.met[at] }) {
			over++
		}
	}
	if !all || over == 0 {
		return text
	}
	return text + fmt.Sprintf("Repaired: %s of %s; write it anew.\n", show.Count(over, "line"), name)
}

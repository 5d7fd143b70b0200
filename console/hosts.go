package console

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of the pages on hosts.
const (
	maxScanned     = 5000 // hosts that are looked at for the list
	maxListed      = 200  // hosts in the list, those with the most pages in the index
	maxRobotsLines = 2000 // lines of a robots file
	maxRobotsLine  = 300  // characters of one of them
)

type hostsPage struct {
	frame
	Hosts []hostRow
	Notes []string
}

// hostRow is a host in the list; its numbers are of URLs.
type hostRow struct {
	Name, URL                      string
	Indexed, Waiting, Denied, Lost string
	Pause                          string
}

type hostPage struct {
	frame
	Name  string
	Facts []Fact
	Lines []string // of the robots file
	Notes []string
	More  string // address of the search on this host
}

// handleHosts shows the hosts that are known, or one of them.
func (s *Server) handleHosts(w http.ResponseWriter, r *http.Request) {
	text := r.URL.Query().Get("origin")
	if s.sites == nil {
		s.refuse(w, r, http.StatusServiceUnavailable, duringCrawl)
		return
	}
	if text == "" {
		s.listHosts(w, r)
		return
	}
	u, err := parseURL(text)
	if err != nil {
		s.refuse(w, r, http.StatusBadRequest, "That is not a URL of a host.")
		return
	}
	o := u.Origin()
	h, known, err := s.sites.Host(o)
	if err == nil && !known && !strings.Contains(text, "://") {
		o = weburl.Origin("https" + strings.TrimPrefix(string(o), "http"))
		h, known, err = s.sites.Host(o)
	}
	switch {
	case err != nil:
		s.refuse(w, r, http.StatusInternalServerError, unreadable)
	case !known:
		s.refuse(w, r, http.StatusNotFound, "This host is not known: no page that was visited links to it.")
	default:
		s.showHost(w, r, &h)
	}
}

func (s *Server) listHosts(w http.ResponseWriter, r *http.Request) {
	var hosts []aranea.Host
	p := hostsPage{frame: s.frame("Hosts – Aranea", "")}
	for h, err := range s.sites.Hosts() {
		if err != nil {
			s.refuse(w, r, http.StatusInternalServerError, unreadable)
			return
		}
		if len(hosts) == maxScanned {
			p.Notes = append(p.Notes, fmt.Sprintf("More hosts are known than the %s that were looked at.", show.Number(maxScanned)))
			break
		}
		hosts = append(hosts, h)
	}
	slices.SortStableFunc(hosts, func(a, b aranea.Host) int {
		return cmp.Compare(b.Counts[aranea.CountIndexed], a.Counts[aranea.CountIndexed])
	})
	if len(hosts) > maxListed {
		p.Notes = append(p.Notes, fmt.Sprintf("The list holds the %d hosts with the most pages in the index.", maxListed))
		hosts = hosts[:maxListed]
	}
	for _, h := range hosts {
		n := h.Counts
		p.Hosts = append(p.Hosts, hostRow{
			Name: show.URL(string(h.Origin)), URL: hostURL(h.Origin), Indexed: show.Number(n[aranea.CountIndexed]), Waiting: show.Number(n[aranea.CountQueued]),
			Denied: show.Number(n[aranea.CountDenied]), Lost: show.Number(n[aranea.CountMissing] + n[aranea.CountFailed]), Pause: pause(&h),
		})
	}
	s.render(w, http.StatusOK, "hosts", p)
}

func (s *Server) showHost(w http.ResponseWriter, r *http.Request, h *aranea.Host) {
	name := show.URL(string(h.Origin))
	p := hostPage{frame: s.frame(name+" – Aranea", ""), Name: name, More: searchURL("host:"+h.Origin.Host(), 1)}
	var c acquire.Copy
	if h.Robots.Version > 0 {
		var err error
		if c, _, err = s.sites.Robots(h.Origin); err != nil {
			s.refuse(w, r, http.StatusInternalServerError, unreadable)
			return
		}
	}
	p.Facts = stateOf(h, &c)
	p.Lines, p.Notes = robotsLines(&c)
	s.render(w, http.StatusOK, "host", p)
}

// stateOf tells how a host stands: its robots file, its pace, its URLs.
func stateOf(h *aranea.Host, c *acquire.Copy) []Fact {
	robots := h.Origin.RobotsURL().String()
	facts := []Fact{{Name: "Robots file", Text: robotsFact(c), URL: "/why?" + url.Values{"url": {robots}}.Encode()}, {Name: "Pause", Text: pause(h)}}
	if !h.NextAllowed.IsZero() {
		facts = append(facts, Fact{Name: "Next request", Text: "not before " + when(h.NextAllowed)})
	}
	if h.Failures > 0 {
		facts = append(facts, Fact{Name: "Failures in a row", Text: show.Number(uint64(h.Failures))})
	}
	n := h.Counts
	for _, f := range []struct {
		name string
		n    uint64
	}{
		{"In the index", n[aranea.CountIndexed]}, {"Waiting", n[aranea.CountQueued]}, {"Fetched", n[aranea.CountFetched]}, {"Redirects", n[aranea.CountRedirects]}, {"Duplicates", n[aranea.CountDuplicates]},
		{"Asked not to be indexed", n[aranea.CountNoIndex]}, {"Denied by the robots file", n[aranea.CountDenied]}, {"Out of scope", n[aranea.CountExcluded]},
		{"Do not exist", n[aranea.CountMissing]}, {"Could not be had", n[aranea.CountFailed]},
	} {
		facts = append(facts, Fact{Name: f.name, Text: show.Count(f.n, "URL")})
	}
	return append(facts, Fact{Name: "Traffic", Text: show.Count(n[aranea.CountRequests], "request") + ", " + show.Bytes(n[aranea.CountBytes])})
}

// pause tells how long the robot waits between two requests, and why.
func pause(h *aranea.Host) string {
	if h.Delay <= 0 {
		return "none"
	}
	if h.DelayReason == "" {
		return h.Delay.String()
	}
	return fmt.Sprintf("%s (%s)", h.Delay, show.Visible(h.DelayReason))
}

// robotsLines returns the lines of a robots file, in order, as its rules are
// numbered, and what is left out.
func robotsLines(c *acquire.Copy) (lines, notes []string) {
	for l := range robotstxt.Parse(c.Body).Lines() {
		if len(lines) == maxRobotsLines {
			notes = append(notes, fmt.Sprintf("The first %s lines are shown.", show.Number(maxRobotsLines)))
			break
		}
		lines = append(lines, show.Shorten(show.Visible(l.Raw), maxRobotsLine))
	}
	return lines, notes
}

// hostURL is the address of the page on a host.
func hostURL(o weburl.Origin) string { return "/hosts?" + url.Values{"origin": {string(o)}}.Encode() }

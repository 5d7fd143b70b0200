package mcp

import (
	"context"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
)

// maxTroubled is the maximum number of hosts in trouble that are listed.
const maxTroubled = 10

// A statusQuestion is a question of the tool status, which has no parameters.
type statusQuestion struct{}

// A state is an answer of the tool status. It has neither the path of the folder nor the number of a
// process, which are the operator's alone.
type state struct {
	Version  string    `json:"version" jsonschema:"of the program"`
	Pages    int       `json:"pages" jsonschema:"pages that can be found"`
	Hosts    int       `json:"hosts" jsonschema:"hosts that were asked"`
	Queued   uint64    `json:"queued" jsonschema:"URLs that wait to be visited"`
	Stopped  string    `json:"stopped,omitempty" jsonschema:"since when the operator has stopped all crawls"`
	Paused   string    `json:"paused,omitempty" jsonschema:"since when the operator has paused all crawls"`
	Crawl    *running  `json:"crawl,omitempty" jsonschema:"the crawl under way; missing if there is none"`
	Last     *past     `json:"last_crawl,omitempty" jsonschema:"how the last crawl ended; missing while one is under way"`
	Trouble  []trouble `json:"trouble,omitempty" jsonschema:"hosts whose pages cannot be visited now, at most ten of them"`
	Troubled int       `json:"troubled,omitempty" jsonschema:"how many such hosts there are"`
	Away     []string  `json:"away,omitempty" jsonschema:"nodes of the cluster that do not answer; the counts are without them"`
}

// A running is a crawl under way.
type running struct {
	Since  string  `json:"since"`
	Paused bool    `json:"paused,omitempty"`
	Pages  uint64  `json:"pages" jsonschema:"pages fetched so far"`
	Errors uint64  `json:"errors,omitempty" jsonschema:"requests that failed"`
	Rate   float64 `json:"requests_per_second"`
}

// A past is a crawl that ended.
type past struct {
	Ended   string `json:"ended,omitempty"`
	Verdict string `json:"verdict"`
	Why     string `json:"why"`
}

// A trouble is a host whose pages cannot be visited.
type trouble struct {
	Origin string `json:"origin"`
	Reason string `json:"reason"`
	Why    string `json:"why"`
	Queued uint64 `json:"queued" jsonschema:"pages that wait for it"`
	Until  string `json:"until,omitempty" jsonschema:"when it is asked again"`
}

func (s *Server) addStatus() {
	add(s, tool[statusQuestion, state]{
		name: "status", title: "How the index and the crawl stand",
		about:  "Tell how many pages can be found, whether a crawl is under way, how the last one ended, and which hosts cannot be visited now.",
		answer: s.status,
	})
}

func (s *Server) status(ctx context.Context, _ statusQuestion, _ []string) (state, string, error) {
	st, err := s.service.Status(ctx)
	if err != nil {
		return state{}, "", err
	}
	out := stateOf(&st)
	return out, out.text(), nil
}

func stateOf(s *service.Status) state {
	out := state{
		Version: s.Version, Pages: s.Docs, Hosts: s.Asked, Queued: s.Counts[aranea.CountQueued], Stopped: show.Instant(s.Stopped), Paused: show.Instant(s.Paused), Troubled: s.Troubled,
	}
	if c := s.Crawl; c != nil {
		out.Crawl = &running{show.Instant(c.Since), c.Paused, c.Progress.Run[aranea.CountFetched], c.Progress.Errors, c.Rate}
	}
	if c := s.Last; c != nil {
		out.Last = &past{show.Instant(c.Ended), c.Verdict.String(), clean(c.Why)}
	}
	for i := range s.Trouble[:min(len(s.Trouble), maxTroubled)] {
		out.Trouble = append(out.Trouble, troubleOf(&s.Trouble[i]))
	}
	for _, n := range s.Nodes {
		if n.Away != "" {
			out.Away = append(out.Away, "partition "+n.Partition.String())
		}
	}
	return out
}

func troubleOf(t *verdict.HostTrouble) trouble {
	why := t.Detail
	if why == "" {
		why = t.Reason.Sentence()
	}
	return trouble{clean(string(t.Origin)), t.Reason.String(), clean(why), t.Queued, show.Instant(t.Until)}
}

// text returns the answer as text.
func (s *state) text() string {
	var l lines
	l.add("%s can be found, %s asked, %s in the queue.", show.Count(s.Pages, "page"), show.Count(s.Hosts, "host"), show.Count(s.Queued, "URL"))
	switch {
	case s.Crawl != nil && s.Crawl.Paused:
		l.add("A crawl is paused, begun %s: %s so far.", s.Crawl.Since, show.Count(s.Crawl.Pages, "page"))
	case s.Crawl != nil:
		l.add("A crawl is under way since %s: %s so far, %.1f requests/s.", s.Crawl.Since, show.Count(s.Crawl.Pages, "page"), s.Crawl.Rate)
	case s.Last != nil:
		l.add("The last crawl ended %s (%s): %s.", s.Last.Ended, s.Last.Verdict, strings.TrimSuffix(s.Last.Why, "."))
	default:
		l.add("No crawl is under way.")
	}
	if s.Stopped != "" {
		l.add("All crawls are stopped by the operator, since %s.", s.Stopped)
	}
	if s.Paused != "" {
		l.add("All crawls are paused by the operator, since %s.", s.Paused)
	}
	if s.Troubled > 0 {
		l.add("%s cannot be visited now:", show.Count(s.Troubled, "host"))
	}
	for _, t := range s.Trouble {
		l.add("%s %s: %s", t.Origin, t.Reason, t.Why)
	}
	for _, a := range s.Away {
		l.add("%s of the cluster does not answer.", a)
	}
	return l.String()
}

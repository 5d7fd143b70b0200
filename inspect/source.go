package inspect

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/weburl"
)

// Why a question is not answered by a file. It still has an answer: the verdict postpone, with
// the reason.
var (
	// ErrBadURL means that the text of a question is not a URL.
	ErrBadURL = errors.New("not a URL")
	// ErrOtherSite means that the given file does not apply to a URL.
	ErrOtherSite = errors.New("the URL is of another site")
)

// ErrNoSite means that a path was given without a file or a site.
var ErrNoSite = errors.New("a path belongs to no site")

// ErrRedirected means that a made-up answer is a redirect.
var ErrRedirected = errors.New("a redirect is followed first")

// Rules is a copy of a robots file, ready to decide for one site.
type Rules struct {
	Copy   acquire.Copy
	Access acquire.Access
	Local  bool   // it is a file, not the response of a site
	URL    string // where the file was found, after redirects; "" if nothing was requested
	Hops   int    // number of redirects
}

// A Source returns the rules that decide about the URLs of a site: those of a given copy, or the
// site's own. It is not safe for concurrent use.
type Source struct {
	Robot
	live  *Live
	given *Rules // nil to request the file of each site
	only  string // the site that given applies to, "" for any
	known map[string]*Rules
}

// maxSites is the maximum number of sites that a Source keeps; when it is exceeded, all are
// dropped.
const maxSites = 10_000

// NewSource returns a Source that requests the robots file of each URL's own site.
func NewSource(r Robot, l *Live) *Source {
	return &Source{Robot: r, live: l, known: map[string]*Rules{}}
}

// Give makes a copy decide about all URLs. local means that it is a plain file, not the response
// of a site.
func (s *Source) Give(c acquire.Copy, local bool) { s.given = &Rules{Copy: c, Local: local} }

// AskOnly requests the robots file of the site of u, which then decides about the URLs of that
// site and about paths; for other URLs the error is ErrOtherSite.
func (s *Source) AskOnly(ctx context.Context, u weburl.URL) (*Rules, error) {
	found, err := s.live.Robots(ctx, u.Origin().RobotsURL(), s.Dialect)
	if err != nil {
		return nil, err
	}
	s.given, s.only = &Rules{Copy: found.Copy, URL: found.URL, Hops: found.Redirects()}, string(u.Origin())
	return s.given, nil
}

// A Question is one URL or path with the rules that decide about it.
type Question struct {
	Text   string // as given, at most maxQuestion bytes and an ellipsis
	Target string
	*Rules
	// Asked is the URL of the robots file that was requested to answer this question, or "" if it
	// was known.
	Asked string
	// answer replaces the decision of the site's file if there is none because the text is not a
	// URL, or is of another site.
	answer *acquire.Decision
}

// maxQuestion is how many bytes of a text that is not a URL are repeated.
const maxQuestion = 200

// Ask parses one URL or path and finds the rules for it. Neither is changed, because robots files
// apply to what is sent. whole is false for a text that was truncated. The Question can be
// answered even with ErrBadURL and ErrOtherSite.
func (s *Source) Ask(ctx context.Context, text string, whole bool) (Question, error) {
	q := Question{Text: text, Target: text, Rules: &Rules{}}
	site := ""
	if whole && !strings.HasPrefix(text, "/") {
		site, q.Target, whole = robotstxt.SplitURL(text)
		if whole && (s.given == nil || s.only != "") { // the site is needed, in canonical form
			o, err := weburl.ParseOrigin(site)
			site, whole = string(o), err == nil
		}
	}
	if !whole {
		if len(text) > maxQuestion {
			q.Text = text[:maxQuestion] + "..."
		}
		q.answer = &acquire.Decision{Decision: robotstxt.Decision{Reason: robotstxt.ReasonBadURL, Dialect: s.Dialect.Name}}
		if s.given != nil { // the file was read anyway
			q.Rules, _, _ = s.rules(ctx, "") // a given file is always available
		}
		return q, ErrBadURL
	}
	r, asked, err := s.rules(ctx, site)
	if errors.Is(err, ErrOtherSite) {
		q.answer = &acquire.Decision{Decision: robotstxt.Decision{Reason: robotstxt.ReasonUnknown, Dialect: s.Dialect.Name}}
	}
	if err == nil {
		q.Rules, q.Asked = r, asked
	}
	return q, err
}

// rules returns the rules for a site as returned by robotstxt.SplitURL, "" for a target without
// one, and the URL of the file if it was requested now.
func (s *Source) rules(ctx context.Context, site string) (r *Rules, asked string, err error) {
	if r, ok := s.known[site]; ok {
		return r, "", nil
	}
	r = &Rules{}
	switch {
	case s.only != "" && site != "" && site != s.only:
		return nil, "", ErrOtherSite
	case s.given != nil:
		*r = *s.given
	case site == "":
		return nil, "", ErrNoSite
	default:
		u, err := weburl.Parse(site + "/robots.txt")
		if err != nil {
			return nil, "", err
		}
		found, err := s.live.Robots(ctx, u, s.Dialect)
		if err != nil {
			return nil, "", err
		}
		r.Copy, r.URL, r.Hops, asked = found.Copy, found.URL, found.Redirects(), u.String()
	}
	if site == "" {
		site = s.only
	}
	r.Access = r.Copy.Access(s.Dialect, site, s.Agents...)
	if len(s.known) >= maxSites {
		clear(s.known)
	}
	s.known[site] = r
	return r, asked, nil
}

// A MadeUp is a possible response of a site to the request for its robots file.
type MadeUp struct {
	Status int // 0 means no response
	Header aranea.Header
	// Body is the body of the response or, if the status is not 2xx, the last good copy, from an
	// hour ago; nil for none.
	Body []byte
}

// Acquire returns the copy that results from the response.
func (m MadeUp) Acquire(d dialect.Dialect, now time.Time) (acquire.Copy, error) {
	var before acquire.Copy
	answer := acquire.FetchOfBytes(m.Status, m.Header, m.Body)
	if m.Status < 200 || m.Status > 299 {
		answer.Body = nil
		if m.Body != nil {
			before, _ = acquire.Next(d, before, acquire.FetchOfBytes(200, nil, m.Body), now.Add(-time.Hour))
		}
	}
	answer.Location = m.Header.Get("Location") != ""
	if m.Status >= 300 && m.Status < 400 && m.Status != 304 && !answer.Location {
		answer.Detail = "a redirect to nowhere"
	}
	c, step := acquire.Next(d, before, answer, now)
	if step == acquire.StepFollow {
		return c, ErrRedirected
	}
	return c, nil
}

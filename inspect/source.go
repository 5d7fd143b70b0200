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

// What keeps a question from being answered by a file. It is answered all the
// same: the verdict is postpone, with the reason.
var (
	// ErrBadURL says that a question is no URL.
	ErrBadURL = errors.New("not a URL")
	// ErrOtherSite says that the file that was named does not speak for a URL.
	ErrOtherSite = errors.New("the URL is of another site")
)

// ErrNoSite says that a path was asked for without a file or a site to ask.
var ErrNoSite = errors.New("a path belongs to no site")

// ErrRedirected says that a made-up answer only leads elsewhere.
var ErrRedirected = errors.New("a redirect is followed first")

// Rules is a copy of a robots file, ready to decide for one site.
type Rules struct {
	Copy   acquire.Copy
	Access acquire.Access
	Local  bool   // it is a file, not an answer of a site
	URL    string // where the file was found, after redirects; "" if nobody was asked
	Hops   int    // redirects on the way
}

// A Source gives the rules that decide on the URLs of a site: those of a copy
// that was given, or the site's own. It is not safe for concurrent use.
type Source struct {
	Robot
	live  *Live
	given *Rules // nil to ask each site
	only  string // the site that given speaks for, "" for any
	known map[string]*Rules
}

// maxSites bounds the sites that one Source keeps; beyond it, all are forgotten.
const maxSites = 10_000

// NewSource returns a Source that asks each URL's own site.
func NewSource(r Robot, l *Live) *Source {
	return &Source{Robot: r, live: l, known: map[string]*Rules{}}
}

// Give makes a copy decide on all URLs. local says that it is a file as it is,
// and no answer of a site.
func (s *Source) Give(c acquire.Copy, local bool) { s.given = &Rules{Copy: c, Local: local} }

// AskOnly asks the site of u for its file, which decides on the URLs of that
// site and on paths; other URLs are of another site.
func (s *Source) AskOnly(ctx context.Context, u weburl.URL) (*Rules, error) {
	found, err := s.live.Robots(ctx, u.Origin().RobotsURL(), s.Dialect)
	if err != nil {
		return nil, err
	}
	s.given, s.only = &Rules{Copy: found.Copy, URL: found.URL, Hops: found.Redirects()}, string(u.Origin())
	return s.given, nil
}

// A Question is one URL or path that was asked for, with the rules that decide.
type Question struct {
	Text   string // as asked, at most maxQuestion bytes and an ellipsis
	Target string
	*Rules
	// Asked is the URL of the robots file that was asked for to answer this
	// question, "" if it was known.
	Asked string
	// answer stands in place of a decision of the site's file if there is none:
	// the text is no URL, or of another site.
	answer *acquire.Decision
}

// maxQuestion is how many bytes of a text that is no URL are repeated.
const maxQuestion = 200

// Ask reads one URL or path and finds the rules for it. Neither is changed:
// robots files are asked for what is sent. whole is false for a text that was
// cut. The Question can be answered also with ErrBadURL and ErrOtherSite.
func (s *Source) Ask(ctx context.Context, text string, whole bool) (Question, error) {
	q := Question{Text: text, Target: text, Rules: &Rules{}}
	site := ""
	if whole && !strings.HasPrefix(text, "/") {
		site, q.Target, whole = robotstxt.SplitURL(text)
		if whole && (s.given == nil || s.only != "") { // the site matters, in its one spelling
			o, err := weburl.ParseOrigin(site)
			site, whole = string(o), err == nil
		}
	}
	if !whole {
		if len(text) > maxQuestion {
			q.Text = text[:maxQuestion] + "..."
		}
		q.answer = &acquire.Decision{Decision: robotstxt.Decision{Reason: robotstxt.ReasonBadURL, Dialect: s.Dialect.Name}}
		if s.given != nil { // it was read all the same
			q.Rules, _, _ = s.rules(ctx, "") // what is given is always there
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

// rules returns the rules for a site as robotstxt.SplitURL returns it, "" for a
// target without one, and the URL of the file if it was asked for now.
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

// A MadeUp answer is what a site might answer to the request for its robots
// file.
type MadeUp struct {
	Status int // 0 is no answer at all
	Header aranea.Header
	// Body is the answer's body or, if the status is none of 2xx, the last good
	// copy of an hour ago; nil for none.
	Body []byte
}

// Acquire returns the copy that the answer leads to.
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

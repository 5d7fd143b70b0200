package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/weburl"
)

// errOtherSite says that --url does not speak for a URL.
var errOtherSite = errors.New("the URL is of another site")

// A robotsSource gives the copy that decides on the URLs of a site: one that was
// given, or the site's own.
type robotsSource struct {
	robotsReading
	given *acquire.Copy // nil to ask each site
	local bool          // given is a file as it is, no answer
	only  string        // the site that --url names, "" if any will do
	from  liveCopy      // given as fetched, if only is set
	live  *liveRobots
	errw  io.Writer
	known map[string]*siteRobots
	mute  badLines // addresses of robots files that were asked for and cannot be had now
}

// siteRobots is a copy, ready to decide for one site.
type siteRobots struct {
	copy   acquire.Copy
	access acquire.Access
	local  bool   // it is a file, not an answer of a site
	url    string // where the file was found, after redirects; "" if nobody was asked
	hops   int    // redirects on the way
}

// maxSitesAsked bounds the sites that one command keeps; beyond it, all are
// forgotten.
const maxSitesAsked = 10_000

// of returns the rules for a site as robotstxt.SplitURL returns it, "" for a
// target without one.
func (s *robotsSource) of(ctx context.Context, site string) (*siteRobots, error) {
	if r, ok := s.known[site]; ok {
		return r, nil
	}
	r := &siteRobots{}
	switch {
	case s.only != "" && site != "" && site != s.only:
		return nil, errOtherSite
	case s.given != nil:
		r.copy, r.local, r.url, r.hops = *s.given, s.local, s.from.url, s.from.hops
	case site == "":
		return nil, usage("a target that starts with a slash needs --file, --url or --status")
	default:
		u, err := weburl.Parse(site + "/robots.txt")
		if err != nil {
			return nil, &exitError{code: exitUsage, err: err}
		}
		got, err := s.live.fetch(ctx, u)
		if err != nil {
			return nil, err
		}
		r.copy, r.url, r.hops = got.Copy, got.url, got.hops
		s.heard(u.String(), &r.copy)
	}
	if site == "" {
		site = s.only
	}
	r.access = r.copy.Access(s.dialect, site, s.agents...)
	if len(s.known) >= maxSitesAsked {
		clear(s.known)
	}
	s.known[site] = r
	return r, nil
}

// tell says on standard error what stands in place of an ordinary file.
func (s *robotsSource) tell(name string, c *acquire.Copy) {
	if note := copyNote(c); note != "" {
		fmt.Fprintf(s.errw, "aranea: %s: %s\n", show.Line(name), show.Line(note))
	}
}

// heard is tell for what a live site answered.
func (s *robotsSource) heard(url string, c *acquire.Copy) {
	s.tell(url, c)
	if c.Class == acquire.ClassUnreachable {
		s.mute.add(url)
	}
}

// outage returns the error for sites that gave no answer to go by, nil if there
// was none: what holds there is not known, so that no check of it has passed. A
// made-up answer is an answer.
func (s *robotsSource) outage() error {
	if s.mute.n == 0 {
		return nil
	}
	return usage("%s cannot be had now, so that robots wait; the first is %s. Ask again later, check the name of the site, --proxy and --allow-net, or name a copy with --file",
		show.Count(s.mute.n, "robots file"), s.mute.first)
}

// newRobotsSource reads the flags of addQuestionFlags.
func newRobotsSource(cmd *cobra.Command) (*robotsSource, error) {
	f := cmd.Flags()
	file, _ := f.GetString("file")
	site, _ := f.GetString("url")
	fields, _ := f.GetStringArray("header")
	madeUp := f.Changed("status")
	switch {
	case site != "" && (file != "" || madeUp):
		return nil, usage("--url fetches the file itself: leave --file and --status out")
	case len(fields) > 0 && !madeUp:
		return nil, usage("--header belongs to a made-up answer: add --status")
	}
	r, err := readReading(cmd)
	if err != nil {
		return nil, err
	}
	s := &robotsSource{
		robotsReading: r, live: newLiveRobots(cmd, r.dialect), errw: cmd.ErrOrStderr(), known: map[string]*siteRobots{},
	}
	switch {
	case site != "":
		return s, s.fetchOnly(cmd.Context(), site)
	case file != "" || madeUp:
		s.local = !madeUp
		s.given, err = givenCopy(cmd, r.dialect, file, fields)
		name := file
		if madeUp {
			name = "the made-up answer"
		}
		if err == nil {
			s.tell(name, s.given)
		}
	}
	s.hint(cmd)
	return s, err
}

// hint says that a known robot reads otherwise than it was asked for.
func (s *robotsSource) hint(cmd *cobra.Command) {
	if len(s.agents) == 0 {
		return
	}
	k, ok := dialect.KnownAgentByToken(s.agents[0])
	if ok && k.Obeys != dialect.ObeysRules {
		fmt.Fprintf(s.errw, "aranea: does %s obey robots files, by its owner's words? %s (%s)\n", k.Token, k.Obeys, k.Source)
	}
	if ok && k.Dialect != s.dialect.Name && !cmd.Flags().Changed("dialect") {
		fmt.Fprintf(s.errw, "aranea: %s is asked for by the dialect %s; add --dialect auto to read as it does (%s)\n", k.Token, s.dialect.Name, k.Dialect)
	}
}

// fetchOnly fetches the file of --url.
func (s *robotsSource) fetchOnly(ctx context.Context, site string) error {
	u, err := parseSeed(site)
	if err != nil {
		return &exitError{code: exitUsage, err: err}
	}
	at := u.Origin().RobotsURL()
	if s.from, err = s.live.fetch(ctx, at); err != nil {
		return err
	}
	s.given, s.only = &s.from.Copy, string(u.Origin())
	s.heard(at.String(), s.given)
	s.hint(s.live.cmd)
	return nil
}

// givenCopy returns the copy that --file and a made-up answer lead to.
func givenCopy(cmd *cobra.Command, d dialect.Dialect, file string, fields []string) (*acquire.Copy, error) {
	var body []byte
	if file != "" {
		var err error
		if body, err = readRobotsFile(cmd.InOrStdin(), file); err != nil {
			return nil, usage("read the robots file: %w", err)
		}
	}
	now := time.Now()
	status := 200
	if cmd.Flags().Changed("status") {
		status, _ = cmd.Flags().GetInt("status")
	}
	if status != 0 && (status < 100 || status > 599) {
		return nil, usage("--status %d: a status lies between 100 and 599; 0 is no answer", status)
	}
	header, err := parseFields(fields)
	if err != nil {
		return nil, err
	}
	var before acquire.Copy
	answer := robotsFetch(status, header, body)
	if status < 200 || status > 299 {
		answer.Body = nil
		if file != "" {
			before, _ = acquire.Next(d, before, robotsFetch(200, nil, body), now.Add(-time.Hour))
		}
	}
	answer.Location = header.Get("Location") != ""
	if status >= 300 && status < 400 && status != 304 && !answer.Location {
		answer.Detail = "a redirect to nowhere"
	}
	c, step := acquire.Next(d, before, answer, now)
	if step == acquire.StepFollow {
		return nil, &exitError{code: exitUsage, err: errRedirected}
	}
	return &c, nil
}

// parseFields reads header fields as they stand in an answer.
func parseFields(fields []string) (aranea.Header, error) {
	h := aranea.Header{}
	for _, f := range fields {
		name, value, ok := strings.Cut(f, ":")
		if name = strings.TrimSpace(name); !ok || name == "" {
			return nil, usage("--header %q is not of the form 'Name: value'", f)
		}
		key := textproto.CanonicalMIMEHeaderKey(name)
		h[key] = append(h[key], strings.TrimSpace(value))
	}
	return h, nil
}

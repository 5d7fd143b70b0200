package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

// A liveRobots fetches robots files of live sites, each once, with the pause of
// a crawl between two requests to one host name. It is not safe for concurrent
// use.
type liveRobots struct {
	cmd     *cobra.Command
	dialect dialect.Dialect
	client  *fetch.Client        // made at the first request
	last    map[string]time.Time // by host name: the end of the last request
}

func newLiveRobots(cmd *cobra.Command, d dialect.Dialect) *liveRobots {
	return &liveRobots{cmd: cmd, dialect: d, last: map[string]time.Time{}}
}

// connect makes the client from the command's flags.
func (l *liveRobots) connect() error {
	f := l.cmd.Flags()
	o := fetch.Options{Product: string(productToken), Version: version}
	o.Contact, _ = f.GetString("contact")
	o.Proxy, _ = f.GetString("proxy")
	o.Resolve, _ = f.GetStringArray("resolve")
	nets, _ := f.GetStringSlice("allow-net")
	for _, n := range nets {
		p, err := parsePrefix(n)
		if err != nil {
			return &exitError{code: exitUsage, err: err}
		}
		o.AllowNet = append(o.AllowNet, p)
	}
	var err error
	l.client, err = fetch.New(o)
	return err
}

// close ends idle connections.
func (l *liveRobots) close() {
	if l.client != nil {
		l.client.Close()
	}
}

// A liveCopy is a copy with the way that led to it.
type liveCopy struct {
	acquire.Copy
	url  string // that answered last
	hops int    // redirects on the way to it
}

// fetch asks for a robots file and follows its redirects, as a crawl does. What
// the answer means is the copy's; an error means that nothing was asked.
func (l *liveRobots) fetch(ctx context.Context, u weburl.URL) (liveCopy, error) {
	contact, _ := l.cmd.Flags().GetString("contact")
	if err := needContact(contact, []weburl.URL{u}); err != nil {
		return liveCopy{}, err
	}
	if l.client == nil {
		if err := l.connect(); err != nil {
			return liveCopy{}, err
		}
	}
	for hops := 0; ; hops++ {
		if err := l.wait(ctx, u.Origin().Host()); err != nil {
			return liveCopy{}, err
		}
		f := l.client.Do(ctx, fetch.Request{URL: u, MaxBody: robotstxt.MaxBody})
		l.last[u.Origin().Host()] = time.Now()
		target, _ := u.Resolve(f.Header.Get("Location"))
		got := robotsFetch(f.Status, f.Header, f.Body)
		got.Truncated, got.Broken = f.Truncated, f.Status != 0 && f.Failure != aranea.ReasonNone
		got.Location, got.Hops = f.Header.Get("Location") != "" && !target.IsZero(), hops
		switch {
		case f.Failure != aranea.ReasonNone:
			got.Detail = strings.TrimSpace(f.Failure.String() + " " + f.Detail)
		case f.Status >= 300 && f.Status < 400 && !got.Location:
			got.Detail = fmt.Sprintf("a redirect to %q, which is no usable URL", f.Header.Get("Location"))
		case f.Status >= 300 && f.Status < 400 && hops >= acquire.MaxHops:
			got.Detail = fmt.Sprintf("a redirect again after %d of them", hops)
		}
		c, step := acquire.Next(l.dialect, acquire.Copy{}, got, time.Now())
		if step != acquire.StepFollow {
			return liveCopy{c, u.String(), hops}, ctx.Err()
		}
		u = target
	}
}

// wait lets the pause between two requests to one host name pass.
func (l *liveRobots) wait(ctx context.Context, host string) error {
	last, ok := l.last[host]
	if !ok {
		return nil
	}
	t := time.NewTimer(time.Until(last.Add(schedule.DefaultDelay)))
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// robotsFetch takes from an answer what a robots file's acquisition looks at.
func robotsFetch(status int, h aranea.Header, body []byte) acquire.Fetch {
	return acquire.Fetch{
		Status: status, Body: body, ContentType: h.Get("Content-Type"), CacheControl: strings.Join(h.Values("Cache-Control"), ", "),
		Expires: h.Get("Expires"), RetryAfter: h.Get("Retry-After"),
	}
}

// readRobotsFile reads a file, or standard input for "-", one byte further than
// robots read.
func readRobotsFile(stdin io.Reader, name string) ([]byte, error) {
	in, done, err := openInput(stdin, name)
	if err != nil {
		return nil, err
	}
	defer done()
	return io.ReadAll(io.LimitReader(in, robotstxt.MaxBody+1))
}

// copyNote says what is unusual about a copy, "" if nothing is.
func copyNote(c *acquire.Copy) string {
	what := "no answer"
	if c.Status != 0 {
		what = fmt.Sprintf("status %d", c.Status)
	}
	if c.Detail != "" {
		what += ", " + c.Detail
	}
	switch c.Class {
	case acquire.ClassRules:
		switch {
		case c.Failures > 0:
			return "the robots file cannot be had now (" + what + "); the last good copy decides"
		case c.IsHTML():
			return "a web page stands where the robots file should be; it has no rules"
		case c.Truncated:
			return "the robots file is longer than 500 KiB; what stands behind that is not read"
		}
		return ""
	case acquire.ClassUnavailable:
		switch c.Status {
		case 401, 403:
			return "the robots file is refused (" + what + "), which counts as no file; nothing is closed"
		case 200:
			if c.WebPage {
				return "a web page has stood where the robots file should be for too long; it counts as no file, and nothing is closed"
			}
		case 404, 410:
			return "there is no robots file (" + what + "); nothing is closed"
		}
		return "the robots file cannot be had for good (" + what + "), which counts as no file; nothing is closed"
	case acquire.ClassForbidden:
		return "the robots file is refused (" + what + "); the dialect reads that as closed"
	case acquire.ClassUnreachable:
		return fmt.Sprintf("the robots file cannot be had now (%s); robots wait and ask again at %s", what, c.Expires.UTC().Format(time.RFC3339))
	}
	return "the robots file is not known yet"
}

var errRedirected = errors.New("a redirect is followed first: ask again with the --status of its target")

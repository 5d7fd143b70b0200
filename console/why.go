package console

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/locale"
	"github.com/aranea-search/aranea/console/orders"
	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

type whyPage struct {
	frame
	URL, Problem string
	Host         string          // address of the page about the URL's host, if it is known
	Testing      string          // address of the tester for the URL
	Links        string          // address of the page about the links to it
	Look         string          // the URL as a quoted word of a command line, if it is not known
	Orders       []orders.Button // empty for who has not signed in
	Trail        *trail.Trail
	Facts        []trail.Fact // with the address of the page that explains URL
	Events       []eventView
	Answer       *answerView // to the query of the previous page
}

// eventView shows an event with its time for people and for programs, and the address of the
// explanation of its code.
type eventView struct{ At, Instant, Code, Text, URL string }

// answerView shows how a page matches a query.
type answerView struct {
	Query, Sentence string
	Pinned          string // that it is pinned to the query; "" if it is not
	Missing         []string
	Parts           []countRow
}

func (s *Server) handleWhy(w http.ResponseWriter, r *http.Request) {
	text := strings.TrimSpace(r.URL.Query().Get("url"))
	l := s.localeOf(r)
	p := whyPage{frame: s.reader(r, l, l.Text("page.why"), ""), URL: show.Visible(text)}
	if text == "" {
		s.render(w, http.StatusOK, "why", p)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), askTimeout)
	defer cancel()
	t, err := s.service.Explain(ctx, text)
	if aranea.KindOf(err) == aranea.Invalid {
		p.Problem = l.Text("why.no-url")
		s.render(w, http.StatusBadRequest, "why", p)
		return
	}
	if err == nil {
		err = s.tell(ctx, &p, &t, search.Request{Query: r.URL.Query().Get("q"), Langs: s.langsOf(r), Access: s.access(r)})
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.render(w, http.StatusOK, "why", p)
}

// tell adds the trail of a URL to its page, and how it matches a query.
func (s *Server) tell(ctx context.Context, p *whyPage, t *trail.Trail, r search.Request) error {
	t.URL, t.Sentence = show.Visible(t.URL), show.Visible(t.Sentence)
	p.Trail = t
	for _, f := range t.Facts {
		f.Name, f.Text = show.Visible(f.Name), show.Visible(f.Text)
		switch {
		case f.Name == "Reason":
			f.URL = reasonURL(f.Text)
		case f.URL != "":
			f.URL = whyURL(f.URL)
		}
		p.Facts = append(p.Facts, f)
	}
	for _, e := range t.Events {
		p.Events = append(p.Events, eventView{trail.When(e.At), e.At.UTC().Format(time.RFC3339), show.Visible(e.Code), show.Visible(e.Text), reasonURL(e.Code)})
	}
	u, err := weburl.Parse(t.URL)
	if err != nil {
		return nil //nolint:nilerr // nothing more is known of it
	}
	p.Testing, p.Links = testerURL(t.URL), linksURL(t.URL)
	if p.Operator != "" {
		p.Orders = orders.OfURL(u, t.Reason == aranea.OperatorRemoved.String())
	}
	if !t.Known {
		p.Look = show.Word(u.String())
	}
	switch _, err := s.service.Host(ctx, u.Origin()); {
	case err == nil:
		p.Host = hostURL(u.Origin())
	case aranea.KindOf(err) != aranea.NotFound:
		return err
	}
	r.Query = strings.ToValidUTF8(strings.TrimSpace(r.Query), " ")
	if r.Query == "" || len(r.Query) > results.MaxQuery || !t.In {
		return nil
	}
	e, err := s.service.Why(ctx, r, u)
	if err == nil && e.Indexed {
		p.Answer = answerOf(p.L, &e)
	}
	return err
}

// answerOf returns how a page matches a query.
func answerOf(l *locale.Locale, e *search.Explanation) *answerView {
	a := &answerView{Query: show.Shorten(show.Visible(e.Query), results.MaxHeading), Sentence: l.Text("why.holds-all")}
	switch {
	case e.Apart:
		a.Sentence = l.Text("why.apart")
	case !e.Matches:
		a.Sentence = l.Text("why.lacks")
	}
	if e.Pinned > 0 {
		a.Pinned = l.Text("why.pinned", "place", l.Number(e.Pinned))
	}
	for _, m := range e.Missing {
		a.Missing = append(a.Missing, show.Visible(m))
	}
	for _, part := range e.Why {
		a.Parts = append(a.Parts, countRow{Name: show.Visible(part.Name), Number: strconv.FormatFloat(part.Value, 'f', 2, 64)})
	}
	return a
}

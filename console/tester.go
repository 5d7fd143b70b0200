package console

import (
	"context"
	"iter"
	"net/http"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/robots"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
)

// testerPage is the tester for robots files.
type testerPage struct {
	frame
	robots.Answer
	URL, Robot, File string
	MaxFile          string
	Dialects         []option
	Compare          bool
}

func (s *Server) handleTester(w http.ResponseWriter, r *http.Request) {
	q, problem := robots.Read(r.URL.Query())
	p := testerPage{
		frame: s.frame(r, "Robots tester"), Answer: robots.Answer{Problem: problem}, URL: show.Visible(q.URL), Robot: q.Robot, File: q.File, MaxFile: show.Number(robots.MaxPasted), Compare: q.Compare,
	}
	for _, name := range robots.Dialects() {
		p.Dialects = append(p.Dialects, option{Value: name, Text: name, Chosen: name == q.Dialect()})
	}
	if q.URL == "" || problem != "" {
		code := http.StatusOK
		if problem != "" {
			code = http.StatusBadRequest
		}
		s.render(w, code, "tester", p)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), scanTimeout)
	defer cancel()
	var err error
	if p.Answer, err = s.test(ctx, &q); err != nil {
		s.fail(w, r, err)
		return
	}
	s.render(w, http.StatusOK, "tester", p)
}

// test answers a question with the stored file of its host and the known URLs.
func (s *Server) test(ctx context.Context, q *robots.Question) (robots.Answer, error) {
	h, err := s.service.Host(ctx, q.Origin())
	if err != nil && aranea.KindOf(err) != aranea.NotFound {
		return robots.Answer{}, err
	}
	stored := h.Robots
	if err != nil {
		stored = nil
	}
	a, err := q.Answer(stored, s.known(ctx, string(q.Origin())), time.Now())
	if a.Change != nil && err != nil && isCalledOff(err) { // rules may be slow on purpose
		a.Change.Cut, err = "The comparison was ended after "+scanTimeout.String()+".", nil
	}
	return a, err
}

// known yields the known URLs of an origin while there is time.
func (s *Server) known(ctx context.Context, origin string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for u, err := range s.service.URLs(ctx, service.URLFilter{Host: origin}) {
			if err == nil {
				err = ctx.Err()
			}
			if !yield(u.URL, err) || err != nil {
				return
			}
		}
	}
}

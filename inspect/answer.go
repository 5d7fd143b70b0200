package inspect

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

// A Decision is the decision of a robots file about one URL. Its JSON fields are only added,
// never renamed.
type Decision struct {
	Verdict   string     `json:"verdict"` // allow, deny or postpone
	Reason    string     `json:"reason"`
	Line      int        `json:"line"` // 0 if no rule decided
	Column    int        `json:"column,omitempty"`
	Rule      string     `json:"rule,omitempty"`
	Agent     string     `json:"agent,omitempty"`
	GroupLine int        `json:"group_line,omitempty"`
	Dialect   string     `json:"dialect"`
	Event     string     `json:"event,omitempty"` // result of the last request for the file
	Stage     string     `json:"stage,omitempty"` // of an outage
	RetryAt   *time.Time `json:"retry_at,omitempty"`
}

// DecisionOf converts a decision to words.
func DecisionOf(d acquire.Decision) Decision {
	j := Decision{
		Verdict: d.Verdict.String(), Reason: d.Reason.String(), Line: d.Line, Column: d.Column,
		Rule: d.Rule, Agent: d.Agent, GroupLine: d.GroupLine, Dialect: d.Dialect,
	}
	if d.Event != acquire.EventUnknown {
		j.Event = d.Event.String()
	}
	if d.Stage != acquire.StageNone {
		j.Stage = d.Stage.String()
	}
	if !d.RetryAt.IsZero() {
		j.RetryAt = &d.RetryAt
	}
	return j
}

// An Answered is a decision with the file that it is based on.
type Answered struct {
	URL string `json:"url"`
	Decision
	File *File `json:"file,omitempty"` // nil if no file was needed
}

// A File describes the copy of a robots file that decided, or that would have decided if the text
// were a URL.
type File struct {
	URL     string `json:"url,omitempty"` // where it was found, after redirects
	Hops    int    `json:"redirects,omitempty"`
	Class   string `json:"class"`
	Status  int    `json:"status,omitempty"`
	Bytes   int    `json:"bytes,omitempty"` // of the text that was read
	SHA256  string `json:"sha256,omitempty"`
	Age     int64  `json:"age_seconds"`
	Expires string `json:"expires,omitempty"`
	Note    string `json:"note,omitempty"`
}

// file describes the copy, or returns nil if there is none.
func (r *Rules) file(now time.Time) *File {
	c := &r.Copy
	if c.Class == acquire.ClassUnknown {
		return nil
	}
	f := &File{
		URL: r.URL, Hops: r.Hops, Class: c.Class.String(), Status: int(c.Status), Bytes: len(c.Body), Note: Note(c),
		Age: int64(r.Access.Age(now).Seconds()),
	}
	if !c.Expires.IsZero() {
		f.Expires = c.Expires.UTC().Format(time.RFC3339)
	}
	if h := r.Access.Hash(); h != [32]byte{} {
		f.SHA256 = hex.EncodeToString(h[:])
	}
	return f
}

// decide answers the question.
func (q *Question) decide() acquire.Decision {
	if q.answer != nil {
		return *q.answer
	}
	return q.Access.Decide(q.Target)
}

// Answer answers the question.
func (q *Question) Answer(now time.Time) Answered {
	return Answered{URL: q.Text, Decision: DecisionOf(q.decide()), File: q.file(now)}
}

// Test returns the decision of a robots file for one robot and one URL or path: the verdict, the
// line that decides, and the lines that lost. The file applies to every site. For a text that is
// not a URL, the reason is bad-url.
func Test(file []byte, target string, r Robot, now time.Time) (Explained, error) {
	c, err := MadeUp{Status: 200, Body: file[:min(len(file), robotstxt.MaxBody+1)]}.Acquire(r.Dialect, now)
	if err != nil {
		return Explained{}, fmt.Errorf("test a robots file: %w", err)
	}
	s := NewSource(r, nil)
	s.Give(c, true)
	q, err := s.Ask(context.Background(), target, len(target) <= weburl.MaxLength)
	if err != nil && !errors.Is(err, ErrBadURL) {
		return Explained{}, fmt.Errorf("test a robots file: %w", err)
	}
	return q.Explain(now), nil
}

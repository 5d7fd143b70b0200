package credentials

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// sessionKept is how old a session may be that a later crawl goes on with: most sites end one
// some time after that.
const sessionKept = 30 * time.Minute

// A try is the state of the logins of a label.
type try struct {
	refused bool          // no further try in this crawl
	unasked bool          // no request was sent for the last one
	done    bool          // the last one succeeded
	fault   error         // of the last one
	wait    time.Duration // the delay after the last failure, 0 after a success
	next    time.Time     // when to try again, zero after a success
}

// NeedLogin returns the labels of the logins that have no session.
func (v *Vault) NeedLogin() []string {
	var out []string
	for _, s := range v.logins() {
		if !s.ready() {
			out = append(out, s.label)
		}
	}
	return out
}

// logins returns the secrets that get a session by a login: by a form, or by Digest authentication.
func (v *Vault) logins() (out []*secret) {
	if v == nil {
		return nil
	}
	for _, s := range v.secrets {
		if s.isLogin() {
			out = append(out, s)
		}
	}
	return out
}

// ready reports whether all logins of a label have a session.
func (v *Vault) ready(label string) bool { return !slices.Contains(v.NeedLogin(), label) }

// Inherit takes over what an earlier vault, which is no longer used, knows of the same secrets:
// sessions that are not old, when a login that failed may be tried again, and whether pages were
// requested without a session. So crawls that follow each other do not log in each time.
func (v *Vault) Inherit(earlier *Vault, now time.Time) {
	for _, s := range v.logins() {
		i := slices.IndexFunc(earlier.logins(), func(o *secret) bool { return o.sum == s.sum })
		if i < 0 {
			continue
		}
		o := earlier.logins()[i]
		o.mu.Lock()
		jar, session, since, last, await, missed := o.jar, o.digest, o.since, o.try, o.await, o.missed
		o.mu.Unlock()
		s.mu.Lock()
		if s.try, s.await = last, await; (jar != nil || session != nil) && now.Sub(since) < sessionKept {
			s.jar, s.digest, s.since = jar, session, since
		}
		if !missed.IsZero() {
			s.missed = missed.Add(-storeTime) // all visits of the earlier crawl are stored
		}
		s.mu.Unlock()
	}
}

// await starts to wait for all logins that have no session and may be tried now,
// and returns the labels of all, each once.
func (v *Vault) await(now time.Time) (labels []string) {
	for _, s := range v.logins() {
		if !s.ready() && !now.Before(s.lastTry().next) {
			s.setAwait(true)
		}
		if !slices.Contains(labels, s.label) {
			labels = append(labels, s.label)
		}
	}
	return labels
}

// awaited returns the labels of the logins that are waited for and have not failed, each once.
func (v *Vault) awaited() []string {
	var out []string
	for _, s := range v.logins() {
		if t := s.lastTry(); s.awaits() && (t.fault == nil || t.unasked) && !slices.Contains(out, s.label) {
			out = append(out, s.label)
		}
	}
	return out
}

// tried records a login of a label, and whether its pages wait for the next one.
func (v *Vault) tried(label string, t try, waits bool) {
	for _, s := range v.logins() {
		if s.label == label {
			s.mu.Lock()
			s.try, s.await = t, waits
			s.mu.Unlock()
		}
	}
}

// lastTry returns the state of the logins of a label.
func (v *Vault) lastTry(label string) (t try) {
	for _, s := range v.logins() {
		if s.label == label {
			return s.lastTry()
		}
	}
	return t
}

// Awaited returns what a request to u has to wait for, in a few words: a login that
// was not tried to its end, or that failed because the site could not be reached or is not well;
// "" for nothing. next is when a login that failed is tried again, zero for others.
func (v *Vault) Awaited(u weburl.URL) (evidence string, next time.Time) {
	s := v.of(u)
	if s == nil || !s.awaits() {
		return "", next
	}
	t := s.lastTry()
	if t.fault == nil || t.unasked {
		return "secret " + s.label, next
	}
	return s.failing(t), t.next
}

// Failing returns, for each login that failed and that pages wait for, its label and the error.
func (v *Vault) Failing() (out []string) {
	for _, s := range v.logins() {
		if t := s.lastTry(); s.awaits() && t.fault != nil {
			out = append(out, s.failing(t))
		}
	}
	return slices.Compact(out)
}

func (s *secret) failing(t try) string {
	return fmt.Sprintf("secret %s, whose login failed: %s", s.label, faultOf(t.fault))
}

// faultOf returns the text of an error of a login, without the operation and the label.
func faultOf(err error) string {
	var e *aranea.Error
	if errors.As(err, &e) && e.Err != nil {
		err = e.Err
	}
	return err.Error()
}

// sessionSent ends the evidence of a page that asked for a login although a session was sent.
const sessionSent = "its session was sent"

// evidence says of an answer that asks for a login what was sent.
func (s *secret) evidence(f *aranea.Fetched) string {
	text := "secret " + s.label + ", "
	if !f.NoSession {
		return text + sessionSent
	}
	text += "there was no session"
	if t := s.lastTry(); t.fault != nil {
		text += ": " + faultOf(t.fault)
	}
	return text
}

// Missed reports whether a page is out, or waits, because there was no session of a label when
// its turn came.
func (v *Vault) Missed(label string, e *aranea.Entry) bool {
	s := v.of(e.URL)
	if s == nil || !s.isLogin() || s.label != label {
		return false
	}
	return e.Reason == aranea.ScheduleLogin || e.Reason == aranea.HTTPLogin && !strings.HasSuffix(e.Detail, sessionSent)
}

// missed returns when the last answer to a request without a session of a label came, zero if
// there are no such pages that Opened has not found.
func (v *Vault) missed(label string) (last time.Time) {
	for _, s := range v.logins() {
		if s.label != label {
			continue
		}
		s.mu.Lock()
		if s.missed.After(last) {
			last = s.missed
		}
		s.mu.Unlock()
	}
	return last
}

// miss records that there may be pages of a label that were requested without a session until an
// instant.
func (v *Vault) miss(label string, until time.Time) {
	for _, s := range v.logins() {
		s.mu.Lock()
		if s.label == label && s.missed.Before(until) {
			s.missed = until
		}
		s.mu.Unlock()
	}
}

// found records that Opened has found the pages of a label that were requested without a session
// until an instant.
func (v *Vault) found(label string, until time.Time) {
	for _, s := range v.logins() {
		s.mu.Lock()
		if s.label == label && !s.missed.After(until) {
			s.missed = time.Time{}
		}
		s.mu.Unlock()
	}
}

func (s *secret) lastTry() try {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.try
}

func (s *secret) setAwait(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.await = on
}

func (s *secret) awaits() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.await
}

func (s *secret) ready() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.jar != nil || s.digest != nil
}

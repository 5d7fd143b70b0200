package credentials

import (
	"context"
	"errors"
	"net/http"

	"github.com/aranea-search/aranea"
)

// Prove asks the site itself whether a name and a password open what a label stands for: with
// Basic or Digest authentication, by the login form, or with the password as token or value. Sessions and
// secrets of the vault are not used for it. An error of kind notfound means that there is no
// such label, or none that a searcher could prove; other errors mean that the site could not be
// asked.
func (v *Vault) Prove(ctx context.Context, label, user, pass string, ask Exchanger) (bool, error) {
	if v == nil || len(user)+len(pass) > maxValue || !sendable(user+pass) {
		return false, nil
	}
	for _, s := range v.secrets {
		if s.label == label && s.provable() {
			return s.prove(ctx, user, pass, ask)
		}
	}
	return false, &aranea.Error{Op: "prove", Kind: aranea.NotFound, Obj: label, Err: errors.New("no secret of this label can be proven")}
}

// Try reports whether the secrets of a label let the robot in. Its errors are those of Prove.
func (v *Vault) Try(ctx context.Context, label string, ask Exchanger) (bool, error) {
	for _, s := range v.secrets {
		if s.label != label {
			continue
		}
		if s.provable() {
			ok, err := s.prove(ctx, s.user, s.pass, ask)
			if err != nil || !ok {
				return ok, err
			}
			continue
		}
		f, err := s.exchange(ctx, Ask{URL: s.proof}, ask)
		if err != nil {
			return false, s.fault(err)
		}
		if ok, err := s.opened(ctx, &f, ask); err != nil || !ok {
			return ok, err
		}
	}
	return true, nil
}

// provable reports whether a searcher can prove to have the secret, by typing it.
func (s *secret) provable() bool { return s.kind != cookies && s.kind != certificate }

func (s *secret) prove(ctx context.Context, user, pass string, ask Exchanger) (bool, error) {
	trial := &secret{label: s.label, url: s.url, kind: s.kind, field: s.field}
	if trial.fill(user, pass) != nil {
		return false, nil //nolint:nilerr // what cannot be sent opens nothing
	}
	if s.isLogin() {
		session, err := s.signIn(ctx, user, pass, ask)
		if aranea.KindOf(err) == aranea.Denied {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		trial = session
	}
	f, err := trial.exchange(ctx, Ask{URL: s.proof}, ask)
	if err != nil {
		return false, s.fault(err)
	}
	return s.opened(ctx, &f, ask)
}

// opened reports whether an answer shows that its request was let in: it is a page, or a
// redirect elsewhere than to a login, and without the secret the site answers differently.
func (s *secret) opened(ctx context.Context, f *aranea.Fetched, ask Exchanger) (bool, error) {
	if !s.admits(f) {
		return false, nil
	}
	bare, err := ask(ctx, Ask{URL: s.proof})
	if err != nil || bare.Status == 0 {
		return false, s.fault(errors.Join(err, errors.New("the site did not answer")))
	}
	return !s.admits(&bare), nil
}

// admits reports whether an answer is one to a client that was let in.
func (s *secret) admits(f *aranea.Fetched) bool {
	if f.Status == http.StatusNotFound || f.Status == http.StatusGone {
		return false
	}
	if target, is := hop(f); is {
		return s.login.IsZero() && target.Origin() == s.url.Origin() || !s.login.IsZero() && target.Path() != s.login.Path()
	}
	if f.Status < 200 || f.Status >= 300 {
		return false
	}
	_, _, asks := loginForm(f.URL, f.Body)
	return !asks
}

package signon

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/aranea-search/aranea/console/mount"
	"github.com/aranea-search/aranea/console/oncelog"
)

// A Door asks the Set of the time who makes requests, and logs each kind of fault once. A nil Door knows
// nobody. It is safe for concurrent use.
type Door struct {
	set     func() *Set
	journal *oncelog.Journal
}

// New returns a Door for the Set of the time; set never returns nil. Without set it is nil.
func New(set func() *Set, log *oncelog.Journal) *Door {
	if set == nil {
		return nil
	}
	return &Door{set, log}
}

// User returns who makes a request; nobody if that is open to doubt.
func (d *Door) User(r *http.Request) User {
	if d == nil {
		return User{}
	}
	u, err := d.set().Of(r)
	switch {
	case errors.Is(err, ErrIgnored):
		d.journal.Once(r.Context(), slog.LevelWarn, "signon: ignored", "a request that says who makes it is not believed; further ones are not logged", "error", err)
	case err != nil:
		d.journal.Once(r.Context(), slog.LevelWarn, "signon: doubtful", "a request of the proxy is refused; further ones are not logged", "error", err)
	}
	return u
}

// Doubts reports whether a request must be refused: a client may have sent a field beside that of the
// proxy.
func (d *Door) Doubts(r *http.Request) bool {
	if d == nil {
		return false
	}
	_, err := d.set().Of(r)
	return err != nil && !errors.Is(err, ErrIgnored)
}

// Unsourced reports whether the proxy names the sender of a form, and nothing says which site the form is
// from. The cookie with which the proxy knows the browser may be sent with forms of other sites, and every
// browser says where a form is from.
func (d *Door) Unsourced(r *http.Request) bool {
	return d.User(r).Name != "" && r.Header.Get("Origin") == "" && r.Header.Get("Sec-Fetch-Site") == ""
}

// SignIn returns the address at which people sign in at the proxy, "" if none is known.
func (d *Door) SignIn(r *http.Request) string {
	if d == nil {
		return ""
	}
	return address(r, d.set().signIn)
}

// SignOut returns the address at which who makes a request signs out, "" if the proxy names nobody or
// none is known.
func (d *Door) SignOut(r *http.Request) string {
	if d.User(r).Name == "" {
		return ""
	}
	return address(r, d.set().signOut)
}

// address returns a whole address: a path is one of the proxy on its host, and not below that of the
// pages.
func address(r *http.Request, text string) string {
	if strings.HasPrefix(text, "/") {
		return mount.Point("").Base(r) + text
	}
	return text
}

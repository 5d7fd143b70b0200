package webtest_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/archive"
	"github.com/aranea-search/aranea/archive/crawllog"
	"github.com/aranea-search/aranea/crawl/claims"
	"github.com/aranea-search/aranea/fetch/credentials"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/internal/webtest"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// logins are the secrets that the robot has for the closed parts of its web.
type logins struct {
	secrets string // file name, "" if nothing is closed
	labels  []string
}

// findLogins writes the secrets file for a web.
func (r *robot) findLogins() {
	var b strings.Builder
	for _, s := range r.web.Sites() {
		if s.Login == nil || s.MirrorOf != "" {
			continue
		}
		kind := "basic"
		if s.Login.Form {
			kind = "form"
		}
		fmt.Fprintf(&b, "[[secret]]\nlabel = %q\nurl = \"http://%s%s\"\nkind = %q\nuser = %q\npassword = %q\n", s.Label(), s.Host, webtest.ClosedPath, kind, webtest.User, s.Password())
		if s.Login.Form {
			fmt.Fprintf(&b, "login = \"http://%s%s\"\n", s.Host, webtest.LoginPath)
		}
		r.labels = append(r.labels, s.Label())
	}
	if b.Len() == 0 {
		return
	}
	r.secrets = filepath.Join(r.t.TempDir(), "secrets.toml")
	if err := os.WriteFile(r.secrets, []byte(b.String()), 0o600); err != nil {
		r.t.Fatal(err)
	}
}

// A door handles the logins of one process.
type door struct {
	robot *robot
	vault *credentials.Vault
	lost  chan struct{}
}

func (r *robot) openDoor() (*door, error) {
	d := &door{robot: r, lost: make(chan struct{}, 1)}
	var err error
	if r.secrets != "" {
		d.vault, err = credentials.Read(r.secrets)
	}
	return d, err
}

// keep maintains the sessions, like the owner of a folder.
func (d *door) keep(ctx context.Context, p *process) (stop func()) {
	r := d.robot
	asker := &setFetcher{p.client, &r.clock}
	live := inspect.Live{Fetcher: asker, Clock: &claimer{asker, p.frontier, r.now}, Now: r.now}
	keeper := credentials.Keeper{Vault: d.vault, Lost: d.lost, Tell: func(label string, err error) {
		r.note("login %s: %v", label, err)
		if webtest.Secret(fmt.Sprint(err)) {
			r.fault("what is told of the login tells a secret: %v", err)
		}
	}}
	keeper.Ask = func(ctx context.Context, a credentials.Ask) (aranea.Fetched, error) {
		f, err := live.Ask(ctx, a)
		if err != nil || !f.WasSent() {
			return f, err
		}
		r.askedAside(a)
		cost := aranea.HostCounts{aranea.CountRequests: 1, aranea.CountBytes: f.WireBytes}
		if err := p.frontier.Charge(context.WithoutCancel(ctx), r.now(), a.URL.Origin(), cost); err != nil {
			return f, err
		}
		return f, d.Record(archive.OfLogin(&f))
	}
	return keeper.Start(ctx)
}

// noticeLost is used as crawl.Options.LoginLost.
func (d *door) noticeLost(f *aranea.Fetched, passwordField bool) (evidence string) {
	if evidence = d.vault.Lost(f, passwordField); evidence == "" {
		return ""
	}
	select {
	case d.lost <- struct{}{}:
	default:
	}
	return evidence
}

// Record implements crawl.Recorder. It checks that no line of the log reveals a secret.
func (d *door) Record(x *archive.Exchange) error {
	if line := string(crawllog.Line(x)); webtest.Secret(line) || webtest.Secret(fmt.Sprint(x.Fetched.Asked)) {
		d.robot.fault("the log tells a secret: %s", line)
	}
	return nil
}

// askedAside records that the answer to a request outside of the queue was processed.
func (r *robot) askedAside(a credentials.Ask) {
	r.mu.Lock()
	defer r.mu.Unlock()
	method := "GET"
	if a.Form != nil {
		method = "POST"
	}
	i, x := r.find(func(x *webtest.Exchange) bool { return x.Method == method && x.Host+x.Target == key(a.URL) })
	if x == nil {
		return
	}
	r.acked[i] = true
	if method == "POST" && x.Whole && !x.Answer.Refused && x.Answer.Status == 303 {
		if r.came[x.Host] == r.lives {
			r.happened["logged in again"] = true
		}
		r.came[x.Host] = r.lives
	}
}

// A claimer permits requests outside of the queue.
type claimer struct {
	fetcher  inspect.Fetcher
	frontier *frontier.Frontier
	now      func() time.Time
}

// Claim implements inspect.Clock.
func (c *claimer) Claim(ctx context.Context, o weburl.Origin) (inspect.Permit, error) {
	p, err := claims.Desk{Clock: c.frontier, LookUp: claims.By(c.fetcher), Now: c.now}.Claim(ctx, o, c.now().Add(time.Minute))
	switch {
	case err != nil:
		return inspect.Permit{}, err
	case p.Route.Failure != aranea.ReasonNone:
		return inspect.Permit{Unfound: p.Route}, nil
	case p.SendBefore.IsZero():
		return inspect.Permit{}, &aranea.Error{Op: "claim", Kind: aranea.Limit, Obj: o.Host(), Err: fmt.Errorf("not before %s", stamp(p.SendAfter))}
	}
	return inspect.Permit{At: p.SendAfter, SendBefore: p.SendBefore, Spacing: p.Spacing, Address: p.Route.Address}, nil
}

// EndClaim implements inspect.Clock.
func (c *claimer) EndClaim(ctx context.Context, o weburl.Origin, p inspect.Permit, answered time.Time) error {
	return c.frontier.EndClaim(ctx, o, p.SendBefore, answered)
}

// sealed marks the titles of pages behind a login.
const sealed = " sealed "

// compareAccess checks that exactly users with the right find pages behind a login, and that no
// stored data reveals a secret.
func (r *robot) compareAccess(ctx context.Context, p *process, docs map[string]string) error {
	if r.secrets == "" {
		return nil
	}
	s := search.New(p.index, r.now, search.Options{})
	for _, access := range append([]string{"", search.AllAccess}, r.labels...) {
		req := search.Request{Query: strings.TrimSpace(sealed), Access: []string{access}, Limit: search.MaxLimit, Copies: true}
		if access == "" {
			req.Access = nil
		}
		got, err := s.Search(ctx, req)
		if err != nil {
			return err
		}
		var found, want []string
		for i := range got.Results {
			if k := key(got.Results[i].URL); !brokenTitle(k, docs[k], access) {
				found = append(found, k)
			}
		}
		for k, title := range docs {
			if host, _, closed := strings.Cut(title, sealed); closed && (access == search.AllAccess || host == access+".test") {
				want = append(want, k)
			}
		}
		slices.Sort(found)
		if slices.Sort(want); !slices.Equal(found, want) {
			r.fault("who has proven %q finds %v of closed parts, and should find %v", access, found, want)
		}
		if access != "" && len(found) > 0 {
			r.happened["closed pages found"] = true
		}
	}
	return r.searchSecrets(p)
}

// brokenTitle reports whether a page is behind the login for which access proves a right, and
// its last answer broke off within its title, of which the first part may be found.
func brokenTitle(k, title, access string) bool {
	host, _, closed := strings.Cut(k, webtest.ClosedPath)
	return closed && title == "" && (access == search.AllAccess || host == access+".test")
}

// searchSecrets searches the stored data for secrets.
func (r *robot) searchSecrets(p *process) error {
	for pair, err := range p.kv.Scan(nil, nil) {
		if err != nil {
			return err
		}
		if webtest.Secret(string(pair.Value)) || webtest.Secret(string(pair.Key)) {
			r.fault("the store tells a secret: %q: %q", pair.Key, pair.Value)
		}
	}
	names, err := p.files.List()
	if err != nil {
		return err
	}
	for _, name := range names {
		data, done, err := p.files.Map(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // it was merged in the meantime
		}
		if err != nil {
			return err
		}
		if webtest.Secret(string(bytes.Clone(data))) {
			r.fault("the index tells a secret: %s", name)
		}
		done()
	}
	return nil
}

// examineSecrets checks that a request has secrets only where they belong.
func (r *robot) examineSecrets(x *webtest.Exchange) {
	carries := webtest.Secret(x.Target)
	if carries {
		r.faultLocked("%s%s has a secret in its URL", x.Host, x.Target)
	}
	for name, values := range x.Header {
		if !webtest.Secret(strings.Join(values, " ")) {
			continue
		}
		if carries = true; name != "Authorization" && name != "Cookie" {
			r.faultLocked("%s%s was asked for with a secret in the field %s", x.Host, x.Target, name)
		}
	}
	carries = carries || webtest.Secret(x.Form.Encode())
	if carries && !r.web.Trusted(x) {
		r.faultLocked("%s%s was asked for with a secret of another place: %v %v", x.Host, x.Target, x.Header, x.Form)
	}
	if x.Answer.Refused && x.Whole {
		if r.refused[x.Host] == x.Life {
			r.faultLocked("a password that %s refused was sent again in life %d", x.Host, x.Life)
		}
		r.refused[x.Host] = x.Life
	}
}

package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/alone"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A damaged searches the index of a folder whose frontier is damaged, says so with every
// answer, and refuses all else with the damage. It writes nothing.
type damaged struct {
	*Client // of an owner who refuses everything

	reader *alone.Reader
	status Status
	fault  Fault
}

// searchDamaged opens the index of a damaged folder; cause is its damage, and the
// error if the index does not open either.
func searchDamaged(dir string, opt Options, cause error) (*damaged, error) {
	r, err := alone.Open(dir)
	if err != nil {
		return nil, cause
	}
	d := &damaged{reader: r, fault: Fault{File: "frontier", Text: cause.Error()}}
	var file *store.FileDamage
	if errors.As(cause, &file) {
		d.fault = Fault{File: file.Name, Text: file.Text}
	}
	opt = opt.withDefaults()
	d.Client = &Client{http: &http.Client{Transport: refusal{cause}}}
	d.status = Status{Version: opt.Version, PID: os.Getpid(), Since: opt.Now(), Folder: dir, ReadOnly: cause.Error(), Damage: []Fault{d.fault}}
	opt.Logger.Info("the folder is damaged; only its index is searched", "folder", dir, "error", cause)
	return d, nil
}

// A refusal answers each request with an error, as an owner does.
type refusal struct{ err error }

// RoundTrip is part of http.RoundTripper.
func (r refusal) RoundTrip(req *http.Request) (*http.Response, error) {
	p := wire.Of(r.err)
	body, err := json.Marshal(p)
	return &http.Response{StatusCode: p.Status, Request: req, Body: io.NopCloser(bytes.NewReader(body))}, err
}

func (d *damaged) release() error { d.reader.Close(); return nil }

// Status is part of Service.
func (d *damaged) Status(ctx context.Context) (s Status, err error) {
	s = d.status
	s.Docs, err = d.reader.Docs(ctx)
	return s, err
}

// Search is part of Service.
func (d *damaged) Search(ctx context.Context, q search.Request) (search.Response, error) {
	resp, err := d.reader.Search(ctx, q)
	if err == nil {
		resp.Damage = append(resp.Damage, index.Fault{File: d.fault.File, Offset: d.fault.Offset, Text: d.fault.Text})
		resp.Hints = append(resp.Hints, d.fault.File+" is damaged; only the index is searched, without the words of links.")
	}
	return resp, err
}

// Complete is part of Service.
func (d *damaged) Complete(ctx context.Context, q search.Request) (search.Completions, error) {
	return d.reader.Complete(ctx, q)
}

// Why is part of Service.
func (d *damaged) Why(ctx context.Context, q search.Request, u weburl.URL) (search.Explanation, error) {
	return d.reader.Why(ctx, q, u)
}

// Docs is part of Service.
func (d *damaged) Docs(ctx context.Context) (int, error) { return d.reader.Docs(ctx) }

// mayBeSearched reports whether the index of a folder that does not open may be searched:
// not if settings are lost, or its frontier is missing.
func mayBeSearched(err error, opt Options) bool {
	var e *aranea.Error
	return opt.Searching && errors.As(err, &e) && e.Kind == aranea.Corrupt && e.Op != store.OpenFolderOp
}

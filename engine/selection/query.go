package selection

import (
	"net/http"
	"net/url"
	"time"

	"github.com/aranea-search/aranea/engine/wire"
)

// FilterOf reads the filter that Query has written.
func FilterOf(r *http.Request) (Filter, error) {
	p := wire.ParamsOf(r)
	f := Filter{
		Reason: p.Text("reason"), Host: p.Text("host"), State: p.Text("state"), Prefix: p.Text("prefix"), How: p.Text("how"),
		Since: p.Instant("since"), Offset: p.Number("offset", 0, wire.MaxOffset), Limit: p.Number("limit", 0, wire.MaxOffset),
	}
	if err := f.Status.Set(p.Text("status")); err != nil {
		p.Fault("%w", err)
	}
	return f, p.Err()
}

// Query returns the filter as the parameters of a call of the API.
func (f *Filter) Query() url.Values {
	v := url.Values{}
	wire.SetText(v, "reason", f.Reason)
	wire.SetText(v, "host", f.Host)
	wire.SetText(v, "state", f.State)
	wire.SetText(v, "prefix", f.Prefix)
	wire.SetText(v, "how", f.How)
	wire.SetText(v, "status", f.Status.String())
	wire.SetNumber(v, "offset", f.Offset)
	wire.SetNumber(v, "limit", f.Limit)
	if !f.Since.IsZero() {
		v.Set("since", f.Since.Format(time.RFC3339Nano))
	}
	return v
}

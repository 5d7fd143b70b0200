package linkcheck

import (
	"net/http"
	"net/url"

	"github.com/aranea-search/aranea/engine/wire"
)

// FilterOf reads the filter that Query has written.
func FilterOf(r *http.Request) (Filter, error) {
	p := wire.ParamsOf(r)
	f := Filter{
		Moved: p.Flag("moved"), Host: p.Text("host"),
		Offset: p.Number("offset", 0, wire.MaxOffset), Limit: p.Number("limit", 0, wire.MaxOffset),
	}
	return f, p.Err()
}

// Query returns the filter as the parameters of a call of the API.
func (f *Filter) Query() url.Values {
	v := url.Values{}
	wire.SetFlag(v, "moved", f.Moved)
	wire.SetText(v, "host", f.Host)
	wire.SetNumber(v, "offset", f.Offset)
	wire.SetNumber(v, "limit", f.Limit)
	return v
}

// OrphanFilterOf reads the filter that Query has written.
func OrphanFilterOf(r *http.Request) (OrphanFilter, error) {
	p := wire.ParamsOf(r)
	f := OrphanFilter{Host: p.Text("host"), Offset: p.Number("offset", 0, wire.MaxOffset), Limit: p.Number("limit", 0, wire.MaxOffset)}
	return f, p.Err()
}

// Query returns the filter as the parameters of a call of the API.
func (f *OrphanFilter) Query() url.Values {
	v := url.Values{}
	wire.SetText(v, "host", f.Host)
	wire.SetNumber(v, "offset", f.Offset)
	wire.SetNumber(v, "limit", f.Limit)
	return v
}

package engine

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch/credentials"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/weburl"
)

// TestPermitsWithoutAddress checks that the engine makes no requests of its own to hosts without
// a permitted address and says why, while the operator, who may reach such a host otherwise,
// gets a permit.
func TestPermitsWithoutAddress(t *testing.T) {
	t.Parallel()
	const o = weburl.Origin("http://127.0.0.1:81")
	e := openEngine(t, t.TempDir())
	for range 2 {
		f, err := e.ask(nil, inspect.Live{Patient: true})(t.Context(), credentials.Ask{URL: weburl.MustParse("http://127.0.0.1:81/")})
		if err != nil || f.WasSent() || f.Failure != aranea.NetGuard || !strings.Contains(f.Detail, "127.0.0.1") {
			t.Errorf("for itself: %+v, %v", f, err)
		}
	}
	p, err := e.Claim(t.Context(), o)
	if err != nil || p.SendBefore.IsZero() || p.Address.IsValid() {
		t.Errorf("for the operator: %+v, %v", p, err)
	}
}

package wire_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea/engine/wire"
)

// TestPatienceEnds checks that attempts end, and that the waits between them grow.
func TestPatienceEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, begin, tries := wire.NewPatience(), time.Now(), 0
		for p.Wait(t.Context()) == nil {
			tries++
		}
		if took := time.Since(begin); took < wire.JoinPatience || took > wire.JoinPatience+time.Second || tries > 200 {
			t.Errorf("%d tries in %s", tries, took)
		}
	})
}

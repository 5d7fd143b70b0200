package answer

import (
	"testing"

	"github.com/aranea-search/aranea/index"
)

// TestTold: a web page needs no label, and damage is told once, in a sentence.
func TestTold(t *testing.T) {
	t.Parallel()
	for format, want := range map[string]string{"html": "", "pdf": "PDF", "": ""} {
		if got := (&Result{Format: format}).Label(); got != want {
			t.Errorf("%q: label %q, want %q", format, got, want)
		}
	}
	var r Response
	if r.TellDamage(nil); len(r.Hints) > 0 {
		t.Error("damage is told where there is none")
	}
	if r.TellDamage([]index.Fault{{File: "a"}, {File: "b"}}); len(r.Hints) != 1 || len(r.Damage) != 2 {
		t.Errorf("damage: %+v", r)
	}
}

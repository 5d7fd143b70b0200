package grants

import (
	"fmt"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// TestPassesAreBounded checks that expired passes are removed to make room.
func TestPassesAreBounded(t *testing.T) {
	t.Parallel()
	var p Passes
	for i := range maxPasses {
		if !p.Grant(fmt.Sprint(i), "wiki", noon) {
			t.Fatal("no room")
		}
	}
	if p.Grant("one more", "wiki", noon) {
		t.Error("more than the limit")
	}
	if !p.Grant("1", "club", noon) || fmt.Sprint(p.Labels("1", noon)) != "[club wiki]" {
		t.Error("no second label")
	}
	later := noon.Add(Life)
	if !p.Grant("one more", "wiki", later) || len(p.held) != 1 {
		t.Errorf("%d passes are kept", len(p.held))
	}
}

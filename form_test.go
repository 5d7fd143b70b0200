package aranea

import (
	"encoding/json"
	"testing"
)

// TestFormVerdicts: a verdict is written by its name, and read by it.
func TestFormVerdicts(t *testing.T) {
	t.Parallel()
	for v := range FormVerdict(len(formVerdicts)) {
		text, err := json.Marshal(v)
		if want := `"` + v.String() + `"`; err != nil || string(text) != want {
			t.Errorf("%d is written as %s, %v, want %s", v, text, err, want)
		}
		var got FormVerdict
		if err := json.Unmarshal(text, &got); err != nil || got != v {
			t.Errorf("%s is read as %s, %v", text, got, err)
		}
	}
	got := FormAll
	if err := got.UnmarshalText([]byte("form(99)")); err == nil {
		t.Errorf("an unknown name is read as %s", got)
	}
}

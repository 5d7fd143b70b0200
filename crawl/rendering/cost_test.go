package rendering

import (
	"encoding/json"
	"testing"
	"time"
)

// TestFormerCost: durations stored under their former names are read, and a cost survives a
// round trip.
func TestFormerCost(t *testing.T) {
	t.Parallel()
	want := Cost{Pages: 7, Bytes: 9, Took: time.Minute, CPU: time.Second}
	now, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{string(now), `{"pages":7,"bytes":9,"took":60000000000,"cpu":1000000000}`} {
		var c Cost
		if err := json.Unmarshal([]byte(text), &c); err != nil || c != want {
			t.Errorf("%s: %+v, %v", text, c, err)
		}
	}
	var c Cost
	if err := json.Unmarshal([]byte(`"much"`), &c); err == nil {
		t.Error("a text is no cost")
	}
}

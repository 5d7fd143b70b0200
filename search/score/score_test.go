package score

import (
	"encoding/json"
	"testing"
)

func TestPartsOfOneNameAreSummed(t *testing.T) {
	t.Parallel()
	got, err := json.Marshal(Parts{{"b", 1}, {"a", 2}, {"b", 0.5}})
	if err != nil || string(got) != `{"b":1.5,"a":2}` {
		t.Errorf("%s, %v", got, err)
	}
	var ps Parts
	for _, bad := range []string{`[]`, `{"a":"b"}`, `{"a":{}}`} {
		if err := json.Unmarshal([]byte(bad), &ps); err == nil {
			t.Errorf("%s is read as %v", bad, ps)
		}
	}
	if err := json.Unmarshal([]byte("null"), &ps); err != nil || ps != nil {
		t.Errorf("null is read as %v, %v", ps, err)
	}
}

package selection

import "testing"

// TestStatus: a status is a number or a class of them.
func TestStatus(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text    string
		has     []int
		hasNone []int
	}{
		{"404", []int{404}, []int{0, 400, 405, 4}},
		{"4xx", []int{400, 404, 499}, []int{0, 4, 399, 500}},
		{"5XX", []int{500, 599}, []int{0, 499, 600}},
		{"1xx", []int{100, 199}, []int{0, 200}},
		{"999", []int{999}, []int{99, 0}},
	} {
		s, err := ParseStatus(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := ParseStatus(s.String()); err != nil || again != s {
			t.Errorf("%s: %s, %v", c.text, s, err)
		}
		for _, status := range c.has {
			if !s.Has(status) {
				t.Errorf("%s lacks %d", c.text, status)
			}
		}
		for _, status := range c.hasNone {
			if s.Has(status) {
				t.Errorf("%s has %d", c.text, status)
			}
		}
	}
	for _, text := range []string{"", "0", "4", "99", "1000", "xx", "0xx", "6xx", "404xx", "4x", "-4xx", "+404", "4 xx", "99999999999999999999"} {
		if s, err := ParseStatus(text); err == nil {
			t.Errorf("%q is %d", text, s)
		}
	}
	for _, text := range []string{"", "0"} { // as in settings files
		if s := Status(404); s.Set(text) != nil || s != 0 {
			t.Errorf("%q is set to %d", text, s)
		}
	}
	if s := Status(0); s.Set("5xx") != nil || s != 5 || s.Set("6xx") == nil {
		t.Errorf("a flag is set to %d", s)
	}
	if all := Status(0); !all.Has(0) || !all.Has(200) || all.String() != "" {
		t.Error("zero does not stand for all")
	}
}

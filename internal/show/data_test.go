package show

import (
	"testing"
	"time"
)

func TestCell(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "text": "text", "a=1": "a=1", "=1+1": "'=1+1", "+1": "+1", "-3.50": "-3.50", "+1.234,5": "+1.234,5", "-": "'-", "-1.": "'-1.", "-.5": "'-.5", "-1..2": "'-1..2", "-1+2": "'-1+2", "+49 89": "'+49 89", "-1e5": "'-1e5", "=1": "'=1", "@1": "'@1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "\r=1": "'\r=1", "é": "é",
	} {
		if got := Cell(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestInstant(t *testing.T) {
	t.Parallel()
	east := time.FixedZone("", 3600)
	if got := Instant(time.Date(2026, 1, 2, 3, 4, 5, 6, east)); got != "2026-01-02T02:04:05Z" {
		t.Errorf("an instant: %q", got)
	}
	if got := Instant(time.Time{}); got != "" {
		t.Errorf("none: %q", got)
	}
}

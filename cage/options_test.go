package cage

import (
	"testing"
	"time"
)

// TestDeadlines checks which documents have less time than others.
func TestDeadlines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		format    string
		all, want time.Duration
	}{
		{"pdf", DefaultDeadline, DefaultDeadline},
		{"docx", DefaultDeadline, DefaultDeadline},
		{"markdown", DefaultDeadline, markdownDeadline},
		{"markdown", time.Second, time.Second},
		{"notebook", DefaultDeadline, markdownDeadline},
		{"openapi", DefaultDeadline, markdownDeadline},
	} {
		o := Options{Deadline: tt.all}.withDefaults()
		if got := o.deadlineOf(tt.format); got != tt.want {
			t.Errorf("%s of %s: %s, want %s", tt.format, tt.all, got, tt.want)
		}
	}
}

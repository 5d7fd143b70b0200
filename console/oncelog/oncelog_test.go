package oncelog

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

// TestJournalIsBounded checks that a client that makes every failure different does not fill the
// log.
func TestJournalIsBounded(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	j := New(slog.New(slog.NewTextHandler(&log, nil)))
	for i := range 10 * maxSaid {
		j.Once(context.Background(), slog.LevelError, fmt.Sprint(i), "x")
	}
	if n := strings.Count(log.String(), "\n"); n != maxSaid+1 || len(j.said) != maxSaid || !strings.Contains(log.String(), "further failures") {
		t.Errorf("%d lines, %d remembered", n, len(j.said))
	}
}

// Package oncelog logs each failure of a server once.
//
// Floor: 6 (faces), a part of console. Stability: engine. It does not know what fails.
package oncelog

import (
	"context"
	"log/slog"
	"strings"
	"sync"

	"github.com/aranea-search/aranea/internal/show"
)

// Limits of a journal.
const (
	maxSaid   = 200     // different messages that are logged
	MaxLogged = 4 << 10 // bytes of a message of the HTTP server, or of a stack
)

// A Journal logs each message once, however often it occurs, so that clients cannot fill the log.
// It is safe for concurrent use.
type Journal struct {
	Log  *slog.Logger // for what is to be logged each time
	mu   sync.Mutex
	said map[string]bool
	full bool // it was said that further messages are left out
}

// New returns a Journal over a log. With nil nothing is logged.
func New(log *slog.Logger) *Journal {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Journal{Log: log, said: map[string]bool{}}
}

// Once logs a message with its attributes, in pairs, if nothing was logged for key before.
func (j *Journal) Once(ctx context.Context, level slog.Level, key, msg string, args ...any) {
	j.mu.Lock()
	full := len(j.said) >= maxSaid
	said := j.said[key] || full
	if !said {
		j.said[key] = true
	}
	last := full && !j.full
	j.full = j.full || full
	j.mu.Unlock()
	switch {
	case last:
		j.Log.WarnContext(ctx, "further failures are not logged until the next start", "logged", maxSaid)
	case !said:
		j.Log.Log(ctx, level, msg, args...)
	}
}

// Write logs messages of the HTTP server, such as a panic with its stack: one for each distinct
// first line.
func (j *Journal) Write(text []byte) (int, error) {
	told := show.Clip(strings.TrimSpace(string(text)), MaxLogged)
	key, _, _ := strings.Cut(told, "\n")
	j.Once(context.Background(), slog.LevelError, key, "HTTP server", "error", told)
	return len(text), nil
}

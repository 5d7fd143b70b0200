package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/rotate"
	"github.com/aranea-search/aranea/internal/show"
)

// Limits of a log file: when it is full it is renamed to FILE.1, and FILE.1 to FILE.2.
const (
	maxLogBytes = 16 << 20
	maxLogFiles = 3
)

// openLog returns the logger for --log and --log-level. Without --log, only warnings and errors
// are logged, to standard error.
func openLog(cmd *cobra.Command) (*slog.Logger, func(), error) {
	name, _ := cmd.Flags().GetString("log")        // both are flags of the root command
	level, _ := cmd.Flags().GetString("log-level") // command
	opt := &slog.HandlerOptions{}
	switch strings.ToLower(level) {
	case "debug":
		opt.Level = slog.LevelDebug
	case "info":
		opt.Level = slog.LevelInfo
	case "warn":
		opt.Level = slog.LevelWarn
	case "error":
		opt.Level = slog.LevelError
	default:
		return nil, nil, command.UnknownValue("log-level", level, []string{"debug", "info", "warn", "error"})
	}
	switch name {
	case "":
		opt.Level = slog.LevelWarn
		return slog.New(terminalLog(cmd.Name(), cmd.ErrOrStderr(), slog.NewTextHandler(cmd.ErrOrStderr(), opt))), func() {}, nil
	case "-":
		return slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), opt)), func() {}, nil
	}
	f, err := rotate.Open(name, maxLogBytes, maxLogFiles)
	if err != nil {
		return nil, nil, command.Usage("--log: %w", err)
	}
	return slog.New(slog.NewJSONHandler(f, opt)), func() { _ = f.Close() }, nil // each record was written immediately
}

// terminalLog returns the handler for logs on the terminal of a command. For serve and run it is
// the usual log. Other commands print damage as a sentence for people, unless the command itself
// reports it.
func terminalLog(verb string, w io.Writer, log slog.Handler) slog.Handler {
	switch verb {
	case "serve", "run":
		return log
	case "check", "search", "status", "verify":
		return damageTeller{log, io.Discard}
	}
	return damageTeller{log, w}
}

// A damageTeller writes sentences instead of records about damage, and logs other records.
type damageTeller struct {
	slog.Handler
	w io.Writer
}

// Handle implements slog.Handler.
func (h damageTeller) Handle(ctx context.Context, r slog.Record) error {
	if r.Message != service.DamageRecord {
		return h.Handler.Handle(ctx, r)
	}
	var file, text string
	r.Attrs(func(a slog.Attr) bool {
		switch a.Key {
		case "file":
			file = a.Value.String()
		case "text":
			text = a.Value.String()
		}
		return true
	})
	_, err := fmt.Fprintf(h.w, "aranea: damage: %s: %s; 'aranea check' names what is damaged.\n", show.Line(file), show.Line(text))
	return err
}

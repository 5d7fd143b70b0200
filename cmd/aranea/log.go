package main

import (
	"log/slog"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/internal/rotate"
)

// Limits of a log file: when it is full it becomes FILE.1, and that FILE.2.
const (
	maxLogBytes = 16 << 20
	maxLogFiles = 3
)

// openLog returns the logger that --log and --log-level ask for. Without --log
// nothing is logged but warnings and errors, to standard error.
func openLog(cmd *cobra.Command) (*slog.Logger, func(), error) {
	name, _ := cmd.Flags().GetString("log")        // both are flags of the root
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
		return slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), opt)), func() {}, nil
	case "-":
		return slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), opt)), func() {}, nil
	}
	f, err := rotate.Open(name, maxLogBytes, maxLogFiles)
	if err != nil {
		return nil, nil, command.Usage("--log: %w", err)
	}
	return slog.New(slog.NewJSONHandler(f, opt)), func() { _ = f.Close() }, nil // each record was written through
}

package main

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
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
	f := &logFile{name: name}
	if err := f.open(); err != nil {
		return nil, nil, command.Usage("--log: %w", err)
	}
	return slog.New(slog.NewJSONHandler(f, opt)), f.close, nil
}

// A logFile is a file that is put aside when it is full. It is safe for
// concurrent use.
type logFile struct {
	mu   sync.Mutex
	name string
	file *os.File
	size int64
}

func (l *logFile) open() error {
	f, err := os.OpenFile(l.name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		_ = f.Close() // the first error counts
		return err
	}
	l.file, l.size = f, info.Size()
	return nil
}

// Write adds one record.
func (l *logFile) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return 0, os.ErrClosed
	}
	if l.size > 0 && l.size+int64(len(p)) > maxLogBytes {
		if err := l.rotate(); err != nil {
			return 0, err
		}
	}
	n, err := l.file.Write(p)
	l.size += int64(n)
	return n, err
}

// rotate puts the file aside and begins a new one.
func (l *logFile) rotate() error {
	if err := l.file.Close(); err != nil {
		return err
	}
	for i := maxLogFiles - 1; i >= 1; i-- {
		older := fmt.Sprintf("%s.%d", l.name, i+1)
		if err := os.Rename(fmt.Sprintf("%s.%d", l.name, i), older); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	if err := os.Rename(l.name, l.name+".1"); err != nil {
		return err
	}
	return l.open()
}

func (l *logFile) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	_ = l.file.Close() // each record was written through
	l.file = nil
}

var _ io.Writer = (*logFile)(nil)

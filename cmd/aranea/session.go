package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/listfiles"
	"github.com/aranea-search/aranea/cmd/aranea/nodes"
	"github.com/aranea-search/aranea/engine/memory"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/session"
	"github.com/aranea-search/aranea/internal/settings"
)

// openSession is joinSession for a crawl: all plugins must be unchanged.
func openSession(cmd *cobra.Command, opt session.Options) (s *session.Session, done func(*error), err error) {
	opt.Create = true
	if err := command.SoundPlugins(cmd); err != nil {
		return nil, nil, err
	}
	return joinSession(cmd, opt)
}

// joinSession opens the data folder of the command: as its owner, or through the process that
// owns it. The caller calls done with a pointer to its own error, which done sets if closing the
// folder fails. A second call has no effect.
func joinSession(cmd *cobra.Command, opt session.Options) (s *session.Session, done func(*error), err error) {
	data := command.DataOf(cmd)
	logger, closeLog, err := openLog(cmd)
	if err != nil {
		return nil, nil, err
	}
	endPace := func() {}
	opt.Version, opt.Command, opt.Logger = version, cmd.CommandPath(), logger
	if b, ok := cmd.Flag("memory").Value.(*settings.Bytes); ok {
		opt.Memory = int64(*b)
		endPace = memory.Pace(opt.Memory)
	}
	if opt.Lists, err = listfiles.Open(cmd, data, logger); err != nil {
		endPace()
		closeLog()
		return nil, nil, err
	}
	readers, err := command.Cage(cmd)
	if err != nil {
		endPace()
		closeLog()
		return nil, nil, err
	}
	opt.Outside = readers
	s, err = session.Join(cmd.Context(), data, opt)
	if err != nil {
		endPace()
		closeLog()
		return nil, nil, err
	}
	if !s.Owner() {
		listfiles.TellOthers(cmd)
	}
	ended := false
	return s, func(err *error) {
		if ended {
			return
		}
		ended = true
		defer endPace()
		defer readers.Close()
		*err = withClosing(*err, s.Close(), data)
		closeLog()
	}, nil
}

// withClosing combines the error of a command with the error of closing its data folder: the
// latter replaces a verdict without text, and damage is reported once.
func withClosing(err, closing error, data string) error {
	var verdict *command.Error
	switch {
	case closing == nil, aranea.KindOf(closing) == aranea.Corrupt && aranea.KindOf(err) == aranea.Corrupt:
		return err
	case errors.As(err, &verdict) && verdict.Err == nil:
		err = nil
	}
	return errors.Join(fmt.Errorf("closing the data folder %s: %w", data, closing), err)
}

// openAsked opens what a command asks, which must exist: a data folder, or all nodes of a cluster.
func openAsked(cmd *cobra.Command, opt session.Options) (service.Service, func(*error), error) {
	if nodes.ClusterOf(cmd) == "" {
		return joinSession(cmd, opt)
	}
	logger, closeLog, err := openLog(cmd)
	if err != nil {
		return nil, nil, err
	}
	if cmd.Flag("log").Value.String() == "" { // what is missing is told with the answer
		logger = slog.New(slog.DiscardHandler)
	}
	f, err := nodes.Open(cmd, logger)
	if err != nil {
		closeLog()
		return nil, nil, err
	}
	return f, func(*error) {
		f.Close()
		closeLog()
	}, nil
}

// withSession runs f with the data folder of the command, which must exist, or with the cluster.
func withSession(cmd *cobra.Command, f func(context.Context, service.Service) error) (err error) {
	s, done, err := openAsked(cmd, session.Options{})
	if err != nil {
		return err
	}
	defer done(&err)
	return f(cmd.Context(), s)
}

// withReading is withSession for a command to which, if searching is set, the index is enough.
func withReading(cmd *cobra.Command, searching bool, f func(context.Context, service.Service) error) (err error) {
	s, done, err := openAsked(cmd, session.Options{Searching: searching})
	if err != nil {
		return err
	}
	defer done(&err)
	return f(cmd.Context(), s)
}

// withNewSession is withSession for a folder that is created if necessary.
func withNewSession(cmd *cobra.Command, f func(context.Context, service.Service) error) (err error) {
	s, done, err := joinSession(cmd, session.Options{Create: true})
	if err != nil {
		return err
	}
	defer done(&err)
	return f(cmd.Context(), s)
}

// errorFile returns standard error if it is a file, else nil.
func errorFile(cmd *cobra.Command) *os.File {
	f, _ := cmd.ErrOrStderr().(*os.File)
	return f
}

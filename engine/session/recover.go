package session

import (
	"context"
	"errors"

	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/store"
)

// Recover is for a session with the option Recovers. After a write has failed because the disk
// is full, the owner of the folder cannot write any more even if there is room again: Recover
// closes the folder, and returns once it could be opened for writing, or somebody else has it.
// Until then, calls that only read are answered from the folder in its current state, and all
// others are refused with the cause.
func (s *Session) Recover(ctx context.Context) error {
	s.recovers.Store(true)
	defer s.recovers.Store(false)
	return s.room.Until(ctx, func(ctx context.Context) (bool, error) {
		p, err := s.anew(ctx)
		_, looks := p.(*engine.Looker)
		return err == nil && !looks, err
	})
}

// anew releases the current partner of the session and finds a new one.
func (s *Session) anew(ctx context.Context) (partner, error) {
	select {
	case s.finding <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if p, _ := s.known(); p != nil { // the end of the session is reported below
		s.drop(p)
		if err := p.Close(); err != nil {
			s.Logger().Warn("the folder was given up because its disk is full", "error", err)
		}
	}
	<-s.finding
	return s.partner(ctx)
}

// unwritable reports whether a folder could be read although it cannot be owned. Nobody else can
// write to a folder on a read-only file system, but a full disk may get room again, for which
// patient callers wait.
func unwritable(err error, patient bool) bool {
	return Unwritable(err) || store.DiskFull(err) && !patient
}

// Unwritable reports whether a folder cannot be opened only because this user may not write to
// it: a Reader may still search it.
func Unwritable(err error) bool {
	var f *store.FolderError
	return errors.As(err, &f) && (f.Fault == store.FolderForbidden || f.Fault == store.FolderOfAnother)
}

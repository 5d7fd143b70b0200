package engine

import "context"

// Recover is for a session whose options say that it recovers. When a write has failed
// because the disk is full, who owns the folder cannot write on even if there is room
// again: Recover gives the folder up, and returns when it could be opened with room to
// write, or somebody else has it. Meanwhile all that only reads is answered from the
// folder as it lies there, and the rest is refused with the cause.
func (s *Session) Recover(ctx context.Context) error {
	s.recovers.Store(true)
	defer s.recovers.Store(false)
	return s.room.Until(ctx, func(ctx context.Context) (bool, error) {
		p, err := s.anew(ctx)
		_, looks := p.(*looker)
		return err == nil && !looks, err
	})
}

// anew gives up whom the session asks, and finds whom to ask now.
func (s *Session) anew(ctx context.Context) (partner, error) {
	select {
	case s.finding <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if p, _ := s.known(); p != nil { // that the session is closed is told below
		s.drop(p)
		if err := p.release(); err != nil {
			s.Logger().Warn("the folder was given up because its disk is full", "error", err)
		}
	}
	<-s.finding
	return s.partner(ctx)
}

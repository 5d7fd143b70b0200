// Package recorder opens the archives that are configured for a crawl, and passes each exchange to
// all of them.
//
// Floor: 3 (state and input/output). Stability: engine. Packages warc and crawllog decide what is
// kept, and how.
package recorder

import (
	"errors"
	"log/slog"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/archive"
	"github.com/aranea-search/aranea/archive/crawllog"
	"github.com/aranea-search/aranea/archive/warc"
	"github.com/aranea-search/aranea/store"
)

// Options select what is kept. An empty name means that it is not kept.
type Options struct {
	WARC      string // folder of WARC files
	WARCSize  int64  // bytes of a file; 0 means warc.DefaultFileSize
	Log       string // file of the log of exchanges
	Software  string // the program, such as "Aranea/1.0"
	UserAgent string // of the requests
	Contact   string // of the operator
	Logger    *slog.Logger
	Now       func() time.Time
}

// A Set is all archives of one crawl. A nil Set keeps nothing. It is safe for concurrent use.
type Set struct {
	warc   *warc.Writer  // nil if there are no WARC files
	log    *crawllog.Log // nil if there is no log
	logger *slog.Logger
}

// Open opens the archives in the options, and returns nil if there are none.
func Open(o Options) (*Set, error) {
	if o.WARC == "" && o.Log == "" {
		return nil, nil
	}
	s := &Set{logger: o.Logger}
	if err := errors.Join(s.openWARC(&o), s.openLog(&o)); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Set) openWARC(o *Options) error {
	if o.WARC == "" {
		return nil
	}
	w, cuts, err := warc.Open(o.WARC, warc.Options{
		Software: o.Software, UserAgent: o.UserAgent, Contact: o.Contact, FileSize: o.WARCSize, Now: o.Now,
	})
	if err != nil {
		return &aranea.Error{Op: "open the folder of WARC files", Kind: store.KindOfNamed(err), Obj: o.WARC, Err: err}
	}
	for _, c := range cuts {
		s.logger.Warn("a WARC file that was not ended was put right", "file", c.File, "whole_records", c.Records, "bytes_cut", c.Bytes)
	}
	s.warc = w
	return nil
}

func (s *Set) openLog(o *Options) (err error) {
	if o.Log == "" {
		return nil
	}
	if s.log, err = crawllog.Open(o.Log); err != nil {
		return &aranea.Error{Op: "open the log of exchanges", Kind: store.KindOfNamed(err), Obj: o.Log, Err: err}
	}
	return nil
}

// Record keeps an exchange.
func (s *Set) Record(x *archive.Exchange) error {
	if s == nil {
		return nil
	}
	if s.warc != nil {
		if err := s.warc.Record(x); err != nil {
			return err
		}
	}
	if s.log == nil {
		return nil
	}
	return s.log.Record(x)
}

// Close closes the archives.
func (s *Set) Close() error {
	if s == nil {
		return nil
	}
	var errs []error
	if s.log != nil {
		errs = append(errs, s.log.Close())
	}
	if s.warc != nil {
		errs = append(errs, s.warc.Close())
		n := s.warc.Counts()
		s.logger.Info("WARC files are ended", "exchanges", n.Exchanges, "left_out_secret", n.Secret, "left_out_noarchive", n.NoCopy)
	}
	return errors.Join(errs...)
}

// Package keep opens what a crawl was told to keep of its exchanges, and hands
// each exchange to all of it.
//
// Floor: 3 (state and input/output). Stability: engine. What is kept, and how, is
// for the packages warc and crawllog to say.
package keep

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

// Options say what is kept. What has no name is not.
type Options struct {
	WARC      string // folder of WARC files
	WARCSize  int64  // bytes of one of them; 0 is warc.DefaultFileSize
	Log       string // file of the log of exchanges
	Software  string // who keeps, such as "Aranea/1.0"
	UserAgent string // of the requests
	Contact   string // of the operator
	Logger    *slog.Logger
	Now       func() time.Time
}

// A Set is what keeps the exchanges of one crawl. A nil Set keeps nothing. It is safe
// for concurrent use.
type Set struct {
	warc   *warc.Writer  // nil if there are no WARC files
	log    *crawllog.Log // nil if there is no log
	logger *slog.Logger
}

// Open opens what the options name, nil if they name nothing.
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
		return &aranea.Error{Op: "open the folder of WARC files", Kind: kindOf(err), Obj: o.WARC, Err: err}
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
		return &aranea.Error{Op: "open the log of exchanges", Kind: kindOf(err), Obj: o.Log, Err: err}
	}
	return nil
}

// kindOf returns the kind of an error about a file that the operator has named: if it
// has none, another name helps.
func kindOf(err error) aranea.Kind {
	if k := aranea.KindOf(err); k != aranea.Internal || store.DiskFull(err) {
		return k
	}
	return aranea.Denied
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

// Close ends what is kept.
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

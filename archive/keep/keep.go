// Package keep opens what a crawl was told to keep of its exchanges, and hands
// each exchange to all of it.
//
// Floor: 3 (state and input/output). Stability: engine. What is kept, and how, is
// for the packages warc and crawllog to say.
package keep

import (
	"log/slog"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/archive"
	"github.com/aranea-search/aranea/archive/warc"
	"github.com/aranea-search/aranea/store"
)

// Options say what is kept. What has no name is not.
type Options struct {
	WARC      string // folder of WARC files
	WARCSize  int64  // bytes of one of them; 0 is warc.DefaultFileSize
	Software  string // who keeps, such as "Aranea/1.0"
	UserAgent string // of the requests
	Contact   string // of the operator
	Logger    *slog.Logger
	Now       func() time.Time
}

// A Set is what keeps the exchanges of one crawl. A nil Set keeps nothing. It is safe
// for concurrent use.
type Set struct {
	warc   *warc.Writer
	logger *slog.Logger
}

// Open opens what the options name, nil if they name nothing.
func Open(o Options) (*Set, error) {
	if o.WARC == "" {
		return nil, nil
	}
	s := &Set{logger: o.Logger}
	if err := s.openWARC(&o); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Set) openWARC(o *Options) error {
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

// kindOf returns the kind of an error about a file that the operator has named: if it
// has none, another name helps.
func kindOf(err error) aranea.Kind {
	if k := aranea.KindOf(err); k != aranea.Internal || store.DiskFull(err) {
		return k
	}
	return aranea.Denied
}

// Record keeps an exchange.
func (s *Set) Record(x *archive.Exchange) error { return s.warc.Record(x) }

// Close ends what is kept.
func (s *Set) Close() error {
	if s == nil {
		return nil
	}
	err := s.warc.Close()
	n := s.warc.Counts()
	s.logger.Info("WARC files are ended", "exchanges", n.Exchanges, "left_out_secret", n.Secret, "left_out_noarchive", n.NoCopy)
	return err
}

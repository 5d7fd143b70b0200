// Package searchlog notes what was searched for and what was found, one JSON object a line
// (docs/operating.md). A line says nothing about who asked: no address, no browser, no cookie.
//
// Floor: 6 (face), a part of console. Stability: engine; fields are only added.
package searchlog

import (
	"encoding/json"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/internal/rotate"
	"github.com/aranea-search/aranea/search"
)

// Limits of the files: a full file is renamed, and this number of old files is kept in addition
// to the current one.
const (
	FileSize  = 64 << 20 // bytes
	KeptFiles = 9
)

// How a search came in.
const (
	Page = "page" // the search page, its feed included
	API  = "api"
	MCP  = "mcp" // an assistant that asked over HTTP
)

// A Line is one search.
type Line struct {
	At    time.Time      `json:"at"`  // when it was answered, to the second
	Via   string         `json:"via"` // Page, API or MCP
	Query string         `json:"query"`
	Langs []analyze.Lang `json:"langs,omitempty"` // that the searcher prefers, the most preferred first
	First int            `json:"first,omitempty"` // position of the first result that was shown, from 1
	Shown int            `json:"shown"`           // number of results that were shown
	Total int            `json:"total"`           // matching pages; a lower bound if More
	More  bool           `json:"more,omitempty"`
	Some  int            `json:"some,omitempty"`  // pages among Total with only some of the words
	Meant string         `json:"meant,omitempty"` // the query that was suggested
	Took  int64          `json:"ms"`
}

// A Log writes lines. A nil Log writes none. It is safe for concurrent use.
type Log struct {
	w      io.WriteCloser
	logger *slog.Logger
	failed sync.Once
}

// Open opens a log for appending, or creates it. logger is told once if a line cannot be written:
// searches go on.
func Open(name string, logger *slog.Logger) (*Log, error) {
	f, err := rotate.Open(name, FileSize, KeptFiles)
	if err != nil {
		return nil, err
	}
	return &Log{w: f, logger: logger}, nil
}

// Note writes a line for an answered search. Empty queries are not noted, nor are those that are
// still being typed: nobody looked for their beginnings. Nor is who asks for the values of a facet: the search was noted
// that they are of.
func (l *Log) Note(via string, at time.Time, r *search.Request, resp *search.Response, took time.Duration) {
	if l == nil || r.Query == "" || r.Typing || r.Values != nil {
		return
	}
	line := Line{
		At: at.UTC().Truncate(time.Second), Via: via, Query: r.Query, Langs: r.Langs, First: resp.First, Shown: len(resp.Results),
		Total: resp.Total, More: resp.More, Some: resp.Some, Took: took.Milliseconds(),
	}
	if resp.Suggestion != nil {
		line.Meant = resp.Suggestion.Query
	}
	text, err := json.Marshal(line)
	if err == nil {
		_, err = l.w.Write(append(text, '\n'))
	}
	if err != nil {
		l.failed.Do(func() { l.logger.Error("a search could not be noted", "error", err) })
	}
}

// Close closes the log.
func (l *Log) Close() error {
	if l == nil {
		return nil
	}
	return l.w.Close()
}

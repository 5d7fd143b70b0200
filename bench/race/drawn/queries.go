// Package drawn reads the documents and the queries of the race, and notes what the
// queries cost an engine that is written in Go.
//
// Floor: 7 (glue). Stability: engine.
package drawn

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
)

// A Query is a line that the race has drawn.
type Query struct {
	All, Any  []string
	Phrase    []string
	Not, Site string
}

// Text is the query as people write it.
func (q Query) Text() string {
	out := append(slices.Clone(q.All), strings.Join(q.Any, " OR "))
	if len(q.Phrase) > 0 {
		out = append(out, `"`+strings.Join(q.Phrase, " ")+`"`)
	}
	if q.Not != "" {
		out = append(out, "-"+q.Not)
	}
	if q.Site != "" {
		out = append(out, "site:"+q.Site)
	}
	return strings.TrimSpace(strings.Join(out, " "))
}

// Read reads the queries of a file.
func Read(name string) ([]Query, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []Query
	s := bufio.NewScanner(f)
	for s.Scan() {
		var q Query
		if err := json.Unmarshal(s.Bytes(), &q); err != nil {
			return nil, err
		}
		all = append(all, q)
	}
	return all, s.Err()
}

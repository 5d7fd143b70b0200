package acquire

import (
	"strings"
	"testing"
)

// TestWordsForEventsAndStages checks that each of them is described in words, not by its code.
func TestWordsForEventsAndStages(t *testing.T) {
	t.Parallel()
	words := map[string]bool{}
	for i := range eventNames {
		if e := Event(i); e != EventUnknown {
			words[e.sentence()] = true
			if e.sentence() == e.String() || !strings.Contains(e.sentence(), " ") && e != EventFile {
				t.Errorf("%s is told as %q", e, e.sentence())
			}
		}
	}
	for i := range stageNames {
		if s := Stage(i); s != StageNone {
			words[s.sentence()] = true
			if !strings.Contains(s.sentence(), " ") {
				t.Errorf("%s is told as %q", s, s.sentence())
			}
		}
	}
	if len(words) != len(eventNames)+len(stageNames)-2 {
		t.Errorf("%d sentences: some are the same", len(words))
	}
}

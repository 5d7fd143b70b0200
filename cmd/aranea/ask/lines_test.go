package ask

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/cmd/aranea/command"
)

// TestEachLine checks that long lines are truncated and others are complete, and that answers are
// flushed before waiting for more input.
func TestEachLine(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 3*command.MaxLine)
	var got []string
	idle := 0
	err := eachLine(strings.NewReader("/a\n\n  /b  \r\n"+long+"\n/c"), func(line string, whole bool) error {
		if !whole {
			line = "cut " + line[:3]
		}
		got = append(got, line)
		return nil
	}, func() error { idle++; return nil })
	if want := "/a /b cut xxx /c"; err != nil || strings.Join(got, " ") != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if idle == 0 {
		t.Error("never idle")
	}
	fault := errors.New("disk full")
	for name, err := range map[string]error{
		"of a line": eachLine(strings.NewReader("/a\n/b"), func(string, bool) error { return fault }, func() error { return nil }),
		"of idle":   eachLine(strings.NewReader("/a\n/b"), func(string, bool) error { return nil }, func() error { return fault }),
		"of input":  eachLine(io.MultiReader(strings.NewReader("/a\n"), brokenReader{fault}), func(string, bool) error { return nil }, func() error { return nil }),
	} {
		if !errors.Is(err, fault) {
			t.Errorf("the fault %s is lost: %v", name, err)
		}
	}
}

type brokenReader struct{ err error }

func (b brokenReader) Read([]byte) (int, error) { return 0, b.err }

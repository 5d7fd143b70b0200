package listfile

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// TestRead checks which lines are passed on, with their numbers, and how faults are told.
func TestRead(t *testing.T) {
	t.Parallel()
	plain := func(line string) string {
		before, _, _ := strings.Cut(line, "#")
		return before
	}
	var got []string
	err := Read("read rules", []byte("\ufeffa # first\r\n\n  # nothing\nb\n"), plain, func(line string, n int) error {
		got = append(got, fmt.Sprintf("%d:%s", n, strings.TrimSpace(line)))
		return nil
	})
	if want := "1:a 4:b"; err != nil || strings.Join(got, " ") != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	wrong := func(string, int) error { return errors.New("wrong") }
	err = Read("read rules", []byte("\xff\n"+strings.Repeat("x\n", 30)), plain, wrong)
	if text := fmt.Sprint(err); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(text, "line 1: it is not UTF-8") ||
		!strings.Contains(text, fmt.Sprintf("line %d: wrong", maxFaults)) || strings.Contains(text, fmt.Sprintf("line %d: wrong", maxFaults+1)) {
		t.Errorf("faults: %v", err)
	}
	if err := Read("read rules", make([]byte, MaxBytes+1), plain, wrong); aranea.KindOf(err) != aranea.Limit {
		t.Errorf("too long: %v", err)
	}
}

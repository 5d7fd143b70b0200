package listfile

import (
	"errors"
	"fmt"
	"slices"
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
		!strings.Contains(text, fmt.Sprintf("line %d: wrong", maxFaults)) || !strings.HasSuffix(text, fmt.Sprintf("\nline %d and those behind it were not looked at", maxFaults+1)) {
		t.Errorf("faults: %v", err)
	}
	if err := Read("read rules", make([]byte, MaxBytes+1), plain, wrong); aranea.KindOf(err) != aranea.Limit {
		t.Errorf("too long: %v", err)
	}
}

// TestParts: commas are also those of the keyboards on which a list may be typed.
func TestParts(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		" tv,  television set ,, telly,": "tv|television set|telly",
		"公园，绿地、花园､庭":                     "公园|绿地|花园|庭",
		"حديقة، بستان":                   "حديقة|بستان",
		" ， ,":                           "",
	} {
		if got := strings.Join(slices.Collect(Parts(list)), "|"); got != want {
			t.Errorf("%s: %q, want %q", list, got, want)
		}
	}
	for first := range Parts("a, b") {
		if first != "a" {
			t.Error(first)
		}
		break
	}
}

package aranea

import (
	"errors"
	"testing"
)

// TestErrorText: an error says what it has, and no colon stands before the cause alone.
func TestErrorText(t *testing.T) {
	t.Parallel()
	cause := errors.New("no space left")
	for want, e := range map[string]Error{
		"open d: no space left": {Op: "open", Obj: "d", Err: cause},
		"open: no space left":   {Op: "open", Err: cause},
		"no space left":         {Err: cause},
		"open d: corrupt":       {Op: "open", Obj: "d", Kind: Corrupt},
	} {
		if got := e.Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

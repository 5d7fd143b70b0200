package main

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/failure"
	"github.com/aranea-search/aranea/store"
)

// TestClosingCounts checks that an error when a command closes its folder is reported, and
// determines its exit code unless the command had failed before.
func TestClosingCounts(t *testing.T) {
	t.Parallel()
	damage := &aranea.Error{Op: "close frontier", Kind: aranea.Corrupt, Err: &store.FileDamage{Name: "frontier/000154.sst", Text: "a checksum is wrong"}}
	disk := errors.New("input/output error")
	for name, c := range map[string]struct {
		err, closing error
		code         int
		texts        []string
	}{
		"neither":               {nil, nil, command.ExitOK, nil},
		"verdict":               {&command.Error{Code: command.ExitPartial}, nil, command.ExitPartial, nil},
		"closing":               {nil, disk, command.ExitInternal, []string{"closing the data folder d: input/output error"}},
		"closing after verdict": {&command.Error{Code: command.ExitPartial}, disk, command.ExitInternal, []string{"closing the data folder d: input/output error"}},
		"both":                  {errors.New("first"), disk, command.ExitInternal, []string{"closing the data folder d: input/output error", "first"}},
		"damage":                {nil, damage, command.ExitInternal, []string{failure.Texts(damage)[0]}},
		"damage met twice":      {errors.Join(damage, fmt.Errorf("close: %w", damage)), nil, command.ExitInternal, []string{failure.Texts(damage)[0]}},
		"damage twice":          {damage, damage, command.ExitInternal, []string{failure.Texts(damage)[0]}},
	} {
		err := withClosing(c.err, c.closing, "d")
		texts := failure.Texts(err)
		if code := failure.Code(err); code != c.code || strings.Join(texts, "\n") != strings.Join(c.texts, "\n") {
			t.Errorf("%s: code %d, %q, want %d, %q", name, code, texts, c.code, c.texts)
		}
	}
}

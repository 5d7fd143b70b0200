package main

import (
	"context"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/failure"
)

// TestLeave checks that leaving a crawl that continues prints this in a sentence, with the
// commands for this data folder.
func TestLeave(t *testing.T) {
	t.Parallel()
	err := crawlFailure(&aranea.Error{Op: "crawl", Kind: aranea.Canceled, Err: context.Canceled}, "a/b")
	code, text := failure.Code(err), failure.Texts(err)[0]
	if code != command.ExitPartial || !strings.Contains(text, "goes on") || !strings.Contains(text, "aranea status --data a/b,") || !strings.HasSuffix(text, "aranea stop --data a/b") {
		t.Errorf("code %d, %q", code, text)
	}
	if strings.Contains(text, context.Canceled.Error()) {
		t.Errorf("%q tells of the inside", text)
	}
}

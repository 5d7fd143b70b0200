package defect

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// TestNoText: a document of pictures gets a hint at what it may be.
func TestNoText(t *testing.T) {
	t.Parallel()
	reason, detail := OfPage(&aranea.Fetched{Status: 200}, &aranea.Page{Format: "pdf"}, nil)
	if reason != aranea.IndexNoText || !strings.Contains(detail, "scans") {
		t.Errorf("%s %q", reason, detail)
	}
	_, detail = OfPage(&aranea.Fetched{Status: 200}, &aranea.Page{Format: "pdf", Reader: "ocr 1-eng"}, nil)
	if want := "no text was recognised in its pages, read by ocr 1-eng"; detail != want {
		t.Errorf("%q, want %q", detail, want)
	}
}

package linkeddata_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/extract/linkeddata"
)

// TestScripts checks that the scripts with linked data of a page are listed with what they are
// about, and where a fault is.
func TestScripts(t *testing.T) {
	t.Parallel()
	const page = "<title>x</title>\n<script>{\"@type\":\"Program\"}</script>" +
		"<script type=' Application/LD+JSON '>\n{\"@type\":[\"Product\",\"Thing\"]}</script>\n" +
		"<script type=application/ld+json></script><script type=\"application/ld+json\">{\n  \"@type\": \"Offer\",\n}</script>" +
		"<p><script type=application/ld+json>{}</script>"
	got, total := linkeddata.Scripts([]byte(page))
	want := []linkeddata.Script{
		{Line: 2, Column: 74, Types: []string{"Product", "Thing"}},
		{Line: 6, Column: 1, Types: []string{"Offer"}, Fault: "a comma too many before '}'", Meant: true},
		{Line: 6, Column: 47},
	}
	if fmt.Sprint(got) != fmt.Sprint(want) || total != len(want) {
		t.Errorf("%d: %+v", total, got)
	}
	if got, total := linkeddata.Scripts([]byte(strings.Repeat("<script type=application/ld+json>[]</script>\n", 60))); len(got) != linkeddata.MaxScripts || total != 60 || got[linkeddata.MaxScripts-1].Line != linkeddata.MaxScripts {
		t.Errorf("%d of %d", len(got), total)
	}
}

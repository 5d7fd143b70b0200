package robotstxt_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/field"
)

// TestPreferenceGrammar uses the table of preferences of robotsmeta, which parses the same lists
// in response fields.
func TestPreferenceGrammar(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../robotsmeta/testdata/preferences.txt")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(data)) {
		if line[0] == '#' {
			continue
		}
		rows++
		cells := strings.Split(strings.TrimSuffix(line, "\n"), " | ")
		prefs := field.ParsePreferences(strings.ReplaceAll(cells[0], `\t`, "\t"))
		var got []string
		for answer := range strings.FieldsSeq(cells[1]) {
			label, _, _ := strings.Cut(answer, "=")
			got = append(got, label+"="+saidOf(prefs, label))
		}
		if s := strings.Join(got, " "); s != cells[1] {
			t.Errorf("%s gives %s, want %s", cells[0], s, cells[1:])
		}
	}
	if rows < 30 {
		t.Errorf("%d rows", rows)
	}
}

// saidOf returns what the preferences say about a label.
func saidOf(prefs []field.Preference, label string) string {
	p, known := field.PreferenceFor(prefs, label)
	switch allowed, _ := p.Allowed(); {
	case !known:
		return "unknown"
	case !allowed:
		return "no"
	}
	return "yes"
}

// TestPreferencesBehindJunk checks that labels without a meaning here do not use up the space of
// the others, in one line and in many.
func TestPreferencesBehindJunk(t *testing.T) {
	t.Parallel()
	const refusals = "search=no, ai-train=no, train-ai=n, ai-input=no, tdm=n"
	var list, lines strings.Builder
	for i := range 10 * field.MaxPreferences {
		fmt.Fprintf(&list, "l%d=n, ", i)
		fmt.Fprintf(&lines, "Content-Usage: l%d=n, search=y\n", i)
	}
	file := robotstxt.Parse([]byte(anybody+lines.String()+"Content-Usage: "+refusals+"\n")).Compile(dialect.RFC9309(), "x")
	for name, prefs := range map[string][]field.Preference{"a list": field.ParsePreferences(list.String() + refusals), "a file": file.Usage("/")} {
		if len(prefs) > field.MaxPreferences {
			t.Errorf("%s: %d labels", name, len(prefs))
		}
		for _, label := range []string{"search", "train-ai", "ai-train", "ai-input", "tdm"} {
			if said := saidOf(prefs, label); said != "no" {
				t.Errorf("%s: %s is %s", name, label, said)
			}
		}
	}
}

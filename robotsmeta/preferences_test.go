package robotsmeta

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestPreferenceGrammar uses the same table of cases as robotstxt. Both fields have the same
// grammar, and a refusal counts however it is written.
func TestPreferenceGrammar(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/preferences.txt")
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
		value := strings.ReplaceAll(cells[0], `\t`, "\t")
		for _, name := range []string{"Content-Usage", "Content-Signal"} {
			d := read([2]string{name, value})
			var got []string
			for answer := range strings.FieldsSeq(cells[1]) {
				label, _, _ := strings.Cut(answer, "=")
				said := "unknown"
				if u := d.Use(label); u.Known {
					said = map[bool]string{true: "yes", false: "no"}[u.Allowed]
				}
				got = append(got, label+"="+said)
			}
			if s := strings.Join(got, " "); s != cells[1] {
				t.Errorf("%s: %s gives %s, want %s", name, value, s, cells[1])
			}
			if d.Index(now).Allowed == slices.Contains(got, "search=no") {
				t.Errorf("%s: %s: the page's place in the index does not follow", name, value)
			}
		}
	}
	if rows < 30 {
		t.Errorf("%d rows", rows)
	}
}

func TestPreferencesOfOtherScripts(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"ai-train=no，search=no", "search=\u201Cno\u201D", "search=no\u00A0ai-train=no", `search=\"no\"`, "ai-train=no|search=no", "search=no\x00"} {
		if read([2]string{"Content-Signal", value}).Index(now).Allowed {
			t.Errorf("%q leaves the page in the index", value)
		}
	}
}

// TestPreferenceLint checks that Lint reports preferences that others may not understand.
func TestPreferenceLint(t *testing.T) {
	t.Parallel()
	tests := []struct {
		field, value string
		want         []Check
	}{
		{"Content-Usage", "search=n, train-ai=y;x=1", nil},
		{"Content-Usage", " search=n ,\ttrain-ai=y", nil},
		{"Content-Signal", "search=no,ai-train=yes,use=reference", nil},
		{"Content-Signal", "search=no ai-train=no", []Check{CheckSeparator}},
		{"Content-Signal", "search=yes; ai-train=no", []Check{CheckSeparator}},
		{"Content-Signal", `search="no"`, []Check{CheckQuotes}},
		{"Content-Signal", "search=n", []Check{CheckWrongWord}},
		{"Content-Usage", "search=yes", []Check{CheckWrongWord}},
		{"Content-Usage", "search=maybe", []Check{CheckBadValue}},
		{"Content-Usage", "search", []Check{CheckBadValue}},
	}
	for _, tt := range tests {
		var got []Check
		for _, f := range read([2]string{tt.field, tt.value}).Lint(LintOptions{}) {
			got = append(got, f.Check)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %s: %v, want %v", tt.field, tt.value, got, tt.want)
		}
	}
}

// TestPreferencesBehindJunk checks that labels without a meaning do not displace labels with one.
func TestPreferencesBehindJunk(t *testing.T) {
	t.Parallel()
	r := NewReader("x")
	for i := range 10 * maxUses {
		r.Field("Content-Usage", fmt.Sprintf("l%d=n, search=y", i))
	}
	r.Field("Content-Signal", "search=no, ai-train=no, ai-input=no")
	r.Field("TDM-Reservation", "1")
	d := r.Directives()
	for _, label := range []string{UseSearch, UseTrain, "ai-train", UseAnswer, UseMining} {
		if u := d.Use(label); !u.Known || u.Allowed {
			t.Errorf("%s: %+v", label, u)
		}
	}
	if n := len(d.Preferences()); n > maxUses {
		t.Errorf("%d preferences", n)
	}
}

func TestReservation(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]Use{
		"1": {Known: true}, "0": {Known: true, Allowed: true}, `"1"`: {Known: true}, "0, 1": {Known: true}, "1;x": {Known: true},
		"0, maybe": {}, "2": {}, "": {},
	} {
		got := read([2]string{"TDM-Reservation", value}).Use(UseMining)
		if got.Known != want.Known || got.Allowed != want.Allowed {
			t.Errorf("%q: %+v", value, got)
		}
	}
}

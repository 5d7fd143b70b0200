package numberformat_test

import (
	"math"
	"testing"
	"unicode/utf8"

	"github.com/aranea-search/aranea/extract/numberformat"
)

// cellOf returns what a cell with a format of this code shows for a number of days, or "number".
func cellOf(code string, days float64) string {
	var t numberformat.Table
	t.Define(164, code)
	t.Add(164)
	if text, ok := t.Date(0, days); ok {
		return text
	}
	return "number"
}

// TestCodes checks that the parts of a date or a time that a code shows are written as in ISO
// 8601, and that numbers stay numbers.
func TestCodes(t *testing.T) {
	t.Parallel()
	const at = 44259.545219907406 // 2021-03-04 13:05:07
	for code, want := range map[string]string{
		"yyyy-mm-dd": "2021-03-04", "m/d/yy": "2021-03-04", "D. MMMM YYYY": "2021-03-04", `dddd, d\.\ mmm`: "2021-03-04", "dd/mm/yyyy;@": "2021-03-04",
		"[$-F800]dddd, mmmm dd, yyyy": "2021-03-04", `yyyy"年"m"月"d"日"`: "2021-03-04", "[$-411]ge.m.d": "2021-03-04", "aaaa": "2021-03-04", "_-d*x": "2021-03-04",
		"mmm-yy": "2021-03", "mmmm": "2021-03", "yyyy": "2021", `"year" yyyy`: "2021",
		"yyyy-mm-dd hh:mm": "2021-03-04 13:05", "dd.mm.yy h:mm:ss": "2021-03-04 13:05:07", "h:mm d/m": "2021-03-04 13:05", "m/d h": "2021-03-04 13:05",
		"h:mm AM/PM": "13:05", "h:mm:ss a/p": "13:05:07", `h"h"mm"m"ss`: "13:05:07", "ss\\:hh": "13:05:07",
		"mm:ss": "05:07", "mmss.0": "05:07", "[h]:mm": "1062229:05", "[hh]:mm:ss.000": "1062229:05:07", "[mm]:ss": "63733745:07", "[m]": "63733745", "[s]": "3824024707",
		"General": "number", "0": "number", "#,##0.00": "number", `0.00" days"`: "number", "0.00E+00": "number", "[Red]0;[Blue]-0": "number", "@": "number", "": "number",
		`"yyyy"`: "number", `\d\m`: "number", `General" d"`: "number", `[$kr-406]# d`: "number", "ss": "number", `"d`: "number", "[h": "1062229:05",
	} {
		if got := cellOf(code, at); got != want {
			t.Errorf("%q: %s, want %s", code, got, want)
		}
	}
}

// TestDays checks that days are counted from 1900, which programs take for a leap year, or from
// 1904, and that other values stay numbers.
func TestDays(t *testing.T) {
	t.Parallel()
	const date, both = 14, 22
	for _, tt := range []struct {
		days float64
		id   int
		from int
		want string
	}{
		{1, date, 1900, "1900-01-01"}, {59, date, 1900, "1900-02-28"}, {60, date, 1900, "1900-02-29"}, {61, date, 1900, "1900-03-01"}, {36526, date, 1900, "2000-01-01"},
		{2958465.5, both, 1900, "9999-12-31 12:00"}, {0.25, both, 1900, "06:00"}, {44258.999999999, both, 1900, "2021-03-04 00:00"}, {44259.99, date, 1900, "2021-03-04"},
		{0, date, 1900, "number"}, {-1, date, 1900, "number"}, {2958466, date, 1900, "number"}, {2958465.9999999999, date, 1900, "number"}, {math.NaN(), date, 1900, "number"}, {math.Inf(1), both, 1900, "number"},
		{0, date, 1904, "1904-01-01"}, {42797, date, 1904, "2021-03-04"}, {0.25, both, 1904, "1904-01-01 06:00"}, {0.25, 20, 1904, "06:00"}, {-1, date, 1904, "number"}, {1e18, date, 1904, "number"},
	} {
		table := numberformat.Table{From1904: tt.from == 1904}
		table.Add(tt.id)
		got, ok := table.Date(0, tt.days)
		if !ok {
			got = "number"
		}
		if got != tt.want {
			t.Errorf("%v from %d as %d: %s, want %s", tt.days, tt.from, tt.id, got, tt.want)
		}
	}
}

// TestTable checks that cells refer to formats by index, and that IDs without a code are built
// in.
func TestTable(t *testing.T) {
	t.Parallel()
	var table numberformat.Table
	table.Define(165, "yyyy")
	table.Define(20, "0")
	for _, id := range []int{0, 14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47, 165, 166, -1, 30, 33} {
		table.Add(id)
	}
	want := []string{"", "2021-03-04", "2021-03-04", "2021-03-04", "2021-03", "13:05", "13:05:07", "", "13:05:07", "2021-03-04 13:05", "05:07", "1062229:05:07", "05:07", "2021", "", "", "2021-03-04", "13:05:07", ""}
	for cell, want := range want {
		if got, ok := table.Date(cell, 44259.54521991); got != want || ok != (want != "") {
			t.Errorf("cell %d: %q, want %q", cell, got, want)
		}
	}
	if _, ok := table.Date(-1, 1); ok {
		t.Error("a cell below the first")
	}
}

func FuzzTable(f *testing.F) {
	f.Add(`[$-409]d\-mmm "x"yy h:mm:ss.0 AM/PM;@`, 44259.5)
	f.Add("[h]:mm[ss]", 60.0)
	f.Fuzz(func(t *testing.T, code string, days float64) {
		got := cellOf(code, days)
		if !utf8.ValidString(got) || len(got) > len("2021-03-04 71003183:59:59") || got == "" {
			t.Fatalf("%q", got)
		}
	})
}

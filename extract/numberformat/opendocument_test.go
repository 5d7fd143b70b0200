package numberformat_test

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/extract/numberformat"
)

// format returns the format of a style with these elements.
func format(elements ...string) numberformat.Format {
	f := numberformat.Format(0)
	for _, e := range elements {
		f |= numberformat.PartOf(e)
	}
	return f
}

// TestOpenDocument checks that dates and times of OpenDocument are written as their style shows
// them, and in full without one, and that other values are refused.
func TestOpenDocument(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		f                     numberformat.Format
		value, instant, other string // "" for none
	}{
		{format(), "2021-03-04", "2021-03-04", ""},
		{format(), "2021-03-04T00:00:00", "2021-03-04", ""},
		{format(), "2021-03-04T13:05:07.25", "2021-03-04 13:05:07", ""},
		{format("day", "month", "year", "day-of-week"), "1821-03-04T13:05:07", "1821-03-04", ""},
		{format("month", "year"), "2021-03-04", "2021-03", ""},
		{format("year"), "2021-03-04", "2021", ""},
		{format("day", "month"), "2021-03-04", "2021-03-04", ""},
		{format("day", "hours", "minutes"), "2021-03-04T13:05:07", "2021-03-04 13:05", ""},
		{format("hours", "minutes"), "2021-03-04T13:05:07", "13:05", ""},
		{format("hours", "minutes"), "2021-03-04", "", ""},
		{format("era"), "2021-03-04", "2021-03-04", ""},
		{format(), "2021-02-30", "", ""},
		{format(), "12021-02-03", "", ""},
		{format(), "2021-03-04T25:00:00", "", ""},
		{format("hours", "minutes"), "PT13H05M07S", "", "13:05"},
		{format("hours", "minutes", "seconds"), "PT13H05M07.9999S", "", "13:05:07"},
		{format("hours", "minutes").Elapsed(), "PT37H05M07S", "", "37:05"},
		{format("minutes", "seconds"), "PT37H05M07S", "", "05:07"},
		{format(), "PT5M", "", "00:05:00"},
		{format("year"), "PT13H", "", "13:00:00"},
		{format(), "PT5M7X", "", ""},
		{format(), "PT-5M", "", ""},
		{format(), "PT99999999999H", "", ""},
		{format(), "5M", "", ""},
	} {
		instant, isInstant := tt.f.Instant(tt.value)
		length, isLength := tt.f.Duration(tt.value)
		if isInstant != (tt.instant != "") || isInstant && instant != tt.instant || isLength != (tt.other != "") || isLength && length != tt.other {
			t.Errorf("%v %s: %q %t, %q %t; want %q, %q", tt.f, tt.value, instant, isInstant, length, isLength, tt.instant, tt.other)
		}
	}
}

// FuzzOpenDocument checks that, whatever a cell and its style contain, only digits and
// separators are written.
func FuzzOpenDocument(f *testing.F) {
	f.Add("2021-03-04T13:05:07.25", "day month year hours minutes", false)
	f.Add("PT37H05M07,5S", "hours minutes seconds", true)
	f.Add("PT", "", false)
	f.Fuzz(func(t *testing.T, value, elements string, elapsed bool) {
		x := format(strings.Fields(elements)...)
		if elapsed {
			x = x.Elapsed()
		}
		for _, write := range []func(string) (string, bool){x.Instant, x.Duration} {
			if text, ok := write(value); len(text) > 30 || strings.Trim(text, "0123456789-: ") != "" || ok && text == "" {
				t.Errorf("%q as %v: %q, %t", value, x, text, ok)
			}
		}
	})
}

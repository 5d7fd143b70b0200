package quantity

import (
	"math"
	"strings"
	"testing"
)

// TestNumbers: what can be read in one way is a number, and what can be read in two is none.
func TestNumbers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float64{
		"0": 0, "-0": 0, "7": 7, "007": 7, "-5": -5, "−5": -5, "+5": 5, "- 5": -5, " 19.90 ": 19.9, "19,90": 19.9, "19,9": 19.9, "0,125": 0.125,
		"1.299": 1.299, "0.125": 0.125, "1299.00": 1299, "12.3456": 12.3456, "12,3456": 12.3456,
		"1,299.00": 1299, "1.299,00": 1299, "1,299.5": 1299.5, "1,299,000": 1299000, "1.299.000": 1299000, "1,299,000.25": 1299000.25,
		"1 299": 1299, "1\u00a0299,00": 1299, "1\u202f299,00": 1299, "1'299.00": 1299, "1’299.00": 1299, "1,299.125": 1299.125, "12 345 678": 12345678,
		"$19.90": 19.9, "$ 19.90": 19.9, "us$ 19.90": 19.9, "R$ 19,90": 19.9, "19,90 €": 19.9, "19,90€": 19.9, "19.90\u00a0€": 19.9, "€1,299.00": 1299, "1.299,00 €": 1299,
		"EUR 19.90": 19.9, "19.90 usd": 19.9, "CHF 1'299.00": 1299, "19,90 zł": 19.9, "1 299 kr": 1299, "1 299 руб.": 1299, "₹1,299.00": 1299, "₽ 5": 5,
		"-€5": -5, "€-5": -5, "€ -5": -5, "-5 €": -5, "$0.125": 0.125, "9007199254740991": 1<<53 - 1,
	} {
		if got, ok := Of(text); !ok || got != (Quantity{At: want}) || math.Signbit(got.At) != (want < 0) {
			t.Errorf("%q: %v, %t; want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{
		"", " ", "-", ".", ",", "$", "eur", "1,299", "1.299 €", "$1,299", "1.2.3", "1,2,3", "1,29,900.00", "1299,000", "1.299.00", "1,299,00", "1 2", "1 299 5",
		"5.", ".5", "1..2", "--5", "5-", "-€-5", "$5 USD", "5 kg", "10%", "from 5", "5 usb", "usb 3", "v2.0", "2.0-beta", "1e5", "0x10", "٥", "inf", "NaN", "5 - 7", "1,299.00.00", "12,34.56",
		"1234,567.00", "1'299 000", "xxxx$ 5", strings.Repeat("9", 101),
	} {
		if got, ok := Of(text); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
}

// TestDates: dates with a month are dates, at the instant where they begin; years are numbers on the
// same scale.
func TestDates(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float64{
		"2024-01": 2024, "2024-01-01": 2024, "2024-07-02": 2024.5, "2023-07-02T12:00:00Z": 2023.5, "2023-07-02t12:00:00z": 2023.5, "2023-07-02 12:00": 2023.5,
		"2023-07-02T14:00+02:00": 2023.5, "2023-07-02T14:00:00.000+0200": 2023.5, "2023-07-02T12:00:00.0": 2023.5, "0001-01-01": 1,
	} {
		if got, ok := Of(text); !ok || got != (Quantity{At: want, Dated: true}) {
			t.Errorf("%q: %v, %t; want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"2024-13", "2024-02-30", "2024-1-1", "24-01-01", "2024/01/01", "01.02.2024", "2024-01-01T25:00", "2024-W05", "2024-", "2024-01-01 noon"} {
		if got, ok := Of(text); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
	if got, ok := Of("2024"); !ok || got != (Quantity{At: 2024}) {
		t.Errorf("a year: %v, %t", got, ok)
	}
}

// TestRanges: both bounds are in a range, and a date stands for all of its time.
func TestRanges(t *testing.T) {
	t.Parallel()
	for text, c := range map[string]struct{ in, out string }{
		"10..20":                             {"10|10.00|19,90 €|20|EUR 20.00", "9.99|20.01|-15|2024-01|kilo"},
		"10..":                               {"10|1,299.00|1e", "9|-10"},
		"..20":                               {"20|-5|0", "20.5"},
		"-5..-1":                             {"-5|-1|-€2", "0|-6|1"},
		"−5..1.5":                            {"-5|1.5", "1.51"},
		"$10..$20":                           {"10|20 €", "21"},
		"19.90..19.90":                       {"19.90|19,90", "19.91"},
		"2024..":                             {"2024|2024-01|2024-01-01|2025-06|3000", "2023|2023-12-31T23:59:59Z"},
		"..2024":                             {"2024|2024-12-31|2024-12-31T23:59:59Z|-5", "2025|2025-01|2024.5"},
		"2024..2024":                         {"2024|2024-05|2024-12-31", "2023-12|2025-01-01"},
		"2024-01..2024-06":                   {"2024|2024-01|2024-06|2024-06-30|2024-06-30T23:59:59Z", "2024-07|2023-12-31|2025"},
		"2024-01-01..2024-12-31":             {"2024|2024-12|2024-12-31t10:00:00z", "2025|2025-01-01"},
		"2024-02-03..2024":                   {"2024-02-03|2024-12-31", "2024-02-02|2024|2025-01"},
		"2024..2024-03":                      {"2024|2024-03-31", "2024-04"},
		"2024-05-01T10:00..2024-05-01T12:00": {"2024-05-01T10:00|2024-05-01T12:00:59", "2024-05-01T12:01|2024-05-01T09:59"},
	} {
		r, ok := RangeOf(text)
		if !ok {
			t.Errorf("%s is no range", text)
			continue
		}
		for want, values := range map[bool]string{true: c.in, false: c.out} {
			for value := range strings.SplitSeq(values, "|") {
				q, is := Of(value)
				if got := is && r.Has(q); is && got != want {
					t.Errorf("%s in %s: %t", value, text, got)
				}
			}
		}
	}
	for _, text := range []string{"", "..", "10", "20..10", "a..b", "10..b", "a..10", "10..20..30", "10...20", "1,299..2,000", "10..2024-05", "2024-05..10", "2024-06..2024-01", "2025..2024-12", " .. "} {
		if r, ok := RangeOf(text); ok {
			t.Errorf("%q is the range %v", text, r)
		}
	}
}

func FuzzOf(f *testing.F) {
	for _, text := range []string{"19.90", "-€1.299,00", "1 299 kr", "2024-05-31T12:30:00+02:00", "10..20", "2024..", "..-5"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if q, ok := Of(text); ok && (math.IsNaN(q.At) || math.IsInf(q.At, 0)) {
			t.Errorf("%q is %v", text, q)
		}
		q, ok := Of(text)
		r, is := RangeOf(text + Between + text)
		if ok && (!is || !r.Has(q)) {
			t.Errorf("%q is %v and not in the range from it to it, %v", text, q, r)
		}
	})
}

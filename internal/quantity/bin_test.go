package quantity

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// TestBins: a value is in bins with plain bounds, each within the one before, that are written as ranges
// without a value in two.
func TestBins(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"137.5":      "1..999.9 100..999.9 100..199.9 100..199.9 100..149.9 130..139.9 135..139.9 137..137.9",
		"19,90 €":    "1..999.9 10..99.9 10..19.9 10..19.9 15..19.9 19..19.9 19.5..19.9 19.9..19.9",
		"20.00":      "1..999 10..99 20..49 20..29 20..24 20..20 20..20 20..20",
		"7":          "1..999 1..9 5..9 7..7 7..7 7..7 7..7 7..7",
		"0.25":       "0.01..0.99 0.1..0.99 0.2..0.49 0.2..0.29 0.25..0.29 0.25..0.25 0.25..0.25 0.25..0.25",
		"-19.99":     "-999.99..-1 -99.99..-10 -19.99..-10 -19.99..-10 -19.99..-15 -19.99..-19 -19.99..-19.5 -19.99..-19.9",
		"-5":         "-999..-1 -9..-1 -9..-5 -5..-5 -5..-5 -5..-5 -5..-5 -5..-5",
		"0":          "0..0 0..0 0..0 0..0 0..0 0..0 0..0 0..0",
		"1,299,000":  "1000000..999999999 1000000..9999999 1000000..1999999 1000000..1999999 1000000..1499999 1200000..1299999 1250000..1299999 1290000..1299999",
		"2023":       "1000..999999 1000..9999 2000..4999 2000..2999 2000..2499 2000..2099 2000..2049 2020..2029 2000..2099 2020..2029 2023..2023",
		"2023-05-07": "2000..2099 2020..2029 2023..2023 2023-04..2023-06 2023-05..2023-05",
		"0999-12":    "0900..0999 0990..0999 0999..0999 0999-10..0999-12 0999-12..0999-12",
		"10 kg":      "", "1,299": "", "": "", "9999999999999999": "", "0.0000000000000001": "",
	} {
		bins, decimals := BinsOf(text)
		var got []string
		for i, b := range bins {
			name, ok := b.Text(decimals)
			if !ok {
				name = "-"
			}
			got = append(got, name)
			if i > 0 && b.Dated == bins[i-1].Dated && (!b.In(bins[i-1]) || b.Level != bins[i-1].Level+1) {
				t.Errorf("%s: %+v is not in %+v", text, b, bins[i-1])
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
	if name, ok := (Bin{From: 15, To: 20, Exp: -1}).Text(0); ok {
		t.Errorf("whole numbers from 1.5 and below 2: %s", name)
	}
	twenty, _ := BinsOf("20.00")
	if got, _ := twenty[2].Text(2); got != "20..49.99" {
		t.Errorf("among values with two decimals, %s", got)
	}
}

// TestRangesOfManyDecimals: a range ends before the bin behind it, however many decimals some value has.
func TestRangesOfManyDecimals(t *testing.T) {
	t.Parallel()
	for text, next := range map[string]string{"19.990000000000002": "20", "1.2345678901234567": "2", "-19.990000000000002": "-20", "123456789.12345678": "200000000", "0.0000019": "0.000002"} {
		bins, _ := BinsOf(text)
		name, ok := bins[2].Text(25)
		r, is := RangeOf(name)
		at, _ := Of(text)
		behind, _ := Of(next)
		if !ok || !is || !r.Has(at) || r.Has(behind) {
			t.Errorf("%s in %s: %t, without %s: %t", text, name, r.Has(at), next, !r.Has(behind))
		}
	}
}

// FuzzBins: each bin of a value has it, as a range that is read back, but for numbers of more digits than a
// bound has.
func FuzzBins(f *testing.F) {
	for _, text := range []string{"19.90", "-€1.299,00", "1 299 kr", "2024-05-31T12:30:00+02:00", "2024", "0", "0.001", "999999999999999"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		bins, decimals := BinsOf(text)
		q, ok := Of(text)
		if len(bins) > 0 && !ok {
			t.Fatalf("%q is nothing, in %v", text, bins)
		}
		if digits, _, _ := strings.Cut(strconv.FormatFloat(math.Abs(q.At), 'e', -1, 64), "e"); len(digits) > len(".")+maxDigits {
			return
		}
		for _, b := range bins {
			name, ok := b.Text(decimals)
			if !ok {
				continue
			}
			if r, is := RangeOf(name); !is || !r.Has(q) {
				t.Errorf("%q, %v, is not in %s", text, q, name)
			}
		}
	})
}

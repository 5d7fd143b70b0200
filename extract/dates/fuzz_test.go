package dates

import "testing"

// FuzzDates: no text of a page leads to a panic, or to a date before the web.
func FuzzDates(f *testing.F) {
	f.Add("From: Ann\nSubject: Tea\nDate: Sun, 19 Nov 2023 04:34:11 -0000", "published")
	f.Add("2024-05-01T08:30:00+0000", "dt-updated modified")
	f.Add("Updated: ", "")
	f.Fuzz(func(t *testing.T, text, class string) {
		var times Times
		times.Add(Element{Datetime: []byte(text), Class: []byte(class)}, []byte(text))
		times.Add(Element{Title: []byte(text), Class: []byte(class), IsAbbreviation: true}, nil)
		published, modified := times.Dates(false)
		mail := OfMail([]byte(text))
		for _, d := range []int{published.At.Year(), modified.At.Year(), mail.At.Year()} {
			if d != 1 && d < firstYear {
				t.Errorf("%q has a date of %d", text, d)
			}
		}
	})
}

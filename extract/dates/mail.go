package dates

import (
	"bytes"
	"time"

	"github.com/aranea-search/aranea"
)

// Limits of the header of a mail that a page shows.
const (
	maxBefore = 4096 // bytes of text before its date
	maxHeader = 1024 // bytes of text between its fields
)

// mailDates are the forms of the date of a mail (RFC 5322, 3.3).
var mailDates = [...]string{"Mon, _2 Jan 2006 15:04:05 -0700", "_2 Jan 2006 15:04:05 -0700", "Mon, _2 Jan 2006 15:04:05 MST"}

// OfMail returns the date in the header of a mail that a page shows, as archives of mailing lists do
// (MHonArc, public-inbox): the field Date after the field From, beside the field Subject. It is the zero date
// if there is none in the first 4 KB of the text of the page.
func OfMail(text []byte) aranea.Date {
	const date, from, subject = "Date: ", "From: ", "Subject: "
	at := 0
	for {
		i := bytes.Index(text[at:min(len(text), maxBefore)], []byte(date))
		if i < 0 {
			return aranea.Date{}
		}
		at += i
		around := text[max(at-maxHeader, 0):min(at+maxHeader, len(text))]
		at += len(date)
		if when := mailDate(text[at:]); !when.IsZero() && bytes.Contains(around, []byte(from)) && bytes.Contains(around, []byte(subject)) {
			return aranea.Date{At: when, Source: "the mail on the page"}
		}
	}
}

// mailDate returns the date that a text begins with, the zero time for none.
func mailDate(text []byte) time.Time {
	const shortest, longest = len("2 Jan 2006 15:04:05 MST"), len("Mon, 02 Jan 2006 15:04:05 -0700")
	for n := min(longest, len(text)); n >= shortest; n-- {
		for _, form := range mailDates {
			if when, err := time.Parse(form, string(text[:n])); err == nil && when.Year() >= firstYear {
				return when.UTC()
			}
		}
	}
	return time.Time{}
}

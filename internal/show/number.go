package show

import (
	"fmt"
	"strings"
)

// A Whole is an integer type.
type Whole interface {
	~int | ~int32 | ~int64 | ~uint | ~uint32 | ~uint64
}

// Number formats n with commas between thousands: "1,234,567".
func Number[N Whole](n N) string {
	s := fmt.Sprint(n)
	first := 0
	if n < 0 {
		first = 1
	}
	for i := len(s) - 3; i > first; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Count formats a number with its noun, whose plural ends in "s", after a consonant and "y"
// in "ies", and after "ch" in "es": "1 page", "2,000 pages", "3 copies", "4 searches".
func Count[N Whole](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Number(n) + " " + plural(noun)
}

// Found formats how many pages, or other things, a search found, some of which contain only some
// of the words: "3 pages with all the words, at least 200 with some". With more the numbers are
// lower bounds; the number with all the words is exact if there are others. With apart those
// with some may contain all the words of a run of characters without spaces, but not side by
// side.
func Found(total, some int, more, apart bool, noun string) string {
	least, all, together := "", "", ""
	if more {
		least = "at least "
	}
	if apart {
		all = " or with all apart"
		together = " together"
	}
	switch full := total - some; {
	case some <= 0:
		return least + Count(total, noun)
	case full <= 0:
		return least + Count(some, noun) + " with some of the words" + all + ", none with all" + together
	default:
		return Count(full, noun) + " with all the words, " + least + Number(some) + " with some" + all
	}
}

// CountVerb formats a number with its noun and the matching form of the verb: "1 page waits", "2
// pages wait".
func CountVerb[N Whole](n N, noun, one, many string) string {
	if n == 1 {
		return Count(n, noun) + " " + one
	}
	return Count(n, noun) + " " + many
}

func plural(noun string) string {
	n := len(noun)
	if n >= 2 && noun[n-1] == 'y' {
		switch noun[n-2] {
		case 'a', 'e', 'i', 'o', 'u':
		default:
			return noun[:n-1] + "ies"
		}
	}
	if strings.HasSuffix(noun, "ch") {
		return noun + "es"
	}
	return noun + "s"
}

// Bytes formats a size with three digits in decimal units: "812 bytes", "1.05 MB", "36.4 GB".
func Bytes[N Whole](n N) string {
	if n < 1000 {
		return Count(n, "byte")
	}
	v, unit := float64(n)/1000, 0
	for ; v >= 999.5 && unit < len(units)-1; unit++ {
		v /= 1000
	}
	digits := 2
	switch {
	case v >= 99.95:
		digits = 0
	case v >= 9.995:
		digits = 1
	}
	return fmt.Sprintf("%.*f %s", digits, v, units[unit])
}

var units = [...]string{"kB", "MB", "GB", "TB", "PB", "EB"}

package ocr

import (
	"os"
	"time"
)

// A clock tells whether the time of a document is enough for another page.
type clock struct {
	began, at       time.Time
	wall, processor time.Duration // what there is
	used            time.Duration // of the processor
	longest         time.Duration // page, by the clock
	dearest         time.Duration // page, of the processor
}

// newClock returns the clock of a document that may take so long by the clock, and a fifth of that
// of the processor.
func newClock(wall time.Duration, now time.Time) *clock {
	return &clock{began: now, at: now, wall: wall - wall/spare, processor: (wall - wall/spare) / share}
}

// took adds what a page took: its program, which began at an instant and whose state is nil if it did
// not start, and drawing before that, which is counted by the clock.
func (c *clock) took(began time.Time, program *os.ProcessState, now time.Time) {
	all, processor := now.Sub(c.at), began.Sub(c.at)
	if program != nil {
		processor += program.UserTime() + program.SystemTime()
	}
	c.at = now
	c.used += processor
	c.longest, c.dearest = max(c.longest, all), max(c.dearest, processor)
}

// forAnother reports whether there is time for another page like the longest one.
func (c *clock) forAnother(now time.Time) bool {
	return now.Sub(c.began)+c.longest <= c.wall && c.used+c.dearest <= c.processor
}

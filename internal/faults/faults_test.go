package faults

import (
	"errors"
	"strings"
	"testing"
)

// TestLines: each setting and element of a list is found, in tables of every form; what is not there is told as of the
// last line.
func TestLines(t *testing.T) {
	t.Parallel()
	at := LinesOf([]byte(`a = "x"
b.c = 1
list = ["one",
  "two",
]

[table]
inline = { x = 1, y = [
  "z"] }
"d.e" = true
[[many]]
f = 1
`))
	for want, got := range map[int][]int{
		1:  {at.Of("a")},
		2:  {at.Of("b", "c"), at.Of("b")},
		3:  {at.Of("list"), at.Element(0, "list")},
		4:  {at.Element(1, "list")},
		7:  {at.Of("table")},
		8:  {at.Of("table", "inline"), at.Of("table", "inline", "x"), at.Of("table", "inline", "y")},
		9:  {at.Element(0, "table", "inline", "y")},
		10: {at.Of("table", "d.e")},
		11: {at.Of("many")},
		12: {at.Of("many", "f"), at.Of("none"), at.Of("table", "d", "e"), at.Element(2, "none")},
	} {
		for i, line := range got {
			if line != want {
				t.Errorf("%d. on line %d: %d", i+1, want, line)
			}
		}
	}
	if !at.Has("table", "inline") || at.Has("inline") || LinesOf(nil).Of("a") != 1 {
		t.Error("what is there is not told from what is not")
	}
}

// TestList: faults are told by line, and of many the first ones.
func TestList(t *testing.T) {
	t.Parallel()
	var l List
	if l.Add(3, nil); l.Err() != nil {
		t.Errorf("no fault: %v", l.Err())
	}
	l.Add(9, errors.New("late"))
	l.Add(2, errors.New("early"))
	l.Add(2, errors.New("second"))
	if got := l.Err().Error(); got != "line 2: early; line 2: second; line 9: late" {
		t.Error(got)
	}
	for range most {
		l.Add(1, errors.New("one of many"))
	}
	if got := l.Err().Error(); strings.Count(got, "one of many") != most || !strings.HasSuffix(got, "; and 3 more faults") {
		t.Error(got)
	}
}

package mirror_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/mirror"
)

// day0 is when the mirror of these tests joined its group.
var day0 = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

func at(days float64) time.Time { return day0.Add(time.Duration(days * 24 * float64(time.Hour))) }

// glued returns a mirror with evidence.
func glued() *mirror.Record {
	r := &mirror.Record{Origin: "http://www.a.test", Main: "http://a.test", Since: day0, Home: "http://a.test"}
	r.Watch("http://a.test")
	return r
}

// check lets a due check compare paths and returns its verdict.
func check(t *testing.T, r *mirror.Record, now time.Time, answers string) mirror.Verdict {
	t.Helper()
	for i, c := range answers {
		path := fmt.Sprintf("/%d", i)
		if !r.AskCheck(path, now) || r.AskCheck(path, now) || !r.IsChecked(path) {
			t.Fatalf("%s at %s is not asked for once", path, now)
		}
		a, answered := map[rune]mirror.Answered{'s': mirror.AnswerSame, 'd': mirror.AnswerDiffers, 'u': mirror.AnswerUnknown}[c]
		if !answered {
			continue
		}
		if r.SawChecked(path, a); r.IsChecked(path) {
			t.Fatalf("%s is asked for once more", path)
		}
	}
	return r.EndCheck(now.Add(25 * time.Hour))
}

// TestCheck tests the verdict of a check a day after it began, and when the next check is due. A
// question mark is a path without an answer.
func TestCheck(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, answers string
		want          mirror.Verdict
		next          float64 // days from joining the group to the next check
	}{
		{"all the same", "ssssssssssss", mirror.Agrees, 8 + 1/24. + 14},
		{"one page differs", "sssssssssssd", mirror.Agrees, 8 + 1/24. + 14},
		{"a quarter differs", "sssssssssddd", mirror.Agrees, 8 + 1/24. + 14},
		{"a third differs", "ssssssssdddd", mirror.Doubted, 8 + 1/24. + 1},
		{"a small site, all differ", "ddd", mirror.Doubted, 8 + 1/24. + 1},
		{"two pages are too few", "dd", mirror.Undecided, 0},
		{"nothing can be compared", "uuuuuuuuuuuu", mirror.Agrees, 8 + 1/24. + 7},
		{"two can be compared", "dduuuuuuuuuu", mirror.Agrees, 8 + 1/24. + 7},
		{"one is not answered", "ddd?", mirror.Undecided, 0},
	} {
		r := glued()
		if r.AskCheck("/0", at(6.9)) {
			t.Fatal("a check begins before it is due")
		}
		if got := check(t, r, at(7), tt.answers); got != tt.want {
			t.Errorf("%s: verdict %d, want %d", tt.name, got, tt.want)
		}
		if got := r.Check.Due.Sub(day0).Hours() / 24; tt.want != mirror.Undecided && (got < tt.next-0.01 || got > tt.next+0.01) {
			t.Errorf("%s: the next check is due after %.2f days, want %.2f", tt.name, got, tt.next)
		}
		if r.Main == "" || r.Other("http://a.test") == nil {
			t.Errorf("%s: one check splits them", tt.name)
		}
		if late := r.EndCheck(at(22)); (late == mirror.Undecided) == (tt.want == mirror.Undecided) {
			t.Errorf("%s: after two weeks the verdict is %d", tt.name, late)
		}
	}
}

// TestTwoChecksSplit checks that two consecutive checks that disagree separate the two origins
// and delete the evidence; a check that agrees in between removes the doubt, and one that
// compares nothing does not.
func TestTwoChecksSplit(t *testing.T) {
	t.Parallel()
	const none, all = "ssss", "dddd"
	for _, tt := range []struct {
		checks []string
		want   mirror.Verdict
	}{
		{[]string{all, all}, mirror.Differs},
		{[]string{all, none, all}, mirror.Doubted},
		{[]string{none, none, all, all}, mirror.Differs},
		{[]string{all, "uuuuuuuuuuuu"}, mirror.Doubted},
		{[]string{all, "uuuuuuuuuuuu", all}, mirror.Differs},
	} {
		r, got := glued(), mirror.Undecided
		for _, answers := range tt.checks {
			now := day0.Add(7 * 24 * time.Hour)
			if r.Check != nil {
				now = r.Check.Due
			}
			got = check(t, r, now, answers)
		}
		if got != tt.want {
			t.Errorf("%v: verdict %d, want %d", tt.checks, got, tt.want)
		}
		if got != mirror.Differs {
			continue
		}
		main := r.Main
		r.Leave(at(30))
		if r.Main = ""; r.Other(main) != nil || r.Home != "" {
			t.Errorf("%v: what glued it is remembered: %+v", tt.checks, r)
		}
		name, text := r.Standing()
		if name != "No mirror any more" || !strings.Contains(text, "4 of 4 paths") || !strings.Contains(text, "/0 /1 /2") {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// TestChecksThatAreNotDue checks that a decision of the operator needs no check, that a changed
// robots file makes a check due, and that checks become rare.
func TestChecksThatAreNotDue(t *testing.T) {
	t.Parallel()
	r := glued()
	if r.Glued = r.Main; r.AskCheck("/", at(100)) || r.HastenCheck(at(1)) {
		t.Error("what the operator glued is checked")
	}
	r = glued()
	if !r.HastenCheck(at(1)) || r.HastenCheck(at(2)) || !r.AskCheck("/", at(2)) {
		t.Error("another robots file makes no check due")
	}
	r = glued()
	if check(t, r, at(7), "dddddddddddd"); r.HastenCheck(at(8.1)) || r.AskCheck("/", at(9)) {
		t.Error("another robots file takes the day between two checks away")
	}
	r = glued()
	last, rest := at(7), time.Duration(0)
	for range 10 {
		check(t, r, last, "sssssssssssss"[:mirror.MaxChecked])
		next := r.Check.Due
		if rest = next.Sub(last); rest < 14*24*time.Hour {
			t.Errorf("%s between two checks", rest)
		}
		last = next
	}
	if rest < 90*24*time.Hour || rest > 92*24*time.Hour {
		t.Errorf("in the end %s lie between two checks", rest)
	}
	data, err := r.Encode()
	if err != nil || len(data) > 4096 {
		t.Fatalf("%d bytes, %v", len(data), err)
	}
	if back, err := mirror.Decode(data); err != nil || len(back.Check.Paths) != mirror.MaxChecked || !back.Check.Due.Equal(r.Check.Due) {
		t.Errorf("it is read as %+v, %v", back.Check, err)
	}
}

// TestBackInGroup checks that an origin that has left a group because of checks needs more equal
// texts than at first to join it again, but not to stay in it.
func TestBackInGroup(t *testing.T) {
	t.Parallel()
	left := &mirror.Left{Main: "http://a.test"}
	for _, tt := range []struct {
		name string
		r    mirror.Record
		want int
	}{
		{"never glued", mirror.Record{}, 3},
		{"left", mirror.Record{Left: left}, 12},
		{"left another", mirror.Record{Left: &mirror.Left{Main: "http://b.test"}}, 3},
		{"left and back", mirror.Record{Left: left, Main: "http://a.test"}, 3},
	} {
		r, main, texts := &tt.r, &mirror.Record{Origin: "http://a.test"}, 0
		for r.Origin = "https://a.test"; mirror.Judge(r, main) == "" && texts < 99; texts++ {
			r.SawText("http://a.test", fmt.Sprintf("/%d", texts), aranea.Fingerprint{byte(texts), 1}, true)
		}
		if texts != tt.want || mirror.Judge(main, r) == "" {
			t.Errorf("%s: glued after %d equal texts, want %d", tt.name, texts, tt.want)
		}
	}
}

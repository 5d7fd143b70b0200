package calendar_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/extract/calendar"
	"github.com/aranea-search/aranea/extract/content/contenttest"
)

// file returns a calendar with some lines.
func file(lines ...string) []byte {
	return []byte("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + strings.Join(lines, "\r\n") + "\r\nEND:VCALENDAR\r\n")
}

func TestRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		lines []string
		lang  string
		want  string
	}{
		{"one event", []string{"BEGIN:VTIMEZONE", "TZID:CET", "BEGIN:STANDARD", "DTSTART:20001029T040000", "END:STANDARD", "END:VTIMEZONE",
			"BEGIN:VEVENT", "UID:1", "DTSTART;TZID=CET:20261129T090000", `SUMMARY:Looms\, old and new`, "LOCATION:Blue Room", `DESCRIPTION:How they work.\n\nBring wool\; we have needles.`,
			"CREATED:20261001T080000Z", "LAST-MODIFIED:20261002T080000Z", "URL:https://a.test/looms", "END:VEVENT"},
			"", "title(Looms, old and new) anchor(https://a.test/looms) text(https://a.test/looms) text(2026-11-29 09:00) text(Blue Room) text(How they work.) text(Bring wool; we have needles.) [https://a.test/looms]https://a.test/looms published 2026-10-01 (CREATED) modified 2026-10-02 (LAST-MODIFIED)"},
		{"events of a calendar with a name", []string{"X-WR-CALNAME:Town hall", "X-WR-CALDESC:What is on",
			"BEGIN:VEVENT", "DTSTART;VALUE=DATE:20261201", "SUMMARY;LANGUAGE=de:Chor", "URL:/chor", "CATEGORIES:Musik,Abend", "CATEGORIES:Saal", "END:VEVENT",
			"BEGIN:VTODO", "SUMMARY:Lamps", "END:VTODO", "BEGIN:VFREEBUSY", "SUMMARY:nobody", "END:VFREEBUSY"},
			"de", "title(Town hall) text(What is on) anchor(Chor) h2(Chor) text(2026-12-01) keywords(Musik, Abend, Saal) h2(Lamps) [Chor]/chor"},
		{"the name of RFC 7986 5.1", []string{"NAME:Fairs", "BEGIN:VEVENT", "SUMMARY:Fair", "END:VEVENT"}, "", "title(Fairs) h2(Fair)"},
		{"folded lines, in the middle of a word", []string{"BEGIN:VEVENT", "SUMMARY:A long na", " me of", "\t  an event", "END:VEVENT"}, "", "title(A long name of an event)"},
		{"quoted parameters", []string{"BEGIN:VEVENT", `SUMMARY;ALTREP="http://a.test/x;y:z";LANGUAGE="fr":Nom`, "END:VEVENT"}, "fr", "title(Nom)"},
		{"an alarm is not the event", []string{"BEGIN:VEVENT", "BEGIN:VALARM", "DESCRIPTION:Reminder", "SUMMARY:Ring", "END:VALARM", "SUMMARY:Tea", "END:VEVENT"}, "", "title(Tea)"},
		{"days of one event", []string{"BEGIN:VEVENT", "SUMMARY:Choir", "DTSTART:20261201T190000", "END:VEVENT", "BEGIN:VEVENT", "SUMMARY:Choir", "DTSTART:20261208T190000Z", "END:VEVENT"}, "", "title(Choir) text(2026-12-01 19:00, 2026-12-08 19:00)"},
		{"what its owner closes", []string{"BEGIN:VEVENT", "SUMMARY:Dentist", "CLASS:PRIVATE", "CLASS:PUBLIC", "END:VEVENT", "BEGIN:VEVENT", "SUMMARY:Fair", "CLASS:PUBLIC", "END:VEVENT"}, "", "title(Fair)"},
		{"a description in HTML", []string{"BEGIN:VEVENT", "SUMMARY:Fair", `DESCRIPTION:<p>See <a href="/map">the map</a>.</p><script>x</script>`, "END:VEVENT"}, "", "title(Fair) anchor(the map) text(See the map.) [the map]/map"},
		{"escapes, and no day", []string{"BEGIN:VEVENT", `SUMMARY:C:\\new`, "DTSTART:soon", "END:VEVENT"}, "", `title(C:\new)`},
		{"nothing", nil, "", ""},
		{"a search that found nothing", []string{"X-WR-CALNAME:Due dates", "X-WR-CALDESC:Queue = 'Tools'", "BEGIN:VTIMEZONE", "TZID:CET", "END:VTIMEZONE"}, "", ""},
	} {
		r, err := calendar.Read(file(tt.lines...), contenttest.Limits())
		if got := contenttest.Show(&r); got != tt.want || err != nil || r.Lang != tt.lang || r.Limited || r.Reader != calendar.Reader {
			t.Errorf("%s: %s in %q, %v; want %s", tt.name, got, r.Lang, err, tt.want)
		}
	}
}

// TestBroken: what breaks off is read so far, and what is open without an end ends nothing else.
func TestBroken(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Fa\n ir":                                           "title(Fair)",
		"\xEF\xBB\xBFBEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Fair\nBEGIN:VEVENT\nSUMMARY:x":         "title(Fair)",
		"BEGIN:VCALENDAR\nno line\nEND:VEVENT\nEND:X\nBEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Fair": "title(Fair)",
		"BEGIN:VCALENDAR\n" + strings.Repeat("BEGIN:X\n", 1000) + "SUMMARY:x":                      "",
	} {
		r, err := calendar.Read([]byte(body), contenttest.Limits())
		if got := contenttest.Show(&r); got != want || err != nil {
			t.Errorf("%.60q: %s, %v; want %s", body, got, err, want)
		}
	}
}

// TestLimit: a calendar of more events than are read says so.
func TestLimit(t *testing.T) {
	t.Parallel()
	var lines []string
	for i := range 10_001 {
		lines = append(lines, "BEGIN:VEVENT", fmt.Sprintf("SUMMARY:%d", i), "URL:/x", "END:VEVENT")
	}
	limits := contenttest.Limits()
	limits.Text, limits.Elements, limits.Links = 1<<20, 1<<20, 1<<20
	r, err := calendar.Read(file(lines...), limits)
	if text := string(r.Text); !r.Limited || err != nil || !strings.Contains(text, "9999\n") || strings.Contains(text, "10000") {
		t.Errorf("limited %v, %v", r.Limited, err)
	}
	if _, all := calendar.Pages(file(lines...)); all {
		t.Error("its pages stand in for all events")
	}
}

// TestManyKeywords: lines of keywords beyond what is kept cost no more than reading them, so that a file
// full of them, which has a few kilobytes on its way, holds up no crawl.
func TestManyKeywords(t *testing.T) {
	t.Parallel()
	lines := append(append([]string{"BEGIN:VEVENT", "SUMMARY:Fair"}, slices.Repeat([]string{"CATEGORIES:wool"}, 20_000)...), "END:VEVENT")
	body, limits := file(lines...), contenttest.Limits()
	limits.Title = len(body)
	r, err := calendar.Read(body, limits)
	if n := strings.Count(string(r.Text), "wool"); n < 100 || n > 1000 || err != nil {
		t.Errorf("%d keywords, %v", n, err)
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		lines []string
		want  []string
		all   bool
	}{
		{"each event has one", []string{"BEGIN:VEVENT", "URL;VALUE=URI:/a", "END:VEVENT", "BEGIN:VEVENT", "URL:/b", "END:VEVENT", "BEGIN:VEVENT", "URL:/a", "END:VEVENT"}, []string{"/a", "/b"}, true},
		{"one has none", []string{"BEGIN:VEVENT", "URL:/a", "END:VEVENT", "BEGIN:VEVENT", "SUMMARY:x", "END:VEVENT"}, []string{"/a"}, false},
		{"one that is closed has none", []string{"BEGIN:VEVENT", "URL:/a", "END:VEVENT", "BEGIN:VEVENT", "CLASS:PRIVATE", "URL:/b", "END:VEVENT"}, []string{"/a"}, true},
		{"no event", []string{"URL:/a"}, nil, false},
	} {
		if got, all := calendar.Pages(file(tt.lines...)); !slices.Equal(got, tt.want) || all != tt.all {
			t.Errorf("%s: %q, %v; want %q, %v", tt.name, got, all, tt.want, tt.all)
		}
	}
}

func TestSniff(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{
		"BEGIN:VCALENDAR\r\nVERSION:2.0": true, "\xEF\xBB\xBF\n begin:vcalendar\n": true,
		"BEGIN:VCALENDAR": false, "BEGIN:VCALENDARS\n": false, "BEGIN:VCARD\n": false, "A file begins with\nBEGIN:VCALENDAR\n": false, "": false,
	} {
		if got := calendar.Sniff([]byte(body)); got != want {
			t.Errorf("%q: %v", body, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(file("X-WR-CALNAME:x", "BEGIN:VEVENT", "SUMMARY;LANGUAGE=\"d:e\":y", " z", "DTSTART:20261201", `DESCRIPTION:<b>\n</b>`, "URL:/a", "BEGIN:VALARM", "END:VALARM", "END:VEVENT"))
	f.Fuzz(func(t *testing.T, body []byte) {
		r, err := calendar.Read(body, contenttest.Limits())
		if err != nil || len(r.Text) > contenttest.Limits().Text {
			t.Fatalf("%d bytes, %v", len(r.Text), err)
		}
		calendar.Pages(body)
	})
}

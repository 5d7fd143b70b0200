package filter_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/filter"
	"github.com/aranea-search/aranea/weburl"
)

// TestEnding: the extension of a kind of files stands for that kind with the extension in the URL;
// one that no format has for texts whose names end so; a kind and a format for themselves.
func TestEnding(t *testing.T) {
	t.Parallel()
	for text, kind := range map[string]string{"bmp": "image", ".BMP": "image", "mp3": "audio", "7z": "archive", "exe": "program", "image": "", "pdf": "", "docm": "", "txt": "", "c++": "", "": ""} {
		var want []string
		if kind != "" {
			want = []string{segment.PrefixFilter + "type:" + kind, segment.PrefixURL + map[string]string{".BMP": "bmp"}[text]}
			if text != ".BMP" {
				want[1] = segment.PrefixURL + text
			}
		}
		if got := filter.Ending(query.FileType, text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if got := filter.IsKind(text); got != (kind != "" || text == "image") {
			t.Errorf("%q is a kind: %t", text, got)
		}
	}
	for text, ending := range map[string]string{".CSV": "csv", "svg": "svg", "docm": "", "image": "", "pdf": "", "c++": "", "": ""} {
		want := ""
		if ending != "" {
			want = segment.PrefixFilter + "ending:" + ending
		}
		if got := filter.TextEnding(query.FileType, text); got != want {
			t.Errorf("texts: %q: %q, want %q", text, got, want)
		}
	}
	if got := filter.Ending(query.Site, "bmp"); got != nil {
		t.Errorf("of a site: %q", got)
	}
}

func TestFits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text, url string
		want      bool
	}{
		{"bmp", "http://a.test/x.bmp", true},
		{".bmp", "http://a.test/X.BMP?size=1", true},
		{"bmp", "http://a.test/bmp/x.png", false},
		{"bmp", "http://a.test/xbmp", false},
		{"image", "http://a.test/x.bmp", true},
		{"pdf", "http://a.test/x.bmp", true},
	} {
		u, err := weburl.Parse(tt.url)
		if err != nil {
			t.Fatal(err)
		}
		if got := filter.Fits(tt.text, u); got != tt.want {
			t.Errorf("%s of %s: %t", tt.text, tt.url, got)
		}
	}
}

func TestDates(t *testing.T) {
	t.Parallel()
	at := uint32(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).Unix())
	if from, to := filter.Dates(query.Before, "2020"); from != 1 || to != at {
		t.Errorf("before: from %d to %d", from, to)
	}
	if from, to := filter.Dates(query.After, "2020"); from != at || to != math.MaxUint32 {
		t.Errorf("after: from %d to %d", from, to)
	}
	if from, to := filter.Dates(query.Before, "1900"); from != 1 || to != 1 {
		t.Errorf("before all dates: from %d to %d", from, to)
	}
}

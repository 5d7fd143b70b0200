package robotsfile_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/aranea-search/aranea/engine/robotsfile"
	"github.com/aranea-search/aranea/robotstxt/acquire"
)

// TestThereAndBack checks that converting a copy to a File and back does not change it.
func TestThereAndBack(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	for _, class := range []acquire.Class{acquire.ClassRules, acquire.ClassUnavailable, acquire.ClassUnreachable, acquire.ClassForbidden} {
		c := acquire.Copy{
			Class: class, Status: 200, Body: []byte("User-agent: *"), Hash: [32]byte{7}, FetchedAt: at, CheckedAt: at, Expires: at.Add(time.Hour),
			DownSince: at, Failures: 3, Truncated: true, Detail: "x", Good: acquire.ClassRules, WebPage: true,
		}
		f := robotsfile.Of(&c)
		if back := f.Copy(); !reflect.DeepEqual(back, c) {
			t.Errorf("%+v\nbecame %+v", c, back)
		}
	}
	strange := robotsfile.File{Class: "new", Status: 5000, Failures: -1, SHA256: "no"}
	if c := strange.Copy(); c.Class != acquire.ClassUnknown || c.Status != 999 || c.Failures != 0 || c.Hash != [32]byte{} {
		t.Errorf("%+v", c)
	}
}

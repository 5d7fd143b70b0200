package acquire

import (
	"errors"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// TestFetchOf checks what is used of an answer.
func TestFetchOf(t *testing.T) {
	t.Parallel()
	header := http.Header{}
	header.Set("Content-Type", "text/plain")
	header.Add("Cache-Control", "no-cache")
	header.Add("Cache-Control", "max-age=5")
	header.Set("Expires", "0")
	header.Set("Retry-After", "120")
	header.Set("Location", "/other")
	want := Fetch{Status: 200, Body: []byte("x"), ContentType: "text/plain", CacheControl: "no-cache, max-age=5", Expires: "0", RetryAfter: "120", Location: true}
	if got := FetchOf(200, header, strings.NewReader("x")); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := FetchOf(404, nil, http.NoBody); got.Status != 404 || got.Location || got.Broken || got.Truncated {
		t.Errorf("an empty answer: %+v", got)
	}
	endless := FetchOf(200, nil, io.MultiReader(strings.NewReader(strings.Repeat("# x\n", robotstxt.MaxBody)), iotest.ErrReader(errors.New("read on"))))
	if !endless.Truncated || endless.Broken || len(endless.Body) != robotstxt.MaxBody+1 {
		t.Errorf("a long answer: %d bytes, cut %v, broken %v", len(endless.Body), endless.Truncated, endless.Broken)
	}
	broken := FetchOf(200, nil, io.MultiReader(strings.NewReader("User-agent: *\n"), iotest.ErrReader(errors.New("gone"))))
	if c, _ := Next(dialect.RFC9309(), Copy{}, broken, noon); !broken.Broken || broken.Detail != "gone" || c.Class != ClassUnreachable {
		t.Errorf("an answer that breaks off: %+v, %s", broken, c.Class)
	}
}

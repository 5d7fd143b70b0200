package acquire

import (
	"io"
	"strings"

	"github.com/aranea-search/aranea/robotstxt"
)

// FetchOf returns the description of an answer, given its status, its header, in the form of
// http.Header, and its body, of which it reads at most robotstxt.MaxBody bytes and one more. It
// closes nothing.
//
//	f := acquire.FetchOf(res.StatusCode, res.Header, res.Body)
//
// The caller sets Hops and SiteDown. If there was no answer, use a Fetch with only a Detail.
func FetchOf(status int, header map[string][]string, body io.Reader) Fetch {
	read, err := io.ReadAll(io.LimitReader(body, robotstxt.MaxBody+1))
	f := FetchOfBytes(status, header, read)
	if err != nil {
		f.Broken, f.Detail = true, err.Error()
	}
	return f
}

// FetchOfBytes is FetchOf for a body that has already been read. The Fetch keeps it.
func FetchOfBytes(status int, header map[string][]string, body []byte) Fetch {
	field := func(name string) string { return strings.Join(header[name], ", ") }
	return Fetch{
		Status: status, Body: body, Truncated: len(body) > robotstxt.MaxBody,
		ContentType: field("Content-Type"), CacheControl: field("Cache-Control"),
		Expires: field("Expires"), RetryAfter: field("Retry-After"), Location: field("Location") != "",
	}
}

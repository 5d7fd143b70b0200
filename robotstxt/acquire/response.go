package acquire

import (
	"io"
	"strings"

	"github.com/aranea-search/aranea/robotstxt"
)

// FetchOf reads the facts of an answer: its status, its header, as http.Header is
// one, and its body, of which it reads robotstxt.MaxBody bytes and one more at
// most. It closes nothing.
//
//	f := acquire.FetchOf(res.StatusCode, res.Header, res.Body)
//
// Hops and SiteDown are the caller's to fill in. Where no answer came, a Fetch with
// nothing but a Detail says so.
func FetchOf(status int, header map[string][]string, body io.Reader) Fetch {
	read, err := io.ReadAll(io.LimitReader(body, robotstxt.MaxBody+1))
	f := FetchOfBytes(status, header, read)
	if err != nil {
		f.Broken, f.Detail = true, err.Error()
	}
	return f
}

// FetchOfBytes is FetchOf for a body that was read before. The Fetch keeps it.
func FetchOfBytes(status int, header map[string][]string, body []byte) Fetch {
	field := func(name string) string { return strings.Join(header[name], ", ") }
	return Fetch{
		Status: status, Body: body, Truncated: len(body) > robotstxt.MaxBody,
		ContentType: field("Content-Type"), CacheControl: field("Cache-Control"),
		Expires: field("Expires"), RetryAfter: field("Retry-After"), Location: field("Location") != "",
	}
}

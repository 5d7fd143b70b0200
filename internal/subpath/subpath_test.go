package subpath

import (
	"net/url"
	"path"
	"strings"
	"testing"
)

// TestOf checks which paths lie below a folder, however a server decodes and resolves them.
func TestOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		folder, path string
		want         bool
	}{
		{"/", "/", true},
		{"/", "/x", true},
		{"/private/", "/private/", true},
		{"/private/", "/private/x/y", true},
		{"/private", "/private", true},
		{"/private", "/private/x", true},
		{"/private", "/privateer", false},
		{"/private/", "/private", false},
		{"/private/", "/public/", false},
		{"/private/", "/private/a%2Fb", true},
		{"/private/", "/private/a%2F..%2Fb", true},
		{"/private/", "/private/100%", true},
		{"/private/", "/private/100%zz", true},
		{"/private/", "/private/50%25", true},
		{"/private/", "/private/...", true},
		{"/private/", "/private/a..b;c/d", true},
		{"/private/", "/private/..%2Fpublic/x", false},
		{"/private/", "/private/..%2fpublic", false},
		{"/private", "/private/..%2fpublic", false},
		{"/private/", "/private/a/..%2f..%2fpublic", false},
		{"/private/", "/private/a%2f%2f..%2f..%2fpublic", false},
		{"/private/", "/private/..%5Cpublic", false},
		{"/private/", "/private/%252e%252e/public", false},
		{"/private/", "/private/..%252fpublic", false},
		{"/private/", "/private/..;/public", false},
		{"/private/", "/private/..;a=b/public", false},
		{"/private/", "/private/..%3b/public", false},
		{"/private/", "/private/%2525252525x", false},
		{"/", "/..%2f..%2fetc", false},
	} {
		if got := Of(tt.folder, tt.path); got != tt.want {
			t.Errorf("%s below %s: %t, want %t", tt.path, tt.folder, got, tt.want)
		}
	}
}

// TestEscapes checks which paths have other folders for a server that decodes them.
func TestEscapes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"/": false, "/a/k.txt": false, "/a%20b/k.txt": false, "/50%25/k": false, "/100%": false,
		"/a%2Fk.txt": true, "/a%2fk.txt": true, "/a%5Ck.txt": true, "/a%252Fk.txt": true, "/a%25252525252Fk.txt": true,
	} {
		if got := Escapes(text); got != want {
			t.Errorf("%s: %t, want %t", text, got, want)
		}
	}
}

// FuzzOf checks that what lies below a folder lies there for a server that decodes once and resolves, and
// for one that does so twice.
func FuzzOf(f *testing.F) {
	for _, s := range []string{"/p/..%2fx", "/p/%252e%252e/x", "/p/a%2f..%5c..", "/p/%", "/p/a;b/..;c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !Of("/p/", text) {
			return
		}
		for range 2 {
			decoded, err := url.PathUnescape(text)
			if err != nil {
				return
			}
			if text = decoded; !strings.HasPrefix(path.Clean(strings.ReplaceAll(text, `\`, "/"))+"/", "/p/") {
				t.Errorf("%q leads out of /p/", text)
			}
		}
	})
}

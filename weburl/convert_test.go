package weburl

import (
	"errors"
	"net/http"
	"net/url"
	"testing"
)

// TestConvert checks that a URL and its net/url form have the same text and send the same
// request.
func TestConvert(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"http://example.org/", "https://example.org:8443/a/b?c=d&e", "http://example.org/?", "http://[::1]:8080/x", "http://example.org/50%", "http://example.org/a%zz?%",
		"http://example.org/a%2Fb", "http://example.org/%7Ea;b", "http://example.org//x", "http://example.org/a[b]|c", "https://xn--e1afmkfd.example/",
	} {
		u := MustParse(s)
		v := u.URL()
		if v.String() != u.String() {
			t.Errorf("%s becomes %s", u, v)
		}
		req, err := http.NewRequest(http.MethodGet, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		if req.URL = v; req.URL.Host != u.Origin().authority() {
			t.Errorf("%s is sent to %s", u, req.URL.Host)
		}
		if sent := v.RequestURI(); sent != u.Target() && sent != u.String() {
			t.Errorf("%s is sent as %s", u, sent)
		}
		if back, err := FromURL(v); err != nil || back != u {
			t.Errorf("%s comes back as %s, %v", u, back, err)
		}
	}
	if (URL{}).URL().String() != "" {
		t.Error("the zero URL is something")
	}
	var e *Error
	if _, err := FromURL(&url.URL{Scheme: "ftp", Host: "a.test"}); !errors.As(err, &e) || e.Problem != ProblemScheme {
		t.Errorf("ftp: %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("MustParse takes what is no URL")
		}
	}()
	MustParse("http://")
}

package hostnames

import "testing"

func TestAllows(t *testing.T) {
	t.Parallel()
	names := Of([]string{"Search.Example.org", "bücher.example:8080", ""})
	for host, want := range map[string]bool{
		"localhost": true, "LOCALHOST.:8080": true, "127.0.0.1:8080": true, "[::1]:8080": true, "[::1]": true, "192.0.2.7": true,
		"search.example.org": true, "search.example.org.:443": true, "xn--bcher-kva.example": true,
		"": false, "example.org": false, "evil.example:80": false, "search.example.org.evil.example": false, "[": false,
	} {
		if names.Allows(host) != want {
			t.Errorf("%q: allowed %t", host, !want)
		}
	}
}

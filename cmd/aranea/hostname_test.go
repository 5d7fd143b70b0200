package main

import "testing"

func TestShown(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, in, want string }{
		{"plain", "http://example.org/xn--80aqfsv", "http://example.org/xn--80aqfsv"},
		{"Cyrillic", "http://xn--80aqfsv.test/a?b", "http://пауки.test/a?b"},
		{"with a port", "http://xn--80aqfsv:8080/", "http://пауки:8080/"},
		{"an origin", "https://xn--zc2ave.test", "https://蜘蛛.test"},
		{"Latin with marks", "https://xn--bcher-kva.example/", "https://bücher.example/"},
		{"Japanese writes with three scripts", "https://xn--eckwd4c7cu47r2wf.test/", "https://ドメイン名例.test/"},
		{"scripts mixed in one label: pаypal", "https://xn--pypal-4ve.com/", "https://xn--pypal-4ve.com/"},
		{"all letters look like Latin ones: аррӏе", "https://xn--80ak6aa92e.com/", "https://xn--80ak6aa92e.com/"},
		{"labels of two scripts", "https://xn--bcher-kva.xn--80aqfsv.test/", "https://bücher.пауки.test/"},
		{"not decodable", "https://xn--a/", "https://xn--a/"},
		{"no URL", "xn--80aqfsv.test", "xn--80aqfsv.test"},
	} {
		if got := shown(tt.in); got != tt.want {
			t.Errorf("%s: shown(%q) = %q, want %q", tt.name, tt.in, got, tt.want)
		}
	}
}

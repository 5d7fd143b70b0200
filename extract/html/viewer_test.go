package html

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// TestScriptsOfViewers: a script of the site that starts a viewer is followed, for what it names.
func TestScriptsOfViewers(t *testing.T) {
	t.Parallel()
	const body = `<a href=x.html>x</a><div id="swagger-ui"></div><script src="./swagger-ui-bundle.js"></script><script src="./swagger-initializer.js"></script>
		<script src="http://b.test/swagger-init.js"></script><template><script src=openapi-init.js></script></template>`
	var got []string
	for _, l := range parsed(t, body).Links {
		if l.How == aranea.HowScript {
			got = append(got, l.URL.String())
		}
	}
	if g := strings.Join(got, " "); g != "http://a.test/swagger-initializer.js" {
		t.Errorf("%q", g)
	}
}

// TestDescriptionsOfInterfaces: the description that a page shows by a script is a document in it.
func TestDescriptionsOfInterfaces(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, body, want string }{
		{"an element", `<redoc spec-url="/v1/api.yaml"></redoc>`, "http://a.test/v1/api.yaml"},
		{"an element with an entity", `<elements-api apiDescriptionUrl="openapi.json?a=1&amp;b=2" router="hash">`, "http://a.test/openapi.json?a=1&b=2"},
		{"the script that shows it", `<script id="api-reference" data-url="/openapi.json"></script>`, "http://a.test/openapi.json"},
		{"a string of a script", `<div id="swagger-ui"></div><script>SwaggerUIBundle({url: '/openapi.json'})</script>`, "http://a.test/openapi.json"},
		{"other elements and data", `<div data-url="/openapi.json"></div><script data-url="/data.json"></script><x-map data-url="/tiles"></x-map>`, ""},
		{"a string of a module", `<script type="module">import "./swagger-ui.js"</script>`, ""},
		{"in a template", `<template><redoc spec-url="/openapi.json"></redoc><script>"/openapi.json"</script></template>`, ""},
	} {
		var got []string
		for _, l := range parsed(t, tt.body).Links {
			got = append(got, l.URL.String())
			if l.How != aranea.HowEmbedded {
				t.Errorf("%s: %s", tt.name, l.How)
			}
		}
		if g := strings.Join(got, " "); g != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, g, tt.want)
		}
	}
}

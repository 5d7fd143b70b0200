package openapi_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/content/contenttest"
	"github.com/aranea-search/aranea/extract/openapi"
)

func TestRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, body, want string }{
		{"an operation", `{"openapi":"3.1.0","info":{"title":"Looms","version":"2.1","description":"Ask **nicely**."},"paths":{"/looms/{id}/stop":{
			"parameters":[{"name":"id","in":"path","description":"which loom"}],
			"post":{"operationId":"stopLoom","summary":"Stop a loom","description":"Ends the *shift*.","parameters":[{"name":"now","in":"query"},{"$ref":"#/x"}],
			"requestBody":{"description":"Why it stops"},"responses":{"202":{"description":"It slows down"},"409":{"description":"It stands"}}}}}}`,
			"title(Looms) text(2.1) bold(nicely) text(Ask nicely.) h2(Stop a loom) text(POST /looms/{id}/stop stopLoom) text(Ends the shift.) list-item(id: which loom) list-item(now) text(Why it stops) list-item(202: It slows down) list-item(409: It stands)"},
		{"the order is that of the description, and of methods", `{"openapi":"3.0.3","paths":{"/b":{"post":{},"get":{"summary":"List"}},"/a":{"get":{}}},"webhooks":{"woven":{"post":{}}}}`,
			"h2(List) text(GET /b) h2(POST /b) text(POST /b) h2(GET /a) text(GET /a) h2(POST woven) text(POST woven)"},
		{"tags and schemas", `{"tags":[{"name":"looms","description":"All of them"},{"name":"none"}],"components":{"schemas":{"Loom":{"description":"A loom","properties":{"width":{"description":"in mm"},"age":{}}}}},"openapi":"3.0.0"}`,
			"h2(looms) text(All of them) h3(Loom) text(A loom) list-item(width: in mm) list-item(age)"},
		{"Swagger 2.0", `{"definitions":{"Loom":{"description":"A loom"}},"paths":{"/looms":{"get":{"summary":"List looms"}}},"swagger":"2.0"}`,
			"h2(List looms) text(GET /looms) h3(Loom) text(A loom)"},
		{"values of other types", `{"openapi":"3.0.0","info":7,"tags":{},"paths":{"/a":8,"/b":{"get":{"summary":["x"],"parameters":{},"responses":[]}}},"components":[]}`,
			"h2(GET /b) text(GET /b)"},
		{"in YAML", "# Looms\n---\ninfo:\n  title: Looms\n  version: 1.10\n  description: |\n    Ask **nicely**.\n\ntags:\n- name: looms\n  description: >\n    All\n    of them\nopenapi: 3.1.0\npaths:\n  /looms/{id}/stop:\n    post:\n      operationId: stopLoom\n      summary: Stop a loom\n      description:\n      responses:\n        202:\n          description: It slows down\n    get:\n  /b: {get: {summary: List}}\n",
			"title(Looms) text(1.10) bold(nicely) text(Ask nicely.) h2(looms) text(All of them) h2(Stop a loom) text(POST /looms/{id}/stop stopLoom) list-item(202: It slows down) h2(List) text(GET /b)"},
		{"in YAML, with aliases", "\xEF\xBB\xBFswagger: '2.0'\nx-all: &all\n  summary: List looms\npaths:\n  /a:\n    get: *all\n  /b:\n    get:\n      <<: *all\n      operationId: b\n",
			"h2(List looms) text(GET /a) h2(List looms) text(GET /b b)"},
	} {
		r, err := openapi.Read([]byte(tt.body), contenttest.Limits())
		if got := contenttest.Show(&r); got != tt.want || err != nil || r.Limited {
			t.Errorf("%s: %s, %v; want %s", tt.name, got, err, tt.want)
		}
		if !openapi.Sniff([]byte(tt.body)) {
			t.Errorf("%s is none", tt.name)
		}
	}
}

func TestDamaged(t *testing.T) {
	t.Parallel()
	bomb := "openapi: 3.0.0\nx0: &x0 [a]\n"
	for c := byte('1'); c <= '9'; c++ {
		bomb += "x" + string(c) + ": &x" + string(c) + " [" + strings.TrimSuffix(strings.Repeat("*x"+string(c-1)+", ", 10), ", ") + "]\n"
	}
	endless := "openapi: 3.0.0\npaths: &a\n  /a: *a\n"
	merged := "openapi: 3.0.0\npaths: &a\n  <<: *a\n"
	for _, body := range []string{bomb, endless, merged, "openapi: 3.0.0\npaths: [", "openapi: 3.0.0\n\tpaths:", "x:\n  openapi: 3.0.0", "- openapi", "", "[]", `{"openapi":"3.0.0"`, `{"x":{"openapi":"3.0.0"}}`, `{"openapi":"3.0.0","paths":` + strings.Repeat(`{"a":`, 20_000)} {
		if r, err := openapi.Read([]byte(body), contenttest.Limits()); len(r.Text) > 0 || !errors.Is(err, content.ErrDamaged) {
			t.Errorf("%.30s: %q, %v", body, r.Text, err)
		}
	}
	long := `{"openapi":"3.0.0","info":{"description":"` + strings.Repeat(" ", openapi.MaxMarkdown) + `a"}}`
	if r, err := openapi.Read([]byte(long), contenttest.Limits()); err != nil || !r.Limited {
		t.Errorf("a long description: %v, %v", r.Limited, err)
	}
}

func TestSniff(t *testing.T) {
	t.Parallel()
	padding := strings.Repeat(" ", 10_000)
	for body, want := range map[string]bool{
		"\xEF\xBB\xBF {\"openapi\" : \"3.1.0\"": true, `{"a":1,` + padding + `"swagger":"2.0"}`: true, `{` + padding + `"openapi":"3.0.0",` + padding + "}": false,
		"openapi: 3.0.1\n": true, "info:\r\n  title: x\r\ntags:\r\n- a\r\n'swagger': \"2.0\"\r\n": true, "openapi: 2.0": false, "swagger: 3": false, "# Title\n\nText\n```\nopenapi: 3.0.0\n```": false,
		"---\ntitle: x\n---\nopenapi: 3.0.0": false, "a: b\nSome text\nopenapi: 3.0.0": false, "x:\n  openapi: 3.0.0": false, "- a\nopenapi: 3.0.0": false, "http://a.test/\nopenapi: 3.0.0": false,
		`{"openapi":3}`: false, `{"swagger":"3.0"}`: false, `["openapi","3.0"]`: false, `{"a":"openapi","b":"3.0.0"}`: false, `{"tags":["swagger" "2.0"]}`: false, "": false,
	} {
		if got := openapi.Sniff([]byte(body)); got != want {
			t.Errorf("%.40s: %t", body, got)
		}
	}
}

func TestNamed(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		`const ui = SwaggerUIBundle({ url: '/openapi.json', "dom_id": '#swagger-ui' })`:                        "/openapi.json",
		"Redoc.init(`v1/swagger.yaml?x=1`, {})":                                                                "v1/swagger.yaml?x=1",
		`{urls:[{url:"/v3/api-docs.json"},{url:"/v3/api-docs.json"}]}`:                                         "/v3/api-docs.json",
		`import x from "./swagger-ui.js"; fetch("/data.json") // openapi`:                                      "",
		`ui({url: "/v3/api-docs", layout: 'api-docs', a: "/api-docs.css", b: "/my-api-docs"})`:                 "/v3/api-docs",
		`ui({"configUrl" : "/v3/api-docs/swagger-config", urls: ["/v3/api-docs/stores", "/v3/api-docs/a/b"]})`: "/v3/api-docs /v3/api-docs/stores",
		`let openapi = "a b openapi.json"`:                                                                     "",
		strings.Repeat(`"/openapi.json?`+strings.Repeat("x", 400)+`"`, 2):                                      "",
	} {
		if got := strings.Join(openapi.Named([]byte(script)), " "); got != want {
			t.Errorf("%.60s: %q, want %q", script, got, want)
		}
	}
	var many strings.Builder
	for c := 'a'; c <= 'z'; c++ {
		many.WriteString(`"/` + string(c) + `/openapi.json" `)
	}
	if got := openapi.Named([]byte(many.String())); len(got) != openapi.MaxNamed {
		t.Errorf("%d are named", len(got))
	}
}

func TestIsScript(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]bool{
		"./swagger-initializer.js": true, " /docs/OpenAPI-config.js?v=2 ": true, "swagger-ui-bundle.js": false, "/swagger-init/app.js": false,
		"init.js": false, "swagger-init.css": false, "": false,
	} {
		if got := openapi.IsScript(src); got != want {
			t.Errorf("%q: %t", src, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"openapi":"3.0.0","info":{"title":"a"},"paths":{"/b":{"get":{"summary":"c","responses":{"200":{"description":"d"}}}}},"components":{"schemas":{"e":{"properties":{"f":{}}}}}}`))
	f.Add([]byte("openapi: 3.0.0\ninfo: &i {title: a}\npaths:\n  /b:\n    <<: *i\n    get:\n      summary: >-\n        c\n      responses: {200: {description: d}}\n"))
	f.Fuzz(func(t *testing.T, body []byte) {
		openapi.Sniff(body)
		openapi.Named(body)
		if r, _ := openapi.Read(body, contenttest.Limits()); len(r.Text) > contenttest.Limits().Text {
			t.Fatalf("%d bytes", len(r.Text))
		}
	})
}

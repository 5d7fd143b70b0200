package hydration

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestHolds(t *testing.T) {
	for _, c := range []struct {
		kind, script string
		want         bool
	}{
		{"application/json", `{"a":1}`, true},
		{" Application/JSON ", `{"a":1}`, true},
		{"application/vnd.x+json", `{}`, true},
		{"application/ld+json", `{"name":"others read it"}`, false},
		{"", `window.__INITIAL_STATE__ = {"a":"b"}`, true},
		{"text/javascript", `window.__NUXT__=(function(a){return {t:a}}("x"))`, true},
		{"module", `self.__next_f.push([1,"x"])`, true},
		{"", `console.log("a program that says something")`, false},
		{"text/template", `window.__INITIAL_STATE__ = {}`, false},
	} {
		if got := Holds(c.kind, []byte(c.script)); got != c.want {
			t.Errorf("%q %s: %v", c.kind, c.script, got)
		}
	}
}

func texts(scripts ...string) []string {
	var f Finder
	for _, s := range scripts {
		f.Add([]byte(s))
	}
	return f.Texts()
}

func TestTexts(t *testing.T) {
	for _, c := range []struct {
		name, script string
		want         []string
	}{
		{"JSON", `{"props":{"title":"Herons","body":"A heron stands in the reeds.","id":"a1b2c3","url":"https://a.test/x y","tags":["x"]}}`,
			[]string{"Herons", "A heron stands in the reeds."}},
		{"an assignment", `window.__STATE__ = {"article": {"headline": "Late \u0077ords", "lead": "Two herons and one crane"}};`,
			[]string{"Late words", "Two herons and one crane"}},
		{"a call with arguments", `window.__NUXT__=(function(a,b){return {x:a}}("A crane flies over the lake","none"))`,
			[]string{"A crane flies over the lake"}},
		{"data in a string", `x = JSON.parse("{\"title\":\"Inner\",\"more\":\"{\\\"text\\\":\\\"Innermost\\\"}\"}")`, []string{"Inner", "Innermost"}},
		{"HTML in a string", `{"html":"\u003cp class=\"x\">Fish &amp; chips for all of us\u003c/p>"}`, []string{"Fish & chips for all of us"}},
		{"other letters", `{"t":"\u041c\u043e\u0441\u043a\u0432\u0430 \u0438 \u0435\u0451 \u0440\u0435\u043a\u0438","zh":"東京は日本の首都であり","e":"\ud83d\ude00 a smile and more words"}`,
			[]string{"Москва и её реки", "東京は日本の首都であり", "😀 a smile and more words"}},
		{"each once", `["one two three four","one two three four"]`, []string{"one two three four"}},
		{"no prose", `{"css":".a { b: c; } .d { e: f; g: h }","name":"btn_primary-2","hash":"deadbeef00ff","path":"/a/b/c","n":"1 2 3 4 5","img":"data:image/png;base64,AAAA"}`, nil},
		{"a name that is of something else", `{"title":{"x":"short"},"y":"Short"}`, nil},
		{"what is shown if something is missing", `0:{"c":["$","p",null,{"children":"A heron stands here"}],"notFound":[["$","h1",null,{"children":"This page could not be found"}]],"more":"And a crane flies by"}`,
			[]string{"A heron stands here", "And a crane flies by"}},
		{"how it looks", `{"style":{"fontFamily":"one family or two","x":["}"]},"className":"a b c d","text":"Cranes"}`, []string{"Cranes"}},
		{"what looks like how it looks", `{"style":"impressionism","notFound":true,"text":"Monet"}`, []string{"Monet"}},
		{"how it looks, cut", `{"text":"Monet","style":{"fontFamily":"one family or two`, []string{"Monet"}},
		{"cut in the middle", `{"title":"Whole","body":"Never ends`, []string{"Whole"}},
		{"odd escapes", `{"title":"a\xzz\u12\ud800x\`, nil},
		{"odd escapes that end", `{"title":"Words \x41\u00e9\ud800x\q"}`, []string{"Words Aé\uFFFDxq"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := texts(c.script); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestTextsAreBounded(t *testing.T) {
	one := `"` + strings.Repeat("many words in one text ", 100) + `",`
	var all strings.Builder
	for i := range 3000 {
		all.WriteString(`"number ` + strings.Repeat("x", i%50+1) + strings.Repeat(" y", i/50+1) + ` is a text",`)
	}
	long := `"` + strings.Repeat("word ", maxLiteral) + `"`
	for name, got := range map[string][]string{
		"texts":   texts(all.String()),
		"bytes":   texts(strings.Repeat(one, 3), all.String()),
		"literal": texts(long),
		"scripts": texts(slices.Repeat([]string{all.String()}, 100)...),
	} {
		size := 0
		for _, s := range got {
			size += len(s)
		}
		if len(got) == 0 || len(got) > maxTexts || size > maxBytes {
			t.Errorf("%s: %d texts of %d bytes", name, len(got), size)
		}
	}
	var f Finder
	for range maxScripts + 5 {
		f.Add(make([]byte, maxScanned/4))
	}
	if f.size > maxScanned || len(f.scripts) > maxScripts {
		t.Errorf("%d bytes of %d scripts are kept", f.size, len(f.scripts))
	}
}

func FuzzTexts(f *testing.F) {
	f.Add([]byte(`{"title":"Whole","body":"\ud83d\ude00 \"inner\": more"}`))
	f.Add([]byte(`"\"\\\":\"\u12"`))
	f.Fuzz(func(t *testing.T, data []byte) {
		size := 0
		for _, s := range texts(string(data)) {
			if size += len(s); !utf8.ValidString(s) || strings.TrimSpace(s) != s {
				t.Errorf("%q of %q", s, data)
			}
		}
		if size > maxBytes {
			t.Errorf("%d bytes", size)
		}
	})
}

package notebook_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/content/contenttest"
	"github.com/aranea-search/aranea/extract/notebook"
)

// whole returns a notebook with cells.
func whole(cells string) string {
	return `{"cells":[` + cells + `],"metadata":{"language_info":{"name":"python"}},"nbformat":4,"nbformat_minor":5}`
}

func TestRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, body, want string }{
		{"Markdown in lines", whole(`{"cell_type":"markdown","metadata":{},"source":["# Latency\n","\n","See **p99** and [data](data.csv).\n"]}`),
			"h1(Latency) bold(p99) anchor(data) text(See p99 and data.) [data]data.csv"},
		{"a title and a byte order mark", "\xEF\xBB\xBF" + `{"metadata":{"title":"Report"},"nbformat":4,"cells":[{"cell_type":"raw","source":"raw"}]}`, "title(Report) text(raw)"},
		{"code and what it prints", whole(`{"cell_type":"code","execution_count":1,"source":"print(df)\ndf.mean()","outputs":[{"output_type":"stream","name":"stdout","text":["mean ","\u001b[1;31m4.2\u001b[0m ms"]}]}`),
			"text(print(df) df.mean()) text(mean 4.2 ms)"},
		{"a result in several forms", whole(`{"cell_type":"code","source":[],"outputs":[{"output_type":"execute_result","data":{"text/plain":"p99 17","text/html":["<table><tr><th>p99</th>","<td>17</td></tr></table>"],"image/png":"aWJv"}}]}`),
			"cell(p99) cell(17)"},
		{"a result in Markdown", whole(`{"cell_type":"code","source":"x","outputs":[{"output_type":"display_data","data":{"text/plain":"<Markdown>","text/markdown":"## Summary"}}]}`), "text(x) h2(Summary)"},
		{"an error", whole(`{"cell_type":"code","source":"x","outputs":[{"output_type":"error","ename":"KeyError","evalue":"'p99'","traceback":["\u001b[0;31mlong"]}]}`), "text(x) text(KeyError: 'p99')"},
		{"a picture", whole(`{"cell_type":"code","source":"x","outputs":[{"output_type":"display_data","data":{"image/png":"aWJv","application/json":{"a":1}}}]}`), "text(x)"},
		{"version 3", `{"metadata":{"name":"x"},"nbformat":3,"worksheets":[{"metadata":{},"cells":[{"cell_type":"heading","level":2,"source":"Fit"},{"cell_type":"code","input":["fit()"],"outputs":[{"output_type":"pyout","text":"3.1","html":""}]}]}]}`,
			"h2(Fit) text(fit()) text(3.1)"},
		{"values of other types", whole(`{"cell_type":"markdown","source":7},{"cell_type":"heading","level":"x","source":"a"},{"cell_type":"code","source":"b","outputs":[{"data":"none"},{"text":"c"}]},8,{"cell_type":"code","source":"d","outputs":{}}`),
			"h1(a) text(b) text(c) text(d)"},
		{"a long log", whole(`{"cell_type":"code","source":"x","outputs":[{"text":"step 1\n` + strings.Repeat("y", notebook.MaxOutput) + `"}]}`), "text(x) text(step 1)"},
		{"a long line, cut in a character", whole(`{"cell_type":"code","source":"x","outputs":[{"text":"a` + strings.Repeat("é", notebook.MaxOutput) + `"}]}`), "text(x) text(a" + strings.Repeat("é", (notebook.MaxOutput-1)/2) + ")"},
	} {
		r, err := notebook.Read([]byte(tt.body), contenttest.Limits())
		if got := contenttest.Show(&r); got != tt.want || err != nil || r.Limited {
			t.Errorf("%s: %s, %v; want %s", tt.name, got, err, tt.want)
		}
		if !notebook.Sniff([]byte(tt.body)) {
			t.Errorf("%s is none", tt.name)
		}
	}
}

// TestDamaged: what stands before the damage is read.
func TestDamaged(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{"cells":[{"cell_type":"code","source":"a"},` + "\n<<<<<<< HEAD\n", `{"cells":[{"cell_type":"code","source":"a"}]`, `{"cells":[{"cell_type":"code","source":"a"}],"metadata":]`,
	} {
		r, err := notebook.Read([]byte(body), contenttest.Limits())
		if got := contenttest.Show(&r); got != "text(a)" || !errors.Is(err, content.ErrDamaged) {
			t.Errorf("%s: %s, %v", body, got, err)
		}
	}
	for _, body := range []string{"", "[]", "{", `{"cells":`, `{"cells":{}}`, strings.Repeat(`{"cells":[`, 20_000), `{"a":` + strings.Repeat("[", 20_000)} {
		if r, err := notebook.Read([]byte(body), contenttest.Limits()); len(r.Text) > 0 || !errors.Is(err, content.ErrDamaged) {
			t.Errorf("%.30s: %q, %v", body, r.Text, err)
		}
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	few := contenttest.Limits()
	few.Elements = 2
	for name, tt := range map[string]struct {
		body   string
		limits content.Limits
	}{
		"cells":    {whole(strings.Repeat(`{"cell_type":"code","source":"a"},`, 5) + `{}`), few},
		"Markdown": {whole(`{"cell_type":"markdown","source":"` + strings.Repeat(" ", notebook.MaxMarkdown) + `a"}`), contenttest.Limits()},
	} {
		if r, err := notebook.Read([]byte(tt.body), tt.limits); err != nil || !r.Limited {
			t.Errorf("%s: %v, %v", name, r.Limited, err)
		}
	}
}

func TestSniff(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"", "{}", "cells", `{"name":"x"}`, `["cells"]`, "<<<<<<< HEAD\n{"} {
		if notebook.Sniff([]byte(body)) {
			t.Errorf("%q is one", body)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(whole(`{"cell_type":"markdown","source":["# a\n"]},{"cell_type":"code","source":"b","outputs":[{"data":{"text/html":"<p>c"}},{"text":"\u001b[1md"}]}`)))
	f.Add([]byte(`{"worksheets":[{"cells":[{"cell_type":"heading","level":9,"source":"Fit"}]}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		if r, _ := notebook.Read(body, contenttest.Limits()); len(r.Text) > contenttest.Limits().Text {
			t.Fatalf("%d bytes", len(r.Text))
		}
	})
}

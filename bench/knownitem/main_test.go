package main

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const set = "html\t200\ten\t-\thttp://a.test/1\tOne of its kind\tseed\n" +
	"html\t200\ten\t-\thttp://a.test/2\tShared\tseed\n" +
	"html\t200\ten\t-\thttp://b.test/2\tShared\tseed\n" +
	"html\t200\tzh-cn\t-\thttp://c.test/1\t蜘蛛\tseed\n" +
	"html\t200\ten\tnoindex\thttp://a.test/3\tNot in the index\tseed\n" +
	"html\t200\ten\t-\thttp://a.test/4\t \tseed\n" +
	"missing\t404\ten\t-\thttp://a.test/5\tGone\tseed\n" +
	"denied\t0\ten\t-\thttp://a.test/6\t\tseed\n"

func TestReadSetKeepsPagesWithATitleOfTheirOwn(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "set.tsv")
	if err := os.WriteFile(name, []byte(set), 0o644); err != nil {
		t.Fatal(err)
	}
	pages, shared, err := readSet(name)
	want := []page{{"en", "http://a.test/1", "One of its kind"}, {"zh", "http://c.test/1", "蜘蛛"}}
	if err != nil || shared != 2 || !reflect.DeepEqual(pages, want) {
		t.Errorf("pages %v, %d shared (%v), want %v, 2 shared", pages, shared, err, want)
	}
}

func TestPickIsSeededAndByLanguage(t *testing.T) {
	t.Parallel()
	var pages []page
	for _, lang := range []string{"en", "ru", "ja"} {
		for _, n := range "abcdefghij" {
			pages = append(pages, page{lang, lang + string(n), ""})
		}
	}
	first := pick(pages, []string{"ru", "en", "pt"}, 4, 1)
	if len(first) != 8 || first[0].lang != "ru" || first[7].lang != "en" {
		t.Errorf("sample %v", first)
	}
	if !reflect.DeepEqual(first, pick(pages, []string{"ru", "en", "pt"}, 4, 1)) {
		t.Error("one seed gives two samples")
	}
	if reflect.DeepEqual(first, pick(pages, []string{"ru", "en", "pt"}, 4, 2)) {
		t.Error("two seeds give one sample")
	}
}

func TestReport(t *testing.T) {
	t.Parallel()
	sample := []page{{"en", "u1", "t1"}, {"en", "u2", "t2"}, {"ru", "u3", "t3"}, {"ru", "u4", "t4"}}
	found := map[string][]string{
		"t1": {"u1", "x"}, "t2": {"x", "y", "u2"}, "t3": {"x", "y", "z", "u3"},
	}
	var b bytes.Buffer
	if err := report(&b, sample, found); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"en: 1 of 2 first, 2 among the first three\n", "ru: 0 of 2 first, 0 among the first three\n",
		"all: 50.0 % of 4 among the first three\n", "not among the first three: u3", "not among the first three: u4",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("report lacks %q:\n%s", want, &b)
		}
	}
}

package layout

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/bench/realweb/site"
)

func put(t *testing.T, name, body string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(body), 0o644); err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func packed(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// arranger returns one over two small unpacked packages.
func arranger(t *testing.T) (*Arranger, string) {
	t.Helper()
	dir := t.TempDir()
	un := filepath.Join(dir, "unpacked")
	put(t, filepath.Join(un, "manual.version"), "1.0\n")
	put(t, filepath.Join(un, "manual/usr/doc/en/index.html"), `<a href="../de/x.html">`)
	put(t, filepath.Join(un, "manual/usr/doc/ru/deep/a&b.html"), `<meta charset="utf-8"><title>Паук →</title><a href="../../de/x.html"><a href="../../en/">`)
	put(t, filepath.Join(un, "manual/usr/doc/ru/book.txt.gz"), packed(t, "text"))
	put(t, filepath.Join(un, "manual/usr/doc/style/s.css"), "p{}")
	put(t, filepath.Join(un, "manual/usr/secret"), "x")
	for name, to := range map[string]string{
		"dead.html": "nowhere.html", "out.html": "../../../../../../robots/r.txt",
		"same.html": "/usr/doc/en/index.html", "folder": "../style",
	} {
		if err := os.Symlink(to, filepath.Join(un, "manual/usr/doc/ru", name)); err != nil {
			t.Fatal(err)
		}
	}
	put(t, filepath.Join(dir, "robots/r.txt"), "User-agent: *\r\nDisallow:\r\n")
	return &Arranger{
		Unpacked: un, Web: filepath.Join(dir, "web"), Stamps: filepath.Join(dir, "state"),
		Robots: filepath.Join(dir, "robots"), Note: t.Logf,
	}, dir
}

var russian = Row{
	Host: "ru.apache2.test", Lang: "ru", Package: "manual", Folder: "usr/doc/ru",
	Beside: []string{"style"}, Robots: "r.txt", Charset: "-", Recode: "windows-1251",
}

func TestHostIsLaidOut(t *testing.T) {
	t.Parallel()
	a, dir := arranger(t)
	if err := a.Run([]Row{russian}, []byte("*.apache2.test\t/en/\thttp://en.apache2.test/\n")); err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(dir, "web", russian.Host)
	want := "<meta charset=\"windows-1251\"><title>\xcf\xe0\xf3\xea &#8594;</title>" +
		`<a href="http://de.apache2.test/x.html"><a href="../../en/">`
	if got := get(t, filepath.Join(root, "deep/a&b.html")); got != want {
		t.Errorf("page %q, want %q", got, want)
	}
	for name, want := range map[string]string{
		"book.txt": "text", "style/s.css": "p{}", "robots.txt": "User-agent: *\r\nDisallow:\r\n",
	} {
		if got := get(t, filepath.Join(root, name)); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if got := get(t, filepath.Join(root, "same.html")); !strings.Contains(got, "de.apache2.test") {
		t.Errorf("absolute link inside the package became %q", got)
	}
	for _, name := range []string{"dead.html", "out.html", "folder", "book.txt.gz"} {
		if _, err := os.Lstat(filepath.Join(root, name)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is there", name)
		}
	}
	if got := get(t, filepath.Join(root, "index.html")); !strings.Contains(got, `<a href="deep/">`) || !strings.Contains(got, `<a href="same.html">`) {
		t.Errorf("entry page:\n%s", got)
	}
	if got := get(t, filepath.Join(root, "deep/index.html")); !strings.Contains(got, `<a href="a&amp;b.html">`) {
		t.Errorf("entry page of a folder:\n%s", got)
	}
	w, err := site.Open(filepath.Join(dir, "web"))
	if err != nil {
		t.Fatal(err)
	}
	if r := w.Respond(russian.Host, "/en/y"); r.Location != "http://en.apache2.test/y" {
		t.Errorf("redirect to %q", r.Location)
	}
}

func TestSecondRunLeavesWholeHostsAlone(t *testing.T) {
	t.Parallel()
	a, dir := arranger(t)
	page := filepath.Join(dir, "web", russian.Host, "deep/a&b.html")
	run := func(r Row) {
		t.Helper()
		if err := a.Run([]Row{r}, nil); err != nil {
			t.Fatal(err)
		}
	}
	run(russian)
	put(t, page, "mark")
	run(russian)
	if get(t, page) != "mark" {
		t.Error("a complete host was laid out again")
	}
	other := russian
	other.Robots = "none"
	run(other)
	if get(t, page) == "mark" {
		t.Error("a host whose line changed was left alone")
	}
	put(t, page, "mark")
	put(t, filepath.Join(a.Unpacked, "manual.version"), "1.1\n")
	run(other)
	if get(t, page) == "mark" {
		t.Error("a host whose package changed was left alone")
	}
}

func TestUnpackedPackageIsNotChanged(t *testing.T) {
	t.Parallel()
	a, _ := arranger(t)
	page := filepath.Join(a.Unpacked, "manual/usr/doc/ru/deep/a&b.html")
	before := get(t, page)
	if err := a.Run([]Row{russian}, nil); err != nil {
		t.Fatal(err)
	}
	if get(t, page) != before {
		t.Error("rewriting a page wrote through its hard link")
	}
}

func TestMissingThingsAreNamed(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*Row){
		"usr/doc/xx": func(r *Row) { r.Folder = "usr/doc/xx" },
		"not unpack": func(r *Row) { r.Package = "other" },
		"no.txt":     func(r *Row) { r.Robots = "no.txt" },
	} {
		a, _ := arranger(t)
		r := russian
		change(&r)
		if err := a.Run([]Row{r}, nil); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("error %v does not name %s", err, name)
		}
	}
}

func TestReadRows(t *testing.T) {
	t.Parallel()
	const good = "s\ta.test\ten\tpkg\tusr/doc\tx,y\topen.txt\tutf-8\tgb18030\n"
	rows, err := ReadRows(strings.NewReader("# comment\n\n" + good))
	want := []Row{{[]Set{Small, Public, Wide}, "a.test", "en", "pkg", "usr/doc", []string{"x", "y"}, "open.txt", "utf-8", "gb18030"}}
	if err != nil || !reflect.DeepEqual(rows, want) {
		t.Errorf("rows %+v (%v), want %+v", rows, err, want)
	}
	for name, table := range map[string]string{
		"short line":      "s\ta.test\n",
		"host elsewhere":  strings.Replace(good, "a.test", "a.example", 1),
		"folder climbs":   strings.Replace(good, "usr/doc", "../x", 1),
		"unknown charset": strings.Replace(good, "gb18030", "klingon", 1),
		"host twice":      good + good,
		"unknown set":     strings.Replace(good, "s\t", "x\t", 1),
	} {
		if _, err := ReadRows(strings.NewReader(table)); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

func TestTableOfHostsIsSound(t *testing.T) {
	t.Parallel()
	f, err := os.Open("../hosts.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := ReadRows(f)
	if err != nil {
		t.Fatal(err)
	}
	small, err := Select(rows, Small)
	if err != nil {
		t.Fatal(err)
	}
	langs := map[string]bool{}
	for _, r := range small {
		langs[strings.Split(r.Lang, "-")[0]] = true
	}
	for _, l := range []string{"en", "ru", "zh", "pt"} {
		if !langs[l] {
			t.Errorf("the small set has no host in %s", l)
		}
	}
	if wide, err := Select(rows, Wide); err != nil || len(wide) < 200 {
		t.Errorf("the wide set has %d hosts, %v", len(wide), err)
	}
	a := Arranger{Robots: "../robots"}
	for _, r := range rows {
		if _, err := a.robotsFile(r); err != nil {
			t.Errorf("%s: %v", r.Host, err)
		}
	}
	if _, err := Select(rows, "huge"); err == nil {
		t.Error("an unknown set is taken")
	}
}

package extract

import (
	"testing"

	"github.com/aranea-search/aranea/extract/frame"
	"github.com/aranea-search/aranea/weburl"
)

// TestNamed checks that each format and kind of file is found by its name and its extensions, those
// of plugins too, and nothing else.
func TestNamed(t *testing.T) {
	t.Parallel()
	fs, err := Formats{}.With(frame.Hello{Name: "p", Version: "1", Formats: []frame.Format{{Name: "srt", Types: []string{"application/x-subrip"}, Endings: []string{"srt", "sbv"}}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range fs.Names() {
		if got := fs.Named(n); got != n {
			t.Errorf("%q is %q", n, got)
		}
	}
	for text, want := range map[string]string{
		"pdf": "pdf", " .PDF": "pdf", "htm": "html", "txt": "text", "md": "markdown", "ipynb": "notebook", "eml": "mail", "mbox": "mbox", "docm": "docx", "png": "image", "svg": "image", "image": "image", "exe": "program",
		"sbv": "srt", "": "", ".": "", "js": "", "application/pdf": "", "page": "", "xyz": "",
	} {
		if got := fs.Named(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	if got := (Formats{}).Named("srt"); got != "" {
		t.Errorf("without the plugin: %q", got)
	}
	for path, want := range map[string]string{"": "html", "a": "html", "a/b.c/": "html", "a.PDF": "pdf", "a.tar.gz": "archive", "x.sbv": "srt", "a.php": "", "b.html?x=a.pdf": "html"} {
		if got := fs.NamedBy(weburl.MustParse("http://a.test/" + path)); got != want {
			t.Errorf("%q is %q, want %q", path, got, want)
		}
	}
}

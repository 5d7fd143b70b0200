package pdf_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/cage/pdf"
	"github.com/aranea-search/aranea/extract/content"
)

// TestRead reads what an office program wrote, damaged documents, and one after
// another by one reader.
func TestRead(t *testing.T) {
	t.Parallel()
	cache := ""
	if dir, err := os.UserCacheDir(); err == nil {
		cache = filepath.Join(dir, "aranea")
	}
	r, err := pdf.New(context.Background(), cache)
	if err != nil {
		t.Fatal(err)
	}
	body, err := os.ReadFile("testdata/spider.pdf")
	if err != nil {
		t.Fatal(err)
	}
	l := content.Limits{Text: 1 << 20, Elements: 1000, Links: 100, Title: 1000, Attribute: 1000}
	for range 2 {
		got, err := r.Read(body, l)
		if err != nil || got.Limited || got.Reader != pdf.Name {
			t.Fatalf("%+v, %v", got, err)
		}
		for _, want := range []string{"The weavers of the garden", "An orb weaver spins a remarkable web every night", "dragline silk", "Паук плетёт паутину"} {
			if !strings.Contains(string(got.Text), want) {
				t.Errorf("no %q in %s", want, got.Text)
			}
		}
		for _, damaged := range [][]byte{nil, []byte("%PDF-1.7"), body[:100], []byte("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[2 0 R]/Count 1>>endobj trailer<</Root 1 0 R>>")} {
			if got, err := r.Read(damaged, l); !errors.Is(err, content.ErrDamaged) && len(got.Text) > 0 {
				t.Errorf("%.40q: %s, %v", damaged, got.Text, err)
			}
		}
	}
	if got, err := r.Read(append([]byte("13 odd bytes\n"), body...), l); err != nil || !strings.Contains(string(got.Text), "The weavers") {
		t.Errorf("behind other bytes: %s, %v", got.Text, err)
	}
	for _, tt := range []struct{ name, body, want string }{
		{"cut off", string(body[:200]), "the document is damaged: it is cut off before its end"},
		{"without a table", "%PDF-1.4\nwords\n%%EOF\n", "the document is damaged: the table that says where its parts are is missing or wrong"},
	} {
		if _, err := r.Read([]byte(tt.body), l); !errors.Is(err, content.ErrDamaged) || err.Error() != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
	if got, err := r.Read(body, content.Limits{Text: 50, Elements: 10}); err != nil || !got.Limited || len(got.Text) > 50 {
		t.Errorf("with a limit: %+v, %v", got, err)
	}
}

// TestCharacters: characters beyond the first 65,536 are read, of a font that maps its
// codes to them.
func TestCharacters(t *testing.T) {
	t.Parallel()
	cache := ""
	if dir, err := os.UserCacheDir(); err == nil {
		cache = filepath.Join(dir, "aranea")
	}
	r, err := pdf.New(context.Background(), cache)
	if err != nil {
		t.Fatal(err)
	}
	stream := func(s string) string { return fmt.Sprintf("<</Length %d>>stream\n%s\nendstream endobj\n", len(s), s) }
	body := "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
		"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj\n" +
		"4 0 obj" + stream("BT /F 20 Tf 50 200 Td (xAyBz) Tj ET") +
		"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>endobj\n" +
		"6 0 obj" + stream("begincmap 1 begincodespacerange <00> <FF> endcodespacerange 2 beginbfchar <41> <D835DC65> <42> <D83DDE00> endbfchar endcmap") +
		"trailer<</Root 1 0 R>>\n%%EOF\n"
	got, err := r.Read([]byte(body), content.Limits{Text: 1 << 10, Elements: 10})
	if want := "x𝑥y😀z"; err != nil || !strings.Contains(string(got.Text), want) {
		t.Errorf("%q, %v, want %s", got.Text, err, want)
	}
}

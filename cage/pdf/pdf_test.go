package pdf_test

import (
	"context"
	"errors"
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

package pdf_test

import (
	"errors"
	"image"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/extract/content"
)

// TestRender: the pages of a scan are drawn in their order, with 200 dots per inch, until it is
// enough; what is no document is damaged.
func TestRender(t *testing.T) {
	t.Parallel()
	r := reader(t)
	body, err := os.ReadFile(filepath.Join("testdata", "scan.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, most := range []int{1, 5} {
		var ink []int
		more, err := r.Render(body, func(p *image.Gray) bool {
			if p.Bounds() != image.Rect(0, 0, 1300, 700) {
				t.Errorf("a page of %v", p.Bounds())
			}
			dark := 0
			for y := range p.Bounds().Dy() {
				for _, c := range p.Pix[y*p.Stride:][:p.Bounds().Dx()] {
					if c < 128 {
						dark++
					}
				}
			}
			ink = append(ink, dark)
			return len(ink) < most
		})
		if err != nil || more != (most == 1) || len(ink) != min(most, 2) || slices.Min(ink) < 1000 || len(ink) == 2 && ink[0] <= ink[1] {
			t.Errorf("at most %d pages: dark dots %d, more %t, %v", most, ink, more, err)
		}
	}
	if _, err := r.Render([]byte("%PDF-1.4 and no more"), nil); !errors.Is(err, content.ErrDamaged) {
		t.Error(err)
	}
}

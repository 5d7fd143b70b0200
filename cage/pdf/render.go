package pdf

import (
	"image"
	"math"

	"github.com/klippa-app/go-pdfium/requests"
)

// Sizes of rendered pages.
const (
	dotsPerInch   = 200      // what a reader of scanned text wants at least
	maxPixels     = 20 << 20 // a page of A0 has fewer dots per inch
	pointsPerInch = 72
)

// Render calls page with a picture in shades of grey of each page of a document, from the first
// on, until page returns false; the picture is valid until it returns. more says that there are
// pages that were not rendered: page returned false, there are too many, or one cannot be drawn.
func (r *Reader) Render(body []byte, page func(*image.Gray) bool) (more bool, err error) {
	doc, end, err := r.open(body)
	if err != nil {
		return false, err
	}
	defer end()
	pages, err := r.pages(doc)
	if err != nil {
		return false, err
	}
	more = pages > maxPages
	for i := range min(pages, maxPages) {
		at := requests.Page{ByIndex: &requests.PageByIndex{Document: doc, Index: i}}
		goOn, drawn := r.render(at, page)
		if more = more || !drawn; !goOn {
			return true, nil
		}
	}
	return more, nil
}

// render calls page with the picture of a page, unless it cannot be drawn.
func (r *Reader) render(at requests.Page, page func(*image.Gray) bool) (goOn, drawn bool) {
	size, err := r.pdf.GetPageSize(&requests.GetPageSize{Page: at})
	if err != nil {
		return true, false
	}
	dots := dotsFor(size.Width, size.Height)
	if dots == 0 {
		return true, false
	}
	drawing, err := r.pdf.RenderPageInDPI(&requests.RenderPageInDPI{Page: at, DPI: dots, ImageFormat: requests.RenderImageFormatGrayscale})
	if err != nil {
		return true, false
	}
	defer drawing.Cleanup()
	grey, ok := drawing.Result.RenderedImage.(*image.Gray)
	if !ok {
		return true, false
	}
	return page(grey), true
}

// dotsFor returns the dots per inch for a page of a size in points, 0 if it has no size to draw.
func dotsFor(width, height float64) int {
	area := width / pointsPerInch * height / pointsPerInch // square inches
	if !(area > 0) || math.IsInf(area, 0) {
		return 0
	}
	return int(min(dotsPerInch, math.Sqrt(maxPixels/area)))
}

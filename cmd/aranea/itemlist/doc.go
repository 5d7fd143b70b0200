// Package itemlist has the command items, which prints the records of pages that a crawl has written
// with the lines of these pages.
//
// Floor: 7 (glue), a part of cmd/aranea. Stability: engine. It reads files alone; what the records of a
// page are is decided by extract/items while the page is visited.
package itemlist

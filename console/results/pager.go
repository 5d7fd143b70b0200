package results

import "strconv"

// pagerWidth is how many pages on each side of the current one have links.
const pagerWidth = 4

// copiesParam shows near copies; it follows the other parameters of a search.
const copiesParam = "&copies=1"

// turn sets the links to the other results pages.
func (p *Page) turn(m *maker) {
	a, resp := m.Asked, m.resp
	pages := min((resp.Total-resp.Copies+Size-1)/Size, MaxPage)
	switch {
	case resp.More && resp.Next != "" && len(p.Results) == Size:
		pages = max(MaxPage, a.Page)
	case len(p.Results) > 0:
		pages = max(pages, a.Page)
	}
	p.Pager, p.Before, p.Behind = pager(a, pages, resp.Next)
	if a.Copies {
		p.keepCopies()
	}
}

// pager returns links to the pages around the current one, and to the previous and the next page.
// A page after the last one has no next page, and its previous page is the last one. The address
// of the next page has the cursor, if there is one, so that no result is repeated when pages are
// added, and so that any page can be reached.
func pager(a Asked, pages int, cursor string) (out []Choice, prev, next string) {
	page := a.Page
	if cursor == "" && (pages < 2 && page == 1 || pages == 0) {
		return nil, "", ""
	}
	if page > 1 && page <= MaxPage+1 {
		prev = SortedURL(a.Query, min(page-1, pages), a.Sort)
		out = append(out, Choice{Text: a.In.Text("results.previous"), URL: prev})
	}
	middle := min(page, pages)
	for n := max(1, middle-pagerWidth); n <= min(pages, middle+pagerWidth); n++ {
		if n > MaxPage && n != page {
			continue
		}
		out = append(out, Choice{Text: strconv.Itoa(n), URL: SortedURL(a.Query, n, a.Sort), Current: n == page})
	}
	if page < pages || cursor != "" {
		if next = SortedURL(a.Query, page+1, a.Sort); cursor != "" {
			next += "&after=" + cursor
		}
		out = append(out, Choice{Text: a.In.Text("results.next"), URL: next})
	}
	return out, prev, next
}

// keepCopies changes the links to other results pages so that they show near copies as well.
func (p *Page) keepCopies() {
	for i := range p.Pager {
		if p.Pager[i].URL != "" {
			p.Pager[i].URL += copiesParam
		}
	}
	if p.Before != "" {
		p.Before += copiesParam
	}
	if p.Behind != "" {
		p.Behind += copiesParam
	}
}

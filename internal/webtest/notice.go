package webtest

import (
	"fmt"
	"math/rand/v2"
	"net/http"
)

// named gives a site a key for IndexNow notices, and pages that are only named by such notices.
func (w *Web) named(s *Site, rnd *rand.Rand) {
	if !w.opt.Faults.has(Noticed) || rnd.IntN(3) == 0 {
		return
	}
	s.Key = fmt.Sprintf("key-%08x", rnd.Uint32())
	for k := range rnd.IntN(3) {
		p := &Page{Path: fmt.Sprintf("/n/%d", k), Title: fmt.Sprintf("%s named %d", s.Host, k)}
		w.life(p, rnd)
		s.Pages[p.Path] = p
		s.Named = append(s.Named, p.Path)
	}
}

// keyAnswer returns the file with the key.
func (s *Site) keyAnswer() Answer {
	return pageAnswer(http.StatusOK, Unsure, "text/plain", []byte(s.Key+"\n"))
}

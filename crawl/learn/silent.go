package learn

import (
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/weburl"
)

// maxSilent is the number of origins without an answer for which paths are kept.
const maxSilent = 256

// silent keeps, by origin, what is to be compared with other origins as soon as it answers: a host
// that a canonical link names may not exist, and then nothing but its home page and one path is
// asked for. It is lost with the process: the next visits of the other pages bring their paths anew.
type silent map[weburl.Origin][]sample

// A sample is a path of a page of one origin, on another one.
type sample struct {
	from weburl.Origin
	url  weburl.URL
}

// answers reports whether an origin is known to answer.
func (l *Learner) answers(o weburl.Origin, known Known) (bool, error) {
	r, err := l.mirrors.get(o)
	if err != nil {
		return false, err
	}
	if r != nil {
		l.mirrors.mu.Lock()
		pages := r.Pages
		l.mirrors.mu.Unlock()
		if pages > 0 {
			return true, nil
		}
	}
	home, ok, err := known(o.Root().ID())
	return ok && home.Status != 0, err
}

// await keeps a path for the first answer of its origin.
func (l *Learner) await(s sample) {
	o := s.url.Origin()
	if l.silent == nil {
		l.silent = silent{}
	}
	if n := len(l.silent[o]); n < mirror.MaxSample && (n > 0 || len(l.silent) < maxSilent) {
		l.silent[o] = append(l.silent[o], s)
	}
}

// answered returns the paths that waited for an answer of the origin of a visit.
func (l *Learner) answered(v *Visit) (urls []weburl.URL, err error) {
	o := v.Entry.URL.Origin()
	kept := l.silent[o]
	if len(kept) == 0 || v.IsRobots || v.Status == 0 {
		return nil, nil
	}
	delete(l.silent, o)
	for _, s := range kept {
		r, err := l.mirrors.use(s.from)
		if err != nil {
			return nil, err
		}
		if r == nil || r.Main != "" {
			continue
		}
		l.mirrors.change(s.from, func() {
			if x := r.Other(o); x != nil && x.Sampled < mirror.MaxSample {
				x.Sampled++
				urls = append(urls, s.url)
			}
		})
	}
	return urls, nil
}

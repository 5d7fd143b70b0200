package learn

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/settle"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

// Pending returns the origin that has waited longest for its known pages to be examined again,
// with its main mirror; false if there is none.
func (l *Learner) Pending() (settle.Task, bool) {
	var t settle.Task
	var first marks
	l.mu.Lock()
	for o, m := range l.pending {
		if t.Origin == "" || m.since < first.since {
			t.Origin, first = o, m
		}
	}
	t.Mark = first.last
	l.mu.Unlock()
	if t.Origin == "" {
		return t, false
	}
	main, why, err := l.mainOf(t.Origin)
	t.Main, t.Why = main, why
	return t, err == nil // an error is reported to whoever reads the record next
}

// Stands reports whether the main mirror of a task's origin is still that of the task.
func (l *Learner) Stands(t settle.Task) bool {
	main, _, err := l.mainOf(t.Origin)
	return err == nil && main == t.Main // likewise
}

// mainOf returns the main mirror of an origin, "" if there is none, and the evidence.
func (l *Learner) mainOf(o weburl.Origin) (main weburl.Origin, why string, err error) {
	r, err := l.mirrors.get(o)
	if err != nil || r == nil {
		return "", "", err
	}
	l.mirrors.mu.Lock()
	defer l.mirrors.mu.Unlock()
	return r.Main, r.Why, nil
}

// isChecked reports whether a URL is visited although its origin is a mirror of another, to see
// whether it still is.
func (l *Learner) isChecked(u weburl.URL) bool {
	r, err := l.mirrors.get(u.Origin())
	if err != nil || r == nil {
		return false
	}
	l.mirrors.mu.Lock()
	defer l.mirrors.mu.Unlock()
	return r.IsChecked(u.Target())
}

// Freed reports whether nothing that was learned speaks any longer against a URL that was left
// out.
func (l *Learner) Freed(e *aranea.Entry) (bool, error) {
	if e.Kind == aranea.KindSitemap {
		stands, err := l.standsOnFeeds(e)
		return !stands && err == nil, err
	}
	if stands, err := l.standsBelow(e); err != nil || stands {
		return false, err
	}
	a, err := l.Advise(e.URL)
	if err != nil || a.Reason != aranea.ReasonNone {
		return false, err
	}
	return a.Folder == nil || !a.Folder.IsBounded() || trap.FolderIn(e.Detail, e.URL.Target()) == "", nil
}

// Settled notes durably that a task is done. If there was news of its origin since it was handed
// out, the origin waits again, after all others.
func (l *Learner) Settled(t settle.Task) error {
	if l.waitAnew(t) {
		return nil
	}
	r, err := l.mirrors.use(t.Origin)
	if err != nil {
		return err
	}
	b, err := l.traps.use(t.Origin)
	if err != nil {
		return err
	}
	if r != nil {
		l.mirrors.change(t.Origin, func() { r.Pending = false })
	}
	if b != nil {
		l.traps.change(t.Origin, b.Settle)
	}
	l.mu.Lock()
	delete(l.pending, t.Origin)
	l.mu.Unlock()
	return l.Flush(true)
}

// waitAnew moves the origin of a task after all others that wait, if there was news of it since
// the task was handed out, and reports whether there was.
func (l *Learner) waitAnew(t settle.Task) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	m := l.pending[t.Origin]
	if m.last == t.Mark {
		return false
	}
	l.marks++
	l.pending[t.Origin] = marks{l.marks, l.marks}
	return true
}

package learn

import (
	"encoding/binary"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

// madeUp is the detail for the page returned for a made-up name.
const madeUp = "its name was made up, to see how the host answers for pages that it does not have"

// Missing returns why an answer with a page means that the host does not have the page; "" if it
// does not. Seeds and home pages are always taken as they are.
func (l *Learner) Missing(e *aranea.Entry, p *aranea.Page) (string, error) {
	switch {
	case l == nil, e.Kind != aranea.KindPage, e.How == aranea.HowSeed, p.NeedsScript, len(p.Elements) == 0:
		return "", nil
	case e.How == aranea.HowProbe:
		return madeUp, nil
	}
	target := e.URL.Target()
	b, err := l.traps.get(e.URL.Origin())
	if err != nil || b == nil {
		return "", err
	}
	l.traps.mu.Lock()
	defer l.traps.mu.Unlock()
	if !b.Answers(target) {
		return "", nil
	}
	return b.AdviseMissing(look(target, p), dedupe.Near), nil
}

// look returns the properties of a page that matter for detecting missing pages.
func look(target string, p *aranea.Page) trap.Look {
	return trap.Look{
		Target: target, Text: binary.BigEndian.Uint64(p.Fingerprint[:]), Sketch: p.Sketch,
		Words: dedupe.Words(p, trap.MaxWords), Address: dedupe.WordsOf(target, trap.MaxWords),
	}
}

// sawMissing records what a visit says of how its host answers for pages that it does not have.
// It returns a made-up URL worth requesting, zero for none.
func (l *Learner) sawMissing(v *Visit, now time.Time) (weburl.URL, error) {
	e := v.Entry
	seen, matters := lookOf(v)
	if e.Kind != aranea.KindPage || !matters {
		return weburl.URL{}, nil
	}
	o := e.URL.Origin()
	b, err := l.traps.open(o)
	if err != nil {
		return weburl.URL{}, err
	}
	l.traps.mu.Lock()
	defer l.traps.mu.Unlock()
	if e.How == aranea.HowProbe {
		next, again := b.Probed(seen, v.Status, now)
		if again {
			l.mark(o)
		}
		l.traps.keep(o)
		return probeOf(o, next)
	}
	probe, news := b.Looked(seen)
	if news {
		l.traps.keep(o)
	}
	return probeOf(o, probe)
}

// probeOf returns the URL of a made-up target, zero for none.
func probeOf(o weburl.Origin, target string) (weburl.URL, error) {
	if target == "" {
		return weburl.URL{}, nil
	}
	u, err := weburl.Parse(string(o) + target)
	if err != nil {
		return weburl.URL{}, nil //nolint:nilerr // the name beside it is too long for a URL
	}
	return u, nil
}

// lookOf returns the properties of a visit that matter for missing pages, and whether there are
// any: most pages say nothing.
func lookOf(v *Visit) (trap.Look, bool) {
	e, target := v.Entry, v.Entry.URL.Target()
	isProbe := e.How == aranea.HowProbe
	missing := v.Status == 404 || v.Status == 410 || isProbe && v.Status >= 300 && v.Status < 500
	switch {
	case missing:
		return trap.Look{Target: target, Missing: true}, true
	case v.Whole == nil || len(v.Whole.Elements) == 0 || v.Status < 200 || v.Status > 299:
		return trap.Look{}, false
	case isProbe:
		seen := look(target, v.Whole)
		seen.Doubted = doubtsItself(v.Whole)
		return seen, true
	case e.Reason == aranea.HTTPSoftMissing || e.How == aranea.HowSeed:
		return trap.Look{}, false
	}
	seen := trap.Look{Target: target, Doubted: doubtsItself(v.Whole), Twin: twinOf(v)}
	return seen, seen.Doubted || seen.Twin != ""
}

// twinOf returns the target of the page of the same origin, with another path of the same kind,
// that has the same text; "" if there is none.
func twinOf(v *Visit) string {
	u := v.Entry.URL
	if v.Entry.Reason != aranea.DupExact || v.Twin.Origin() != u.Origin() || v.Twin.Path() == u.Path() {
		return ""
	}
	if twin := v.Twin.Target(); trap.KindOf(twin) == trap.KindOf(u.Target()) {
		return twin
	}
	return ""
}

// maxDoubting is the maximum number of bytes of running text of a page that may say in it that it does not
// exist: an article that says so is about another page.
const maxDoubting = 600

// doubtsItself reports whether the title or the first heading of a page says that it does not
// exist, or the text of one that has little. That is not a verdict, only reason enough to probe the host.
func doubtsItself(p *aranea.Page) bool {
	running, inText := 0, false
	for _, e := range p.Elements {
		text := string(p.Text[e.Start:e.End])
		switch e.Kind {
		case aranea.ElementTitle, aranea.ElementHeading1:
			if strings.HasPrefix(text, "404") || saysMissing(text) {
				return true
			}
		case aranea.ElementText:
			running += len(text)
			inText = inText || running <= maxDoubting && saysMissing(text)
		}
	}
	return inText && running <= maxDoubting
}

// saysMissing reports whether a text says that something is missing, in one of a dozen languages.
func saysMissing(text string) bool {
	text = strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	for _, says := range []string{
		"error 404", "404 error", "ошибка 404", "erro 404", "not found", "does not exist", "doesn't exist", "no such page", "no longer available",
		"не найден", "не существует", "页面不存在", "找不到", "未找到", "não encontrad", "não existe",
		"no encontrad", "no existe", "introuvable", "n'existe pas", "nicht gefunden", "existiert nicht", "non trovat", "non esiste", "見つかりません",
	} {
		if strings.Contains(text, says) {
			return true
		}
	}
	return false
}

// Doubted reports whether a known page must be visited again because of what was learned, or is
// no longer believed, about pages that its host does not have.
func (l *Learner) Doubted(e *aranea.Entry) (bool, error) {
	if e.Kind != aranea.KindPage || e.State != aranea.StateDone && e.Reason != aranea.HTTPSoftMissing && e.Reason != aranea.HTTPChallenge {
		return false, nil
	}
	b, err := l.traps.get(e.URL.Origin())
	if err != nil || b == nil {
		return false, err
	}
	l.traps.mu.Lock()
	defer l.traps.mu.Unlock()
	switch e.Reason {
	case aranea.HTTPChallenge:
		return b.ReadChallenges, nil
	case aranea.HTTPSoftMissing:
		return e.How != aranea.HowProbe && !b.Answers(e.URL.Target()), nil
	}
	return b.Doubts(e.URL.Target()), nil
}

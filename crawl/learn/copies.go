package learn

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/dedupe/translation"
	"github.com/aranea-search/aranea/dedupe/version"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/weburl"
)

// GivesWay returns why a page that is in the index gives way to one on another host that has the
// same text, "" if it does not: the page calls that one canonical, or its host says that the other
// host is the main mirror, or both are on one site, and the other address is that of its language, as it
// is for a page that nobody has translated, or only the other site has a seed. On one host, a page gives
// way to the one that it calls canonical, and to the same page of a newer version of a manual, or of its
// language, or without some of its parameters. Only statements of the page that loses, and of its host or
// site, count, and those of the operator; what the winner says of itself does not. So nobody can take the
// place of another one's page.
//
// A host that is named by hosts which it names itself, directly or by way of others, gives way to
// none of them, and the winner must not call another page canonical, which the caller checks. So
// of the copies of a text, none gives way to one that gives way to it.
func (l *Learner) GivesWay(page *aranea.Entry, to weburl.URL) (why string, err error) {
	from, winner := page.URL.Origin(), to.Origin()
	if l == nil || !page.Found() || page.Imported {
		return "", nil
	}
	if from == winner {
		return cmp.Or(named(page, to), older(page.URL, to), untranslated(page, to), longer(page, to)), nil
	}
	free, err := l.mayWin(winner, from)
	if err != nil || !free {
		return "", err
	}
	line, how, err := l.line(from)
	if err != nil {
		return "", err
	}
	switch i := slices.Index(line, winner); {
	case i == 0:
		return how, nil
	case i > 0:
		return fmt.Sprintf("%s, and so on to %s", how, winner), nil
	}
	back, _, err := l.line(winner)
	if err != nil || slices.Contains(back, from) {
		return "", err
	}
	if why = cmp.Or(named(page, to), untranslated(page, to)); why == "" && len(back) == 0 {
		why = l.isFirst(page, winner)
	}
	return why, nil
}

// named returns why a page gives way to the one that it calls canonical, "" for another one.
func named(page *aranea.Entry, to weburl.URL) string {
	if page.Target != to.String() {
		return ""
	}
	return page.URL.String() + " calls it canonical"
}

// older returns why a page gives way to another one of its host, "" if it does not.
func older(page, to weburl.URL) string {
	if !version.IsNewer(to, page) {
		return ""
	}
	return to.String() + " is a newer version of it"
}

// longer returns why a page gives way to another one of its host, "" if it does not: the other address is
// its own without some of the parameters. An address that the operator named stays.
func longer(page *aranea.Entry, to weburl.URL) string {
	path, query, _ := strings.Cut(page.URL.Target(), "?")
	other, fewer, _ := strings.Cut(to.Target(), "?")
	own, kept := strings.Split(query, "&"), strings.Split(fewer, "&")
	if fewer == "" {
		kept = nil
	}
	isLost := func(p string) bool { return !slices.Contains(own, p) }
	if page.How == aranea.HowSeed || path != other || query == "" || len(kept) >= len(own) || slices.ContainsFunc(kept, isLost) {
		return ""
	}
	return to.String() + " has fewer parameters"
}

// untranslated returns why a page gives way to its copy on the same site because of its language, "" if it
// does not: the other address is named after that and its own is not, or its own is named after another
// language and the other address after none. On one host, nothing else may tell the two addresses apart.
func untranslated(page *aranea.Entry, to weburl.URL) string {
	from, winner := page.URL.Origin(), to.Origin()
	lang, declared := analyze.ParseLang(page.Language)
	if !declared || from.Site() != winner.Site() || from == winner && !translation.SamePage(page.URL, to) {
		return ""
	}
	own, other := translation.Of(page.URL, lang.String()), translation.Of(to, lang.String())
	switch {
	case other >= own:
		return ""
	case other == translation.Own:
		return fmt.Sprintf("it is in the language of %s (%s)", to, lang)
	}
	return fmt.Sprintf("it is not in the language of %s (%s)", page.URL, lang)
}

// mayWin reports whether pages of an origin may take the place of another one's: not if it is
// itself glued to another one, nor if the operator separated the two.
func (l *Learner) mayWin(winner, from weburl.Origin) (bool, error) {
	for _, pair := range [][2]weburl.Origin{{winner, from}, {from, winner}} {
		r, err := l.mirrors.get(pair[0])
		if err != nil {
			return false, err
		}
		if r == nil {
			continue
		}
		l.mirrors.mu.Lock()
		bars := r.Separated(pair[1]) || r.Origin == winner && r.Main != ""
		l.mirrors.mu.Unlock()
		if bars {
			return false, nil
		}
	}
	return true, nil
}

// Behind returns how many hosts are named one after another from an origin on: the origin names
// one as its main mirror, that one another, and so on; 0 if it names none, or if that leads in a
// circle.
func (l *Learner) Behind(o weburl.Origin) (int, error) {
	if l == nil {
		return 0, nil
	}
	line, _, err := l.line(o)
	return len(line), err
}

// line returns the origins that are named as main mirrors one after another from an origin on, and
// how the first is named. It is empty if that leads in a circle or to more than a group has.
func (l *Learner) line(o weburl.Origin) (line []weburl.Origin, how string, err error) {
	for at := o; len(line) < mirror.MaxGroup; at = line[len(line)-1] {
		r, err := l.mirrors.get(at)
		if err != nil {
			return nil, "", err
		}
		var next weburl.Origin
		if r != nil {
			var said string
			l.mirrors.mu.Lock()
			next, said = r.Points()
			l.mirrors.mu.Unlock()
			if len(line) == 0 {
				how = said
			}
		}
		if next == "" {
			return line, how, nil
		}
		line = append(line, next)
	}
	return nil, "", nil
}

package learn

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/weburl"
)

// Language sets the language of a page that is put into the index. If neither its declaration
// nor its text gives one, it gets the usual language of its site, unless its script is a
// different one. The header of a media file seldom gives a language. The usual language is
// learned from first visits only: a page that is read again is not another page of its site.
func (l *Learner) Language(c *aranea.IndexChange) error {
	if l == nil {
		return nil
	}
	return l.language(c, c.Version == 1)
}

// language is Language; counts says whether the page counts for its site.
func (l *Learner) language(c *aranea.IndexChange, counts bool) error {
	p, o := c.Page, c.URL.Origin()
	r, err := l.languages.open(o)
	if err != nil {
		return err
	}
	l.languages.mu.Lock()
	usual, likely := r.Usual(), r.Likely()
	l.languages.mu.Unlock()
	lang, declared := analyze.ParseLang(p.Lang)
	if !declared { // if declared, its text is seldom in another language, and is examined later
		p.Told = document.Language(p, likely)
		lang, _ = analyze.ParseLang(p.Told)
	}
	l.languages.mu.Lock()
	defer l.languages.mu.Unlock()
	if counts && p.Charset != "" && p.Charset != "utf-8" && r.AddCharset(p.Charset) {
		l.languages.keep(o)
	}
	if lang != analyze.Und {
		if counts && r.Add(lang.String()) {
			l.languages.keep(o)
		}
		return nil
	}
	switch {
	case usual == "":
	case extract.IsHeader(p): // the script of its text is that of our own words about it
		p.Told = usual
	default:
		p.Lang, p.Told = usual, ""
	}
	return nil
}

// Charset returns the WHATWG name of the charset that nearly all pages of an origin that are not
// in UTF-8 have; "" if there is none or too few are known. As with languages, only first visits
// count. It may be called while pages are committed.
func (l *Learner) Charset(o weburl.Origin) (string, error) {
	if l == nil {
		return "", nil
	}
	r, err := l.languages.get(o)
	if err != nil || r == nil {
		return "", err
	}
	l.languages.mu.Lock()
	defer l.languages.mu.Unlock()
	return r.UsualCharset(), nil
}

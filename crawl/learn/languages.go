package learn

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/weburl"
)

// Language tells the language of a page that is put into the index. If neither what
// it declares nor its text tells one, the usual language of its site does, unless its
// alphabet is another. The header of a file seldom tells one. What is usual is learned
// of first visits alone: a page that is read again is no further page of its site.
func (l *Learner) Language(c *aranea.IndexChange) error {
	if l == nil {
		return nil
	}
	return l.language(c, c.Version == 1)
}

// language is Language of a page that counts for its site or does not.
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
	if !declared { // else its text is seldom of another language, and is looked at later
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
	case extract.IsMedia(p.Format): // the alphabet of its text is that of our own words about it
		p.Told = usual
	default:
		p.Lang, p.Told = usual, ""
	}
	return nil
}

// Charset returns the charset that nearly all pages of an origin have which are not in
// UTF-8, by its WHATWG name, "" if there is none or too few are known. As with
// languages, first visits count. It may be called while pages are committed.
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

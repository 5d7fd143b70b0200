package analyze

import (
	"strings"

	"github.com/aranea-search/aranea/analyze/language"
)

// Spoken returns the language of a few words, such as those of a query. The language that is
// expected, if it is not Und, is returned unless they clearly speak for another. Where several
// languages share an alphabet, another one needs a stop word of it as well: names ("class
// Numeric") look like words of some language or other. If the words do not tell, it returns Und.
func (a *Analyzer) Spoken(expect Lang, words string) Lang {
	var c scriptCounts
	c.add([]byte(words))
	switch most := c.main(); {
	case c[most] == 0:
		return Und
	case most.shared():
		return a.spokenIn(most, expect, words)
	case most == scriptHan && expect != Ja:
		return Zh
	case most == scriptHan, most == scriptKana:
		return Ja
	case scriptOf(expect) == most:
		return expect
	default:
		return restLangs[most]
	}
}

// main returns the script of most letters. Latin letters must be four times as many as those of
// another, since Latin names are usual among these.
func (c scriptCounts) main() script {
	c[scriptLatin] /= 4
	most := scriptLatin
	for s, n := range c {
		if n > c[most] {
			most = script(s)
		}
	}
	return most
}

// spokenIn is Spoken for words in a script that several languages share.
func (a *Analyzer) spokenIn(s script, expect Lang, words string) Lang {
	if scriptOf(expect) != s {
		expect = Und
	}
	own := ""
	if expect != Und {
		own = expect.String()
	}
	told, _ := ParseLang(language.Guess(sharedAlphabet(restLangs[s]), []byte(words), own, ""))
	for word := range strings.FieldsSeq(words) {
		if t := a.Query(word); len(t) == 1 && t[0].IsStop(told) {
			return told
		}
	}
	return expect
}

// Package recency tells whether the words of a query ask for what is new, and how much
// the date of a page counts then.
//
// Floor: 4 (acts), a part of search. Stability: engine. It is pure.
package recency

import (
	"iter"
	"strconv"
	"strings"
	"time"
)

// Most is what the newest page has more, as a share of the sum of the words' rarities: about
// a third of what a title adds that holds all words and nothing else.
const Most = 0.5

// half is the age at which a page has half of that.
const half = 60 * 24 * time.Hour

// fresh are the words that ask for what is new, as folded forms, or as they are typed where
// forms are pieces of them (aujourd'hui, ニュース). Words that as often mean something else
// are not among them: a new file, the current folder.
var fresh = wordSet(`latest newest recent recently news today
	noticia noticias novidade novidades recente recentes hoje
	reciente recientes novedad novedades hoy
	actualite actualites nouveaute nouveautes recents recentes aujourd'hui
	neueste neuesten neuester neuestes aktuell aktuelle aktuellen aktueller aktuelles nachrichten neuigkeiten heute
	notizia notizie novita recenti oggi
	новость новости новостей новостям новостях новинка новинки новинок новинках
	свежий свежая свежее свежие свежих последние недавно недавние недавних сегодня
	最新 新闻 近期 今天 ニュース 최신 뉴스`)

func wordSet(list string) map[string]struct{} {
	set := map[string]struct{}{}
	for _, w := range strings.Fields(list) {
		set[w] = struct{}{}
	}
	return set
}

// A Wish says that new pages are asked for, at an instant. The zero value says that they
// are not.
type Wish struct{ now int64 }

// A Word is one of a query.
type Word interface {
	// Spelled yields it as it was typed, and its forms; nothing of a word that stands in
	// quotes.
	Spelled(yield func(string) bool)
}

// Asked returns what words wish for: new pages if one of them says so, or is the number
// of the year.
func Asked[W Word](words []W, now time.Time) Wish {
	year := ""
	for _, w := range words {
		for text := range iter.Seq[string](w.Spelled) {
			if year == "" {
				year = strconv.Itoa(now.UTC().Year())
			}
			if _, ok := fresh[text]; ok || text == year {
				return Wish{now.Unix()}
			}
		}
	}
	return Wish{}
}

// Most returns what a date adds at most, as a share of the sum of the words' rarities.
func (w Wish) Most() float64 {
	if w == (Wish{}) {
		return 0
	}
	return Most
}

// Of returns what a date adds: all of it now, half of it after two months, a seventh
// after a year. The date is in seconds since 1970; 0 is none and adds nothing.
func (w Wish) Of(date uint32) float64 {
	if w == (Wish{}) || date == 0 {
		return 0
	}
	age := max(0, w.now-int64(date))
	return Most * half.Seconds() / (half.Seconds() + float64(age))
}

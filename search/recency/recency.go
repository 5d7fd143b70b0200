// Package recency tells whether the words of a query ask for what is new, and how much the date
// of a page then counts.
//
// Floor: 4 (acts), a part of search. Stability: engine. It is pure.
package recency

import (
	"iter"
	"strconv"
	"strings"
	"time"
)

// Most is the gain of the newest page, as a share of the sum of the words' rarities: about a
// third of what a title adds that has all the words and nothing else.
const Most = 0.5

// half is the age at which a page has half of that.
const half = 60 * 24 * time.Hour

// fresh are the words that ask for what is new, as folded forms, or as typed if their forms are
// only pieces of them (aujourd'hui, ニュース). Words that often mean something else are not
// included: a new file, the current folder, haber (news in Turkish, to have in Spanish), 最近 (lately or
// nearest).
var fresh = wordSet(`latest newest recent recently news today
	noticia noticias novidade novidades recente recentes hoje
	reciente recientes novedad novedades hoy
	actualite actualites nouveaute nouveautes recents recentes aujourd'hui
	neueste neuesten neuester neuestes aktuell aktuelle aktuellen aktueller aktuelles nachrichten neuigkeiten heute
	notizia notizie novita recenti oggi
	новость новости новостей новостям новостях новинка новинки новинок новинках
	свежий свежая свежее свежие свежих последние недавно недавние недавних сегодня
	новини новин новинах найновіші найновіший останні свіжі нещодавно сьогодні
	najnowsze najnowszy najnowsza aktualnosci nowosci wiadomosci niedawno dzisiaj dzis
	haberler haberleri guncel bugun
	nieuws nieuwste recente vandaag actueel actuele
	aktuality novinky nejnovejsi nedavno dnes
	nyheter nyheterna senaste nyaste idag
	ειδησεισ προσφατα προσφατεσ σημερα
	stiri stirile noutati astazi azi
	berita terbaru terkini
	समाचार ताजा आज
	اخبار الاخبار احدث موخرا اليوم
	חדשות היום לאחרונה
	امروز جديدترين اخيرا
	最新 新闻 近期 今天 今日 ニュース 최신 최근 뉴스 소식 오늘`)

func wordSet(list string) map[string]struct{} {
	set := map[string]struct{}{}
	for _, w := range strings.Fields(list) {
		set[w] = struct{}{}
	}
	return set
}

// A Wish says, if it is not zero, that new pages are asked for at an instant.
type Wish struct{ now int64 }

// A Word is a word of a query.
type Word interface {
	// Spelled yields the word as typed, and its forms; nothing if it is quoted.
	Spelled(yield func(string) bool)
}

// Asked returns the wish of words: new pages if one of them says so or is the current year.
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

// Most returns the largest gain by a date, as a share of the sum of the words' rarities.
func (w Wish) Most() float64 {
	if w == (Wish{}) {
		return 0
	}
	return Most
}

// Of returns the gain by a date: Most now, half of it after two months, a seventh after a year.
// The date is in seconds since 1970; 0 means none and gains nothing.
func (w Wish) Of(date uint32) float64 {
	if w == (Wish{}) || date == 0 {
		return 0
	}
	age := max(0, w.now-int64(date))
	return Most * half.Seconds() / (half.Seconds() + float64(age))
}

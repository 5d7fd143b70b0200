package recency_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/search/recency"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// A spelling is a word as a query has it: as typed, and as forms.
type spelling string

func (s spelling) Spelled(yield func(string) bool) {
	for _, text := range strings.Fields(string(s)) {
		if !yield(text) {
			return
		}
	}
}

func asked(words ...spelling) bool { return recency.Asked(words, now) != recency.Wish{} }

func TestAsked(t *testing.T) {
	t.Parallel()
	for _, word := range []spelling{"Latest latest", "news", "новости", "ultimas notícias noticias", "最新消息 最新 新消 消息", "ニュース ニュ ュー ース", "2026",
		"новини", "aktualności aktualnosci", "Güncel guncel", "الأخبار الاخبار", "חדשות", "اخبار", "新聞 新闻", "최근",
		"nieuws", "nejnovější nejnovejsi", "nyheter", "Ειδήσεις ειδησεισ", "știri stiri", "terbaru", "समाचार"} {
		if !asked("debian", word) {
			t.Errorf("%q asks for nothing new", word)
		}
	}
	for _, word := range []spelling{"", "new", "newspaper", "haber", "最近", "2025", "2027", "current", "debian"} {
		if asked("debian", word) {
			t.Errorf("%q asks for what is new", word)
		}
	}
	if asked() {
		t.Error("no word asks for what is new")
	}
}

// What a date adds falls with the age, is never more than all, and nothing without a date
// or a wish.
func TestOf(t *testing.T) {
	t.Parallel()
	wish := recency.Asked([]spelling{"news"}, now)
	at := func(age time.Duration) float64 { return wish.Of(uint32(now.Add(-age).Unix())) }
	const day = 24 * time.Hour
	got := []float64{at(-30 * day), at(0), at(60 * day), at(366 * day), at(20 * 365 * day), wish.Of(1), wish.Of(0)}
	if got[0] != got[1] || got[1] != wish.Most() || math.Abs(got[2]-wish.Most()/2) > 1e-9 || !slices.IsSortedFunc(got, func(a, b float64) int {
		return int(math.Copysign(1, b-a)) * int(math.Ceil(math.Abs(b-a)))
	}) {
		t.Errorf("dates add %v", got)
	}
	if last := got[len(got)-1]; last != 0 || got[len(got)-2] <= 0 {
		t.Errorf("no date adds %v, the oldest %v", last, got[len(got)-2])
	}
	if none := (recency.Wish{}); none.Of(uint32(now.Unix())) != 0 || none.Most() != 0 {
		t.Error("dates add something where nothing new is asked for")
	}
}

package trap

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A query without "=" may name a page, as in "/index.php?thread-17.html", or be for scripts only, as in
// "/index.html?org/x/Y.html", which shows a page of frames. All URLs of a path with such a query are a view, called
// "/index.html?*".

// bareOf returns the view of a target whose query is one word without "=", and "" for others.
func bareOf(target string) string {
	path, query, _ := strings.Cut(target, "?")
	if query == "" || strings.ContainsAny(query, "=&;") || len(path)+2 > maxName {
		return ""
	}
	return path + "?*"
}

// IsBareCopy reports whether a target whose query is one word without "=" says nothing, as it has the text of
// twin: its path or the folder of that, without a query, or with another such word.
func IsBareCopy(target, twin string) bool {
	path, _, _ := strings.Cut(target, "?")
	other, query, asks := strings.Cut(twin, "?")
	isOwn := other == path && (!asks || bareOf(twin) != "") || query == "" && other == path[:strings.LastIndexByte(path, '/')+1]
	return bareOf(target) != "" && isOwn
}

// SawBare records the first visit to a target whose query is one word without "=", and whether it is a copy
// (IsBareCopy), and reports whether there is something new to store. One that is none ends the verdict.
func (b *Book) SawBare(target string, isCopy bool, now time.Time) bool {
	name := bareOf(target)
	if name == "" {
		return false
	}
	v := b.view(name, isCopy)
	switch {
	case v == nil:
		return false
	case !isCopy:
		v.Open++
		took := v.Why != ""
		v.Why, v.Since, b.Pending = "", time.Time{}, b.Pending || took
		return took || v.Open == 1
	}
	v.Closed++
	if v.Why != "" || v.Allowed || v.Open > 0 || v.Closed < needClosed {
		return v.Closed%keepEvery == 0
	}
	v.Why, v.Since = fmt.Sprintf("all %d pages%s", v.Closed, aboutBare(name)), now
	return true
}

// aboutBare returns what the evidence on such a view says of which one it is about.
func aboutBare(name string) string {
	return " of " + name + " that were visited have the text of the page without that query"
}

// AdviseBare returns why a target whose query is one word without "=" says nothing, or "" if there is no
// evidence, or if it is one of the few that are visited all the same.
func (b *Book) AdviseBare(target string) string {
	name := bareOf(target)
	if i := slices.IndexFunc(b.Views, func(v View) bool { return v.Name == name }); name != "" && i >= 0 && sum(target)%sampleOf != 0 {
		return b.Views[i].Why
	}
	return ""
}

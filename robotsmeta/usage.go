package robotsmeta

import (
	"slices"
	"strings"
)

// A Use says whether the page may be used in some way.
type Use struct {
	Allowed bool
	Known   bool   // the page says something about it
	Source  string // what it says and where
}

type use struct{ label, value, source string }

// maxUses is how many preferences are kept.
const maxUses = 64

// synonyms are names of one use in different vocabularies.
var synonyms = [...][]string{{"train-ai", "ai-train"}}

// Use returns what the page says about a use: "search", "train-ai" (or
// "ai-train", which is the same), "ai-input", or "tdm" for text and data
// mining. Of several preferences the most restrictive counts; if nothing is
// said, Known is false and the use is neither granted nor restricted.
func (d Directives) Use(label string) Use {
	names := []string{strings.ToLower(label)}
	for _, s := range synonyms {
		if slices.Contains(s, names[0]) {
			names = s
		}
	}
	var out Use
	for _, u := range d.uses {
		if !slices.Contains(names, u.label) {
			continue
		}
		yes := u.value == "y" || u.value == "yes"
		no := u.value == "n" || u.value == "no"
		if yes && !out.Known || no && (!out.Known || out.Allowed) {
			out = Use{Allowed: yes, Known: true, Source: u.label + "=" + u.value + " in " + u.source}
		}
	}
	if s, ok := d.first("noai"); ok && slices.Contains(names, "train-ai") && (!out.Known || out.Allowed) {
		return Use{Known: true, Source: s.String()}
	}
	return out
}

// usage reads "train-ai=n, search=y": a dictionary of structured fields, of
// which only plain tokens matter.
func (r *Reader) usage(value, source string) {
	for item := range strings.SplitSeq(clipContent(value), ",") {
		item, _, _ = strings.Cut(item, ";")
		label, v, ok := strings.Cut(strings.TrimSpace(item), "=")
		if ok && label != "" && len(r.out.uses) < maxUses {
			r.out.uses = append(r.out.uses, use{strings.ToLower(label), strings.ToLower(strings.Trim(v, `" `)), source})
		}
	}
}

// reservation reads TDM-Reservation: 1 reserves the rights of text and data
// mining, 0 does not (the TDM Reservation Protocol).
func (r *Reader) reservation(value, source string) {
	v := map[string]string{"1": "n", "0": "y"}[strings.TrimSpace(value)]
	if v != "" && len(r.out.uses) < maxUses {
		r.out.uses = append(r.out.uses, use{"tdm", v, source})
	}
}

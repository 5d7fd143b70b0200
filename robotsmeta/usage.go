package robotsmeta

import (
	"slices"
	"strings"
)

// Uses with names of their own. Others may be asked for by the name that a page
// gives them.
const (
	UseSearch      = "search"       // to find the page by
	UseTrain       = "train-ai"     // to train models; "ai-train" is the same
	UseTrainImages = "train-images" // to train models with its pictures
	UseAnswer      = "ai-input"     // to let models answer from it
	UseMining      = "tdm"          // text and data mining
	maxUses        = 64             // preferences kept
)

// A Use says whether the page may be used in some way.
type Use struct {
	Allowed bool
	Known   bool   // the page says something about it
	Source  string // what it says and where
}

// A Preference is one wish about the use of a page, as it was said.
type Preference struct {
	Label string // "train-ai", "search", ...
	Value string // "y", "n", "yes", "no", or what else was said
	Place Place
	grant int8 // 1 grants, -1 refuses, 0 says nothing that is understood
}

// String returns the preference as "train-ai=n in Content-Usage".
func (p Preference) String() string { return p.Label + "=" + p.Value + " in " + p.Place.String() }

// Preferences returns what the page says about its use, in the order in which it
// was said, words that are not understood included. The caller must not change
// them.
func (d Directives) Preferences() []Preference { return d.uses }

// synonyms are names of one use in different vocabularies.
var synonyms = [...][]string{{UseTrain, "ai-train"}}

// Use returns what the page says about a use. Of several preferences the most
// restrictive counts (AIPREF); noai and noimageai are refusals to train. If
// nothing is said, Known is false and the use is neither granted nor restricted.
func (d Directives) Use(label string) Use {
	label = strings.ToLower(label)
	if label == UseTrainImages {
		return d.trainImages()
	}
	names := []string{label}
	for _, s := range synonyms {
		if slices.Contains(s, label) {
			names = s
		}
	}
	var out Use
	for _, p := range d.uses {
		if !slices.Contains(names, p.Label) || p.grant == 0 {
			continue
		}
		if p.grant > 0 && !out.Known || p.grant < 0 && (!out.Known || out.Allowed) {
			out = Use{Allowed: p.grant > 0, Known: true, Source: p.String()}
		}
	}
	if s, ok := d.first("noai"); ok && names[0] == UseTrain && (!out.Known || out.Allowed) {
		return Use{Known: true, Source: s.String()}
	}
	return out
}

// trainImages: what is said of training, and noimageai.
func (d Directives) trainImages() Use {
	out := d.Use(UseTrain)
	if s, ok := d.first("noimageai"); ok && (!out.Known || out.Allowed) {
		return Use{Known: true, Source: s.String()}
	}
	return out
}

// usage reads "train-ai=n, search=y": a dictionary of structured fields (RFC
// 9651), of which only plain tokens matter. Labels and values are taken in any
// case.
func (r *Reader) usage(value, yes, no string, at Place) {
	for item := range strings.SplitSeq(clip(value, MaxContent), ",") {
		item, _, _ = strings.Cut(item, ";")
		label, v, _ := strings.Cut(item, "=")
		label, v = strings.ToLower(strings.TrimSpace(label)), strings.ToLower(strings.TrimSpace(v))
		if label == "" || len(r.out.uses) >= maxUses {
			continue
		}
		p := Preference{Label: label, Value: v, Place: at}
		switch v {
		case yes:
			p.grant = 1
		case no:
			p.grant = -1
		default:
			if label != "use" { // "use" takes immediate, reference or full
				r.notice(CheckBadValue, at, label+"="+v)
			}
		}
		r.out.uses = append(r.out.uses, p)
	}
}

// reservation reads TDM-Reservation: 1 reserves the rights of text and data
// mining, 0 does not (the TDM Reservation Protocol).
func (r *Reader) reservation(value string, at Place) {
	p := Preference{Label: UseMining, Value: strings.TrimSpace(clip(value, MaxContent)), Place: at}
	switch p.Value {
	case "1":
		p.grant = -1
	case "0":
		p.grant = 1
	default:
		r.notice(CheckBadValue, at, p.Value)
		return
	}
	if len(r.out.uses) < maxUses {
		r.out.uses = append(r.out.uses, p)
	}
}

// policy keeps the address of a policy of the TDM Reservation Protocol.
func (r *Reader) policy(value string, at Place) {
	keep(&r.out.policies, Link{URL: strings.TrimSpace(clip(value, MaxContent)), Place: at})
}

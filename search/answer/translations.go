package answer

import (
	"github.com/aranea-search/aranea/dedupe/translation"
	"github.com/aranea-search/aranea/weburl"
)

// MaxTranslations is how many translations a result names.
const MaxTranslations = 32

// A Translation is a page in another language than the result.
type Translation struct {
	// Lang is its language, ISO 639-1, with what its address says besides: pt-BR, zh-TW.
	Lang string     `json:"lang"`
	URL  weburl.URL `json:"url"`
}

// translations returns the translations of a page in a language of its own, whether they have the words or not, by their
// languages: in each the newest version at an address of that language. Left out are those that the searcher may not
// see, and that their owner wants to be gone by now.
func (f *Fold) translations(own string) (out []Translation, err error) {
	var all []translation.Address
	for _, key := range f.Ranks.Translations(f.Ranks.Work(f.At.Seg, f.At.Doc)) {
		seg, doc, ok := f.Snap.LookupShort(key)
		if !ok || !f.Snap.Findable(seg, doc) || !f.May(seg, doc) {
			continue
		}
		d, err := f.Snap.Doc(seg, doc)
		if err != nil {
			return nil, err
		}
		u, err := weburl.Parse(d.URL)
		if err != nil {
			return nil, err
		}
		if !d.Expired(f.Now) {
			all = append(all, translation.AddressOf(u, d.Lang))
		}
	}
	for _, a := range translation.Others(all, own, MaxTranslations) {
		out = append(out, Translation{a.Lang, a.URL})
	}
	return out, nil
}

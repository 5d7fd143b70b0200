package results

import (
	"strings"

	"github.com/aranea-search/aranea/console/locale"
	"github.com/aranea-search/aranea/internal/enumeration"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/search/facet"
)

// Held are the values of a facet that a result has, with the name of the facet before them.
type Held struct {
	Before string
	Values []string
	After  string
}

// held returns the values that stand with a result.
func (m *maker) held(all []facet.Held) (out []Held) {
	for _, f := range all {
		text := m.In.Text("results.held", "name", FacetTitle(f.Name))
		h := Held{}
		h.Before, h.After, _ = strings.Cut(text, "{values}")
		for _, v := range f.Values {
			h.Values = append(h.Values, ValueText(m.In, v))
		}
		out = append(out, h)
	}
	return out
}

// FacetTitle returns the name of a facet as the title of its values.
func FacetTitle(name string) string { return show.Visible(capital(name)) }

// members are the texts of what schema.org enumerates and shops have pages say, by their names there.
var members = map[string]string{
	"InStock": "value.in-stock", "OutOfStock": "value.out-of-stock", "PreOrder": "value.pre-order", "BackOrder": "value.back-order",
	"SoldOut": "value.sold-out", "LimitedAvailability": "value.limited", "Discontinued": "value.discontinued",
	"InStoreOnly": "value.in-store-only", "OnlineOnly": "value.online-only", "MadeToOrder": "value.made-to-order",
	"NewCondition": "value.new", "UsedCondition": "value.used", "RefurbishedCondition": "value.refurbished", "DamagedCondition": "value.damaged",
}

// ValueText returns how a value of a facet is shown: as it is written, or what schema.org enumerates in words,
// those of the reader's language if they are known.
func ValueText(in *locale.Locale, value string) string {
	name, ok := enumeration.Member(value)
	if !ok {
		return show.Visible(value)
	}
	if text := members[name]; text != "" {
		return in.Text(text)
	}
	return show.Visible(enumeration.Words(name))
}

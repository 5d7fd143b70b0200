package command

import (
	"fmt"
	"net/netip"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/internal/show"
)

// PrefixTexts writes address ranges as --allow-net takes them.
func PrefixTexts(list []netip.Prefix) []string {
	return Names(list, netip.Prefix.String)
}

// PrefixText writes a range, or a single address, for people.
func PrefixText(p netip.Prefix) string {
	if p.IsSingleIP() {
		return p.Addr().String()
	}
	return p.String()
}

// ParsePrefix reads a range, or a single address.
func ParsePrefix(text string) (netip.Prefix, error) {
	if p, err := netip.ParsePrefix(text); err == nil {
		return p.Masked(), nil
	}
	a, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Prefix{}, fmt.Errorf("--allow-net %q is not an address range such as 10.0.0.0/8", text)
	}
	return netip.PrefixFrom(a, a.BitLen()), nil
}

// DefaultData is the data folder when none is named.
const DefaultData = "aranea-data"

// DataFlag returns the --data flag to repeat in advice, if it is not the default.
func DataFlag(data string) string {
	if data == DefaultData {
		return ""
	}
	return " --data " + show.Word(data)
}

// DataOf returns the data folder that the command names.
func DataOf(cmd *cobra.Command) string { return cmd.Flag("data").Value.String() }

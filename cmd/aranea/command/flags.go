package command

import (
	"errors"
	"fmt"
	"net/netip"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/internal/show"
)

// PrefixTexts formats address ranges in the format of --allow-net.
func PrefixTexts(list []netip.Prefix) []string {
	return Names(list, netip.Prefix.String)
}

// ParsePrefix parses a range or a single address.
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

// ParsePrefixes parses ranges and single addresses, and returns all faults at once.
func ParsePrefixes(texts []string) ([]netip.Prefix, error) {
	var out []netip.Prefix
	var faults []error
	for _, text := range texts {
		p, err := ParsePrefix(text)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		out = append(out, p)
	}
	return out, errors.Join(faults...)
}

// DefaultData is the default data folder.
const DefaultData = "aranea-data"

// DataFlag returns the --data flag for commands in advice, or "" for the default folder.
func DataFlag(data string) string {
	if data == DefaultData {
		return ""
	}
	return " --data " + show.Word(data)
}

// DataOf returns the data folder of the command.
func DataOf(cmd *cobra.Command) string { return cmd.Flag("data").Value.String() }

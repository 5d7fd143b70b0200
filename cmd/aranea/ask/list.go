package ask

import (
	"cmp"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

func newRobotsDialects() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dialects [flags] [NAME...]",
		Short: "List the dialects of robots files that are known, or all switches of some",
		Long: `Dialects lists what --dialect takes. With names it prints every
switch of each; docs/robots/dialects.md tells what they rest on.`,
		Example: "  aranea robots dialects yandex google",
		Args:    cobra.ArbitraryArgs,
		RunE:    runRobotsDialects,
	}
	cmd.Flags().Bool("json", false, "print one JSON object for each dialect, with all switches")
	return cmd
}

func runRobotsDialects(cmd *cobra.Command, args []string) error {
	asJSON, _ := cmd.Flags().GetBool("json")
	list := dialect.All()
	if len(args) > 0 {
		list = nil
		for _, a := range args {
			d, err := parseDialect(a, nil)
			if err != nil {
				return command.Usage("dialect %q is unknown; use one of %s", a, command.DialectNames())
			}
			list = append(list, d)
		}
	}
	out := cmd.OutOrStdout()
	if asJSON {
		for _, d := range list {
			if err := command.WriteJSON(out, switches(reflect.ValueOf(d))); err != nil {
				return err
			}
		}
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	if len(args) > 0 {
		for i, d := range list {
			if i > 0 {
				fmt.Fprintln(w)
			}
			printSwitches(w, reflect.ValueOf(d), "")
		}
		return w.Flush()
	}
	fmt.Fprintln(w, "NAME\tDECIDES\tPATTERNS\tESCAPES\tAGENTS\tOTHER LINES")
	for _, d := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", d.Name, d.Precedence, d.Patterns, d.Escapes, d.Agents, cmp.Or(d.Extensions.String(), "-"))
	}
	return w.Flush()
}

// switches returns the fields of a dialect by name, in lower case with hyphens.
func switches(v reflect.Value) map[string]any {
	out := map[string]any{}
	for i := range v.NumField() {
		key := hyphened(v.Type().Field(i).Name)
		switch x := v.Field(i).Interface().(type) {
		case dialect.Policy:
			out[key] = switches(v.Field(i))
		case time.Duration:
			out[key+"-seconds"] = int64(x.Seconds())
		case fmt.Stringer:
			out[key] = x.String()
		default:
			out[key] = x
		}
	}
	return out
}

// printSwitches prints the fields of a dialect, one per line.
func printSwitches(w io.Writer, v reflect.Value, prefix string) {
	for i := range v.NumField() {
		key := prefix + hyphened(v.Type().Field(i).Name)
		if p, ok := v.Field(i).Interface().(dialect.Policy); ok {
			printSwitches(w, reflect.ValueOf(p), key+".")
			continue
		}
		fmt.Fprintf(w, "%s\t%s\n", key, cmp.Or(fmt.Sprint(v.Field(i).Interface()), "-"))
	}
}

// hyphened converts a Go name to words: "SplitQuery" is "split-query".
func hyphened(name string) string {
	var b strings.Builder
	upper := func(i int) bool { return name[i] >= 'A' && name[i] <= 'Z' }
	lower := func(i int) bool { return i < len(name) && name[i] >= 'a' && name[i] <= 'z' }
	for i := range len(name) {
		if i > 0 && upper(i) && (lower(i-1) || lower(i+1)) {
			b.WriteByte('-')
		}
		b.WriteByte(name[i])
	}
	return strings.ToLower(b.String())
}

func newRobotsAgents() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "agents [flags] [TOKEN...]",
		Short: "List the robots whose owners document more than the standard says",
		Long: `Agents lists known robots: whose they are, the dialect that reads as they do,
whether they obey robots files by their owner's words, and which groups, and where
that is said.`,
		Example: "  aranea robots agents AdsBot-Google Applebot",
		Args:    cobra.ArbitraryArgs,
		RunE:    runRobotsAgents,
	}
	cmd.Flags().Bool("json", false, "print one JSON object for each robot")
	return cmd
}

// An agentJSON is one line of "aranea robots agents --json".
type agentJSON struct {
	Token   string   `json:"token"`
	Owner   string   `json:"owner"`
	Kind    string   `json:"kind"`
	Dialect string   `json:"dialect"`
	Obeys   []string `json:"obeys"` // groups, in order; the first that exists counts
	Robots  string   `json:"obeys_robots_files"`
	Source  string   `json:"source"`
}

func runRobotsAgents(cmd *cobra.Command, args []string) error {
	asJSON, _ := cmd.Flags().GetBool("json")
	var unknown []string
	list := dialect.KnownAgents()
	if len(args) > 0 {
		list = nil
		for _, a := range args {
			k, ok := dialect.KnownAgentByToken(dialect.AgentToken(a))
			if !ok {
				unknown = append(unknown, strconv.Quote(a))
				continue
			}
			list = append(list, k)
		}
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 8, 2, ' ', 0)
	if !asJSON && len(list) > 0 {
		fmt.Fprintln(w, "TOKEN\tOWNER\tKIND\tDIALECT\tOBEYS\tTHE GROUP OF\tSOURCE")
	}
	for _, k := range list {
		d, _ := dialect.ByName(k.Dialect)
		j := agentJSON{string(k.Token), k.Owner, k.Kind.String(), k.Dialect, nil, k.Obeys.String(), k.Source}
		for _, t := range d.Chain(k.Token) {
			j.Obeys = append(j.Obeys, string(t))
		}
		if asJSON {
			if err := command.WriteJSON(cmd.OutOrStdout(), j); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", j.Token, j.Owner, j.Kind, j.Dialect, j.Robots, strings.Join(j.Obeys, ", else "), j.Source)
	}
	err := w.Flush()
	if err == nil && len(unknown) > 0 {
		return command.Usage("not in the list: %s; such a robot obeys its own group, then that of \"*\"", strings.Join(unknown, ", "))
	}
	return err
}

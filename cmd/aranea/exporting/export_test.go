package exporting

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/upkeep"
)

// An owner has an index with a page, and with others that were read with a secret.
type owner struct {
	service.Service
	protected []uint64 // by index
	err       error    // of the question how many there are
}

func (o owner) Documents(context.Context, []string) iter.Seq2[service.DocumentFacts, error] {
	return func(yield func(service.DocumentFacts, error) bool) {
		yield(service.DocumentFacts{URL: "http://a.test/"}, nil)
	}
}

func (o owner) IndexStats(context.Context) (all []upkeep.Stat, err error) {
	for _, n := range o.protected {
		all = append(all, upkeep.Stat{Protected: n})
	}
	return all, o.err
}

func (o owner) Status(context.Context) (service.Status, error) {
	return service.Status{Labels: []string{"members"}}, nil
}

// TestLeftOut: an export tells how many pages it leaves out, if there are any and none were asked for.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	other := errors.New("the socket is away")
	for _, tt := range []struct {
		name, args string
		owner      owner
		told       string
		err        error
	}{
		{"some", "--documents", owner{protected: []uint64{2, 0, 1}}, "3 pages read with a secret, left out. --access LABEL, or --access all, prints them.\n", nil},
		{"none", "--documents", owner{protected: []uint64{0, 0}}, "", nil},
		{"asked for", "--documents --access members", owner{protected: []uint64{2}}, "", nil},
		{"a damaged folder", "--documents", owner{err: &aranea.Error{Kind: aranea.Corrupt}}, "Pages that were read with a secret are left out, if there are any; how many cannot be told of a damaged folder. --access LABEL, or --access all, prints them.\n", nil},
		{"another error", "--documents", owner{err: other}, "", other},
	} {
		cmd := NewExport(func(cmd *cobra.Command, _ bool, f func(context.Context, service.Service) error) error {
			return f(cmd.Context(), tt.owner)
		})
		var out, told strings.Builder
		cmd.SetOut(&out)
		cmd.SetErr(&told)
		cmd.SetArgs(strings.Fields(tt.args))
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		if err := cmd.ExecuteContext(t.Context()); !errors.Is(err, tt.err) || told.String() != tt.told || !strings.Contains(out.String(), `"url":"http://a.test/"`) {
			t.Errorf("%s: %v, %q, %q", tt.name, err, told.String(), out.String())
		}
	}
}

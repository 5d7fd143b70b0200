package answering

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/weburl"
)

// A copied Service says of its answers that they are from a copy.
type copied struct {
	*engine.Looker
	at   time.Time
	part partition.Partition
}

var _ service.Service = copied{}

// Search implements service.Searching.
func (c copied) Search(ctx context.Context, r search.Request) (search.Response, error) {
	out, err := c.Looker.Search(ctx, r)
	if err == nil {
		age := max(time.Since(c.at), 0).Round(time.Minute)
		out.Tell(hint.Hint{Code: hint.Standby, Value: c.part.String(), N: max(int(age/time.Minute), 1)})
	}
	return out, err
}

// Status implements service.Asking.
func (c copied) Status(ctx context.Context) (service.Status, error) {
	st, err := c.Looker.Status(ctx)
	st.ReadOnly, st.Copied = "", c.at
	return st, err
}

// Explain implements service.Asking.
func (c copied) Explain(ctx context.Context, text string) (trail.Trail, error) {
	t, err := c.Looker.Explain(ctx, text)
	if err == nil {
		t.Facts = append(t.Facts, trail.Fact{Name: "As of", Text: fmt.Sprintf("%s: a standby answered from its copy, because the node of partition %s does not answer", trail.When(c.at), c.part)})
	}
	return t, err
}

// Host implements service.Asking.
func (c copied) Host(ctx context.Context, o weburl.Origin) (service.HostFacts, error) {
	h, err := c.Looker.Host(ctx, o)
	h.Copied = c.at
	return h, err
}

// URLs implements service.Asking.
func (c copied) URLs(ctx context.Context, f service.URLFilter) iter.Seq2[service.URLFacts, error] {
	return each(c.Looker.URLs(ctx, f), func(u *service.URLFacts) { u.Copied = c.at })
}

// Hosts implements service.Asking.
func (c copied) Hosts(ctx context.Context, f service.HostFilter) iter.Seq2[service.HostFacts, error] {
	return each(c.Looker.Hosts(ctx, f), func(h *service.HostFacts) { h.Copied = c.at })
}

// each changes each value of a list.
func each[T any](all iter.Seq2[T, error], change func(*T)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for v, err := range all {
			if err == nil {
				change(&v)
			}
			if !yield(v, err) {
				return
			}
		}
	}
}

package crawl_test

import (
	"context"

	"github.com/aranea-search/aranea"
)

// noGraph forgets all links.
type noGraph struct{}

func (noGraph) Apply(context.Context, []aranea.EdgeChange) error { return nil }

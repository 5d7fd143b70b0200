package crawl_test

import (
	"context"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// noGraph is a Graph that keeps nothing.
type noGraph struct{}

func (noGraph) Apply(context.Context, []aranea.EdgeChange) error { return nil }

func (noGraph) Kept(weburl.URL) (bool, error)                                 { return true, nil }
func (noGraph) IsLinked(context.Context, weburl.URL) (bool, error)            { return true, nil }
func (noGraph) Copies(context.Context, weburl.URL, int) ([]weburl.URL, error) { return nil, nil }

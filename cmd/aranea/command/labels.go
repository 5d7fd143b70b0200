package command

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/search"
)

// TellLabels prints the labels of --access for which the folder has no secret, if s knows that. That is
// not an error: pages that were read with former secrets keep their labels.
func TellLabels(ctx context.Context, w io.Writer, s any, access []string) error {
	owner, ok := s.(service.Asking)
	if !ok || len(access) == 0 {
		return nil
	}
	st, err := owner.Status(ctx)
	if err != nil {
		return err
	}
	for _, label := range access {
		if label == search.AllAccess || slices.Contains(st.Labels, label) {
			continue
		}
		known := "It has no secrets now."
		if len(st.Labels) > 0 {
			known = "It has " + strings.Join(st.Labels, ", ") + "."
		}
		fmt.Fprintf(w, "--access %s: no secret of this folder has that label now%s. %s\n", show.Word(label), Meant(label, st.Labels), known)
	}
	return nil
}

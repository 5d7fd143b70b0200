package api_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/apidoc"
)

var update = flag.Bool("update", false, "rewrite the golden list of schemas")

// TestSchemaNames holds the names of all schemas and operations, which programs that are generated
// from the description contain: package and type names in Go may change, these may not.
func TestSchemaNames(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	api.Control((*api.Client)(nil), "test").ServeHTTP(w, httptest.NewRequest(http.MethodGet, api.Root+api.DescriptionName, nil))
	var d struct {
		Paths map[string]map[string]struct {
			OperationID string
			Responses   map[string]struct {
				Content map[string]struct {
					Schema struct {
						Ref string `json:"$ref"`
					}
				}
			}
		}
		Components struct{ Schemas map[string]any }
	}
	if err := json.Unmarshal(w.Body.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, p := range slices.Sorted(maps.Keys(d.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(d.Paths[p])) {
			op := d.Paths[p][method]
			for _, kind := range slices.Sorted(maps.Keys(op.Responses["200"].Content)) {
				content := op.Responses["200"].Content[kind]
				answer := strings.TrimPrefix(content.Schema.Ref, "#/components/schemas/")
				fmt.Fprintln(&b, strings.TrimSpace(strings.Join([]string{method, strings.TrimPrefix(p, api.Root), op.OperationID, answer}, " ")))
			}
		}
	}
	schemas := slices.Sorted(maps.Keys(d.Components.Schemas))
	got := b.String() + "\n" + strings.Join(schemas, "\n") + "\n"
	golden := filepath.Join("testdata", "schemas.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("schemas or operations have other names; programs contain them, so keep a name in engine/apidoc/schemas.go; what is new goes to the list with go test ./engine/api -run TestSchemaNames -update\n%s", got)
	}
	for typ, name := range apidoc.Schemas() {
		if !slices.Contains(schemas, name) {
			t.Errorf("%s, the name of %s, is not in the description", name, typ)
		}
	}
}

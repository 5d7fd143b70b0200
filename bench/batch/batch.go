// Package batch asks a data folder, or a cluster of nodes, many queries by one run of the program.
//
// Floor: 7 (glue). Stability: engine.
package batch

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
)

// Search returns the URLs of the first ten results of each query, best first, as the program at the
// path binary finds them. from are the flags that say where: --data and a folder, or --cluster and a
// cluster file.
func Search(binary string, from, queries []string) (map[string][]string, error) {
	var in, out bytes.Buffer
	for _, q := range queries {
		fmt.Fprintln(&in, q)
	}
	cmd := exec.Command(binary, append([]string{"search", "--json", "--batch", "-n", "10"}, from...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &out, os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("run %s search: %w", binary, err)
	}
	found := map[string][]string{}
	dec := json.NewDecoder(&out)
	for dec.More() {
		var row struct{ Query, URL string }
		if err := dec.Decode(&row); err != nil {
			return nil, err
		}
		found[row.Query] = append(found[row.Query], row.URL)
	}
	return found, nil
}

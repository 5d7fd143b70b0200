package enum

import "fmt"

// Name returns names[i], or "kind(i)" for a value that is not in the list.
func Name(names []string, i uint8, kind string) string {
	if int(i) < len(names) {
		return names[i]
	}
	return fmt.Sprintf("%s(%d)", kind, i)
}

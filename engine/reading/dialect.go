package reading

import "github.com/aranea-search/aranea/robotsmeta"

// PageDialect returns the dialect of page directives: the one of that name, or if there is
// none, that of the engine whose dialect of robots files is in force, else the strictest. It
// is false if the name is unknown.
func PageDialect(name, robots string) (robotsmeta.Dialect, bool) {
	if name != "" {
		return robotsmeta.DialectByName(name)
	}
	switch robots {
	case "google":
		return robotsmeta.Google(), true
	case "yandex", "yandex-2003":
		return robotsmeta.Yandex(), true
	}
	return robotsmeta.Strictest(), true
}

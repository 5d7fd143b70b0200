package extraction

import "github.com/aranea-search/aranea/robotsmeta"

// PageDialect returns the dialect for page directives: the one with a name, or else that of the
// search engine whose dialect is used for robots files, or else the strictest. It returns false
// if the name is unknown.
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

package naming

import "strings"

// whole are the words that ask for a site as a whole, as folded forms: "acme docs" asks for the start page
// of what acme names.
var whole = strings.Fields(`doc docs documentation website site homepage web manual
	documentacao documentacion pagina
	dokumentation webseite handbuch startseite
	documentazione sito manuale manuel
	сайт документация документацию документации
	网站 官网 文档`)

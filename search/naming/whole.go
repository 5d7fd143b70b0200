package naming

import "strings"

// whole are the words that ask for a site as a whole, as folded forms, or as typed if their forms are only
// pieces of them (サイト): "acme docs" asks for the start page of what acme names.
var whole = strings.Fields(`doc docs documentation website site homepage web manual
	documentacao documentacion pagina
	dokumentation webseite handbuch startseite
	documentazione sito manuale manuel
	сайт документация документацию документации
	документація документацію документації
	dokumentacja dokumentacji witryna strona
	dokumantasyon belgeler belgeleri kilavuz
	توثيق التوثيق وثايق موقع الموقع دليل
	אתר תיעוד מדריך
	سايت وبسايت مستندات راهنما
	网站 官网 文档 说明
	サイト 公式サイト ドキュメント マニュアル 사이트 홈페이지 문서 설명서`)

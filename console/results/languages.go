package results

import "strings"

// langNames are the names of languages in these languages, by their code (ISO 639-1).
var langNames = map[string]string{
	"en": "English", "ru": "Русский", "pt": "Português", "zh": "中文", "ja": "日本語", "ko": "한국어", "de": "Deutsch", "fr": "Français",
	"es": "Español", "it": "Italiano", "nl": "Nederlands", "pl": "Polski", "cs": "Čeština", "sk": "Slovenčina", "sv": "Svenska",
	"da": "Dansk", "no": "Norsk", "fi": "Suomi", "hu": "Magyar", "ro": "Română", "ca": "Català", "gl": "Galego", "tr": "Türkçe",
	"vi": "Tiếng Việt", "id": "Bahasa Indonesia", "uk": "Українська", "be": "Беларуская", "bg": "Български", "sr": "Српски",
	"mk": "Македонски", "kk": "Қазақша", "el": "Ελληνικά", "he": "עברית", "ar": "العربية", "fa": "فارسی", "hi": "हिन्दी", "th": "ไทย",
	"hr": "Hrvatski", "sl": "Slovenščina", "lt": "Lietuvių", "lv": "Latviešu", "et": "Eesti", "eu": "Euskara",
}

// langName returns the name of a language in that language, or "" if it is not known.
func langName(code string) string { return langNames[code] }

// LangLabel returns the label of a language in lists, with its code if its name is not known.
func LangLabel(code string) string {
	switch name := langName(code); {
	case name != "":
		return name
	case code == "und":
		return "Not recognised"
	}
	return code
}

// tagLabel returns the label of a language tag whose first part is a code: Português (BR).
func tagLabel(tag string) string {
	code, rest, has := strings.Cut(tag, "-")
	if has {
		return LangLabel(code) + " (" + rest + ")"
	}
	return LangLabel(code)
}

// Package enumeration writes what schema.org enumerates, such as whether a product is in stock, in words.
//
// Floor: 0 (leaves). Stability: engine. It is pure, and knows no language but English.
package enumeration

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// addresses are the beginnings of URLs of schema.org, in lower case.
var addresses = [...]string{"https://schema.org/", "http://schema.org/", "https://www.schema.org/", "http://www.schema.org/", "schema:"}

// names are members of the enumerations of schema.org (29.0) that pages about products, books, music, events, recipes
// and vehicles name, one name for each of several words. Of names of one word, which may be names of anything, the only
// one is Discontinued.
const names = `BackOrder Discontinued InStock InStoreOnly LimitedAvailability MadeToOrder OnlineOnly OutOfStock PreOrder PreSale SoldOut
DamagedCondition NewCondition RefurbishedCondition UsedCondition
AudiobookFormat EBook GraphicNovel
CDFormat CassetteFormat DVDFormat DigitalAudioTapeFormat DigitalFormat LaserDiscFormat VinylFormat
CompilationAlbum DJMixAlbum DemoAlbum LiveAlbum MixtapeAlbum RemixAlbum SoundtrackAlbum SpokenWordAlbum StudioAlbum
AlbumRelease BroadcastRelease EPRelease SingleRelease
EventCancelled EventMovedOnline EventPostponed EventRescheduled EventScheduled
MixedEventAttendanceMode OfflineEventAttendanceMode OnlineEventAttendanceMode
DiabeticDiet GlutenFreeDiet HalalDiet HinduDiet KosherDiet LowCalorieDiet LowFatDiet LowLactoseDiet LowSaltDiet VeganDiet VegetarianDiet
AllWheelDriveConfiguration FourWheelDriveConfiguration FrontWheelDriveConfiguration RearWheelDriveConfiguration
LeftHandDriving RightHandDriving DrivingSchoolVehicleUsage RentalVehicleUsage TaxiVehicleUsage
MerchantReturnFiniteReturnWindow MerchantReturnNotPermitted MerchantReturnUnlimitedWindow MerchantReturnUnspecified
MultiPlayer SinglePlayer AndroidPlatform DesktopWebPlatform MobileWebPlatform`

// maxName is the length in bytes of the longest name that is read.
const maxName = 100

// Member returns the name of what a value names, as schema.org writes it: of a URL there any name, and else one that is
// known, in any case. false if the value is something else.
func Member(value string) (name string, ok bool) {
	value = strings.TrimSpace(value)
	lower := strings.ToLower(value)
	at := ""
	for _, a := range addresses {
		if strings.HasPrefix(lower, a) {
			at = a
		}
	}
	if name = value[min(len(at), len(value)):]; !isName(name) {
		return "", false
	}
	for known := range strings.FieldsSeq(names) {
		if strings.EqualFold(known, name) {
			return known, true
		}
	}
	return name, at != ""
}

// isName reports whether a text may be a name: letters and digits of ASCII, a letter first.
func isName(text string) bool {
	if text == "" || len(text) > maxName || !isLetter(rune(text[0])) {
		return false
	}
	return !strings.ContainsFunc(text, func(r rune) bool { return !isLetter(r) && (r < '0' || r > '9') })
}

func isLetter(r rune) bool { return r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' }

// prefixes are joined to what follows them by a hyphen.
var prefixes = [...]string{"Pre", "Back", "E"}

// Words writes a name in words: "In stock" for InStock, "Pre-order" for PreOrder, "DVD format" for DVDFormat.
func Words(name string) string {
	var b strings.Builder
	words := split(name)
	for i, w := range words {
		switch {
		case i == 0:
			r, size := utf8.DecodeRuneInString(w)
			b.WriteRune(unicode.ToUpper(r))
			b.WriteString(w[size:])
			continue
		case i == 1 && isPrefix(words[0]):
			b.WriteByte('-')
		default:
			b.WriteByte(' ')
		}
		if w != strings.ToUpper(w) || len(w) == 1 {
			w = strings.ToLower(w)
		}
		b.WriteString(w)
	}
	return b.String()
}

func isPrefix(word string) bool {
	for _, p := range prefixes {
		if p == word {
			return true
		}
	}
	return false
}

// split splits a name before each capital that begins a word.
func split(name string) (words []string) {
	from := 0
	isUpper := func(i int) bool { return i < len(name) && name[i] >= 'A' && name[i] <= 'Z' }
	for i := 1; i < len(name); i++ {
		if isUpper(i) && (!isUpper(i-1) || i+1 < len(name) && !isUpper(i+1)) {
			words, from = append(words, name[from:i]), i
		}
	}
	return append(words, name[from:])
}

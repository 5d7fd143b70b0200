package trap

import "strings"

// ViewIn returns the view or family of a target that the evidence is about, or "" if it is about something
// else.
func ViewIn(evidence, target string) string {
	if name := feedsIn(evidence); name != "" {
		return name
	}
	if name := BelowIn(evidence); name != "" {
		return name
	}
	if name := filtersIn(evidence); name != "" {
		return name
	}
	if family := FamilyOf(target); family != "" {
		if strings.Contains(evidence, aboutFamily(family)) {
			return family
		}
	}
	if _, names := combination(target); len(names) >= minCombined {
		for _, name := range names {
			if strings.Contains(evidence, aboutChoice(name)) {
				return name
			}
		}
	}
	if name := bareOf(target); name != "" && strings.Contains(evidence, aboutBare(name)) {
		return name
	}
	if name := echoOf(target); name != "" && strings.Contains(evidence, aboutEcho(name)) {
		return name
	}
	for _, name := range viewsOf(target) {
		if strings.Contains(evidence, aboutView(name)) {
			return name
		}
	}
	return ""
}

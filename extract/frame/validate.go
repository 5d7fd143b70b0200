package frame

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Limits of a hello.
const (
	maxName    = 30 // bytes of a name or a version
	maxFormats = 20 // also of types, extensions and prefixes of each
	maxMedia   = 127
	leastMagic = 3 // bytes
	maxMagic   = 64
	maxSeconds = 3600
)

// Validate reports all faults of a plugin's hello.
func (h Hello) Validate() error {
	var faults []error
	if !isName(h.Name) {
		faults = append(faults, fmt.Errorf("the name %q is none: small letters, digits and hyphens, at most %d", h.Name, maxName))
	}
	if h.Version == "" || len(h.Version) > maxName || strings.ContainsFunc(h.Version, func(r rune) bool { return r <= ' ' || r > '~' }) {
		faults = append(faults, fmt.Errorf("the version %q is none", h.Version))
	}
	if h.Seconds < 0 || h.Seconds > maxSeconds {
		faults = append(faults, fmt.Errorf("it wants %d seconds for a document, not 1 to %d", h.Seconds, maxSeconds))
	}
	if len(h.Formats) == 0 || len(h.Formats) > maxFormats {
		faults = append(faults, fmt.Errorf("it reads %d formats, not 1 to %d", len(h.Formats), maxFormats))
	}
	for _, f := range h.Formats {
		faults = append(faults, f.validate())
	}
	return errors.Join(faults...)
}

func (f Format) validate() error {
	switch {
	case !isName(f.Name):
		return fmt.Errorf("the format %q has no name: small letters, digits and hyphens, at most %d", f.Name, maxName)
	case f.Textless != "" && (!isName(f.Textless) || len(f.Types)+len(f.Endings)+len(f.Magic) > 0):
		return fmt.Errorf("the format %s is for documents of a format without text, or has types, endings or beginnings of its own, not both", f.Name)
	case f.Textless == "" && len(f.Types)+len(f.Endings)+len(f.Magic) == 0:
		return fmt.Errorf("nothing tells the format %s: no type, ending or beginning", f.Name)
	case len(f.Types) > maxFormats || len(f.Endings) > maxFormats || len(f.Magic) > maxFormats:
		return fmt.Errorf("the format %s has more than %d types, endings or beginnings", f.Name, maxFormats)
	case !all(f.Types, isMedia):
		return fmt.Errorf("the format %s has a type that is none: %q", f.Name, f.Types)
	case !all(f.Endings, isName):
		return fmt.Errorf("the format %s has an ending that is none: %q; write gpx, not .GPX", f.Name, f.Endings)
	case !all(f.Magic, func(s string) bool { return len(s) >= leastMagic && len(s) <= maxMagic }):
		return fmt.Errorf("the format %s has a beginning that is not %d to %d bytes long", f.Name, leastMagic, maxMagic)
	}
	return nil
}

func all(list []string, ok func(string) bool) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !ok(s) })
}

func isName(s string) bool {
	return s != "" && len(s) <= maxName && s[0] != '-' && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

func isMedia(s string) bool {
	kind, sub, ok := strings.Cut(s, "/")
	return ok && len(s) <= maxMedia && kind != "" && sub != "" && s == strings.ToLower(s) && !strings.ContainsAny(s, " ;,*\t\r\n")
}

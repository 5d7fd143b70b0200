package extract

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/aranea-search/aranea/extract/frame"
	"github.com/aranea-search/aranea/weburl"
)

// Formats are the formats that are read: the built-in ones, those of plugins, and headers of
// files. The zero value has only the built-in ones. It is safe for concurrent use.
type Formats struct {
	plugins []Format
	media   []*Format // files of which the header is read
}

// FormatsOf returns the formats that are read if o reads documents; if it is nil, the built-in
// ones.
func FormatsOf(o Outside) Formats {
	var fs Formats
	if o == nil {
		return fs
	}
	for _, h := range o.Plugins() {
		if more, err := fs.With(h); err == nil { // the owner of o has seen the error
			fs = more
		}
	}
	return fs
}

// With returns the formats plus those of a plugin. It is an error if the plugin claims a
// built-in format or one of another plugin, or documents without text of a format that another
// plugin claims or that is not read outside.
func (fs Formats) With(h frame.Hello) (Formats, error) {
	if err := h.Validate(); err != nil {
		return fs, err
	}
	out := fs
	out.plugins = slices.Clone(fs.plugins)
	for _, f := range h.Formats {
		if other := out.claims(f); other != "" {
			return fs, fmt.Errorf("the plugin %s reads %s, which %s is read as already", h.Name, f.Name, other)
		}
		if f.Textless != "" && outsideFormat(f.Textless) == nil {
			return fs, fmt.Errorf("the plugin %s reads documents without text of the format %s, which there is not, or not in processes of its own", h.Name, f.Textless)
		}
		media := "application/x-" + f.Name
		if len(f.Types) > 0 {
			media = f.Types[0]
		}
		out.plugins = append(out.plugins, Format{
			Name: f.Name, Type: media, Declared: f.Types, Endings: f.Endings, limit: MaxDocument, magic: beginsWith(f.Magic), textless: f.Textless,
		})
	}
	return out, nil
}

// claims returns the format that has the name, a type or an extension of f, "" if none has.
func (fs Formats) claims(f frame.Format) string {
	for other := range fs.all {
		byType := slices.ContainsFunc(f.Types, func(t string) bool { return slices.Contains(other.Declared, t) })
		byEnding := slices.ContainsFunc(f.Endings, func(e string) bool { return slices.Contains(other.Endings, e) })
		if other.Name == f.Name || byType || byEnding || f.Textless != "" && other.textless == f.Textless {
			return other.Name
		}
	}
	return ""
}

// outsideFormat returns the built-in format with a name that is read outside of this process, nil if there is none.
func outsideFormat(name string) *Format {
	for i := range formats {
		if f := &formats[i]; f.Name == name && f.read == nil {
			return f
		}
	}
	return nil
}

// forTextless returns the plugin's format as which documents of a built-in format are read if
// there is no text in them, nil if there is none.
func (fs Formats) forTextless(format string) *Format {
	for i := range fs.plugins {
		if f := &fs.plugins[i]; f.textless == format {
			return f
		}
	}
	return nil
}

// beginsWith returns a function that reports whether a body has one of some prefixes.
func beginsWith(magic []string) func([]byte) bool {
	if len(magic) == 0 {
		return nil
	}
	return func(body []byte) bool {
		return slices.ContainsFunc(magic, func(m string) bool { return bytes.HasPrefix(body, []byte(m)) })
	}
}

// all yields the formats of documents, built-in ones first.
func (fs Formats) all(yield func(*Format) bool) {
	for i := range formats {
		if !yield(&formats[i]) {
			return
		}
	}
	for i := range fs.plugins {
		if !yield(&fs.plugins[i]) {
			return
		}
	}
}

// byHeader returns the kind of the file that a body is the header of, nil if there is none.
func (fs Formats) byHeader(body []byte) *Format {
	for _, f := range fs.media {
		if f.magic(body) {
			return f
		}
	}
	return nil
}

// byPlugin returns the plugin's format of a body by its declared type, or by its extension if
// the type says nothing; nil if there is none.
func (fs Formats) byPlugin(declared, ending string) *Format {
	for i := range fs.plugins {
		if f := &fs.plugins[i]; slices.Contains(f.Declared, declared) {
			return f
		}
	}
	if declared != "text/plain" && !slices.Contains(vague[:], declared) {
		return nil
	}
	for i := range fs.plugins {
		if f := &fs.plugins[i]; ending != "" && slices.Contains(f.Endings, ending) {
			return f
		}
	}
	return nil
}

// Versions returns the versions of the plugins of o by their names; nil for none.
func Versions(o Outside) map[string]string {
	if o == nil {
		return nil
	}
	out := map[string]string{}
	for _, h := range o.Plugins() {
		out[h.Name] = h.Version
	}
	return out
}

// Claims returns the formats of the plugins of o by their names; nil for none.
func Claims(o Outside) map[string][]frame.Format {
	if o == nil {
		return nil
	}
	out := map[string][]frame.Format{}
	for _, h := range o.Plugins() {
		out[h.Name] = h.Formats
	}
	return out
}

// Gone returns the plugins with the claims in before that o does not have.
func Gone(before map[string][]frame.Format, o Outside) (out Newer) {
	now := Claims(o)
	for name, formats := range before {
		if _, there := now[name]; !there {
			out = append(out, frame.Hello{Name: name, Formats: formats})
		}
	}
	return out
}

// Newer are the plugins, or built-in readers, that are new or have another version than before.
type Newer []frame.Hello

// NewerThan returns the plugins of o whose versions differ from before.
func NewerThan(before map[string]string, o Outside) (out Newer) {
	if o == nil {
		return nil
	}
	for _, h := range o.Plugins() {
		if before[h.Name] != h.Version {
			out = append(out, h)
		}
	}
	return out
}

// Readers returns the readers of the built-in formats, with versions, by the names of the
// formats; nil without o.
func Readers(o Outside) map[string]string {
	if o == nil {
		return nil
	}
	out := map[string]string{}
	for i := range formats {
		if r := o.Reader(formats[i].Name); r != "" {
			out[formats[i].Name] = r
		}
	}
	return out
}

// Changed returns the built-in formats whose readers, or their versions, differ from before.
func Changed(before map[string]string, o Outside) (out Newer) {
	now := Readers(o)
	for i := range formats {
		if f := &formats[i]; now[f.Name] != "" && now[f.Name] != before[f.Name] {
			out = append(out, frame.Hello{Name: f.Name, Version: now[f.Name], Formats: []frame.Format{{Name: f.Name, Types: f.Declared, Endings: f.Endings}}})
		}
	}
	return out
}

// MayRead reports whether a document with a media type and URL may be one that they read, or
// have read.
func (n Newer) MayRead(media string, u weburl.URL) bool {
	e := ending(u)
	for _, h := range n {
		if slices.ContainsFunc(h.Formats, func(f frame.Format) bool {
			if of := outsideFormat(f.Textless); of != nil {
				return slices.Contains(of.Declared, media) || slices.Contains(of.Endings, e)
			}
			return slices.Contains(f.Types, media) || e != "" && slices.Contains(f.Endings, e)
		}) {
			return true
		}
	}
	return false
}

// PluginEndings returns the file name extensions of the formats of plugins.
func (fs Formats) PluginEndings() []string {
	var all []string
	for i := range fs.plugins {
		all = append(all, fs.plugins[i].Endings...)
	}
	return all
}

package static

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// afterField is the field of a query with the name behind which a list begins.
const afterField = "after"

// ofFiles answers for a path below the base of a folder of files: with the file of the name and no
// other, or for a folder with a list of what is in it, whatever it has for a start page.
func (a answer) ofFiles(rest string) {
	name, err := url.PathUnescape(rest)
	if err != nil || isSettings(name) || isSystem(name) {
		a.missing()
		return
	}
	if folder, ok := strings.CutSuffix(name, "/"); name == "" || ok && folder != "" {
		a.list(folder)
		return
	}
	f, info, err := open(a.root, name)
	if err == nil {
		a.send(f, info)
		return
	}
	if dir, dirErr := openDir(a.root, name); dirErr == nil {
		_ = dir.Close() // nothing was written
		redirect(a.w, a.r, a.r.URL.EscapedPath()+"/")
		return
	}
	a.fail(err)
}

// list sends the list of a folder, from the name that the request says.
func (a answer) list(name string) {
	dir, err := openDir(a.root, name)
	if err != nil {
		a.fail(err)
		return
	}
	defer func() { _ = dir.Close() }() // nothing was written
	after := a.r.URL.Query().Get(afterField)
	// What a folder on disk lists depends on where its root is: links that lead out of that have no answer.
	held, err := a.shelf.of(a.r.Context().Done(), dir, a.root.Name()+"\x00"+name, after, func(e fs.DirEntry) bool { return a.isListed(name, e) })
	switch {
	case err != nil:
		a.fail(err)
		return
	case name == "" && len(held.all) == 0 && isEmpty(a.root): // what belongs there may not be mounted
		a.w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	all, more := held.list(after)
	page, fields := listing(a.path, all, a.generated(name, all), more), http.Header{}
	a.rules.headers.AddTo(fields, a.path)
	fields.Set("Content-Type", "text/html; charset=utf-8")
	tag, err := tagOf(fields, bytes.NewReader(page))
	if err != nil {
		a.fail(err)
		return
	}
	maps.Copy(a.w.Header(), fields)
	a.w.Header().Set("ETag", tag)
	http.ServeContent(a.w, a.r, "", time.Time{}, bytes.NewReader(page))
}

// fail answers for what cannot be opened.
func (a answer) fail(err error) {
	if errors.Is(err, fs.ErrNotExist) {
		a.missing()
		return
	}
	a.w.WriteHeader(status(err))
}

// openDir opens a folder below the root, "" for the root itself. What leads out of it, what is hidden
// and links do not exist: a link to a folder around it would make endless paths.
func openDir(root *os.Root, name string) (*os.File, error) {
	local := "."
	if name != "" {
		var err error
		if local, err = filepath.Localize(name); err != nil || hidden(name) {
			return nil, fs.ErrNotExist
		}
		for part := local; part != "."; part = filepath.Dir(part) {
			if info, err := root.Lstat(part); err != nil {
				return nil, absent(err)
			} else if !info.IsDir() {
				return nil, fs.ErrNotExist
			}
		}
	}
	dir, err := root.Open(local)
	if err != nil {
		return nil, absent(err)
	}
	return dir, nil
}

// systemNames are those, in lower case, under which systems and file servers keep what is their own: what was
// deleted, previews, views of folders.
var systemNames = [...]string{
	"$recycle.bin", "#recycle", "system volume information", "lost+found", "@eadir", "__macosx", "thumbs.db", "ehthumbs.db", "desktop.ini",
}

// isSystem reports whether a path has a name under which systems keep what is their own.
func isSystem(path string) bool {
	for name := range strings.SplitSeq(path, "/") {
		if slices.Contains(systemNames[:], strings.ToLower(name)) {
			return true
		}
	}
	return false
}

// Unlisted says why no list of a folder of files has a name, which may have the names of folders before it; ""
// if its file is listed where there is one.
func Unlisted(name string) string {
	switch {
	case hidden(name):
		return "names that begin with a dot are not listed"
	case isSystem(name):
		return "what systems keep among files is not listed"
	}
	return ""
}

// isListed reports whether an entry of a folder is in its list: a file, a folder, or a link to a file. Names
// that are hidden, no text or those of a system are not.
func (a answer) isListed(folder string, e fs.DirEntry) bool {
	name := path.Join(folder, e.Name())
	local, err := filepath.Localize(name)
	if err != nil || hidden(name) || isSettings(name) || isSystem(name) {
		return false
	}
	if e.Type()&fs.ModeSymlink == 0 {
		return e.IsDir() || e.Type().IsRegular()
	}
	info, err := a.root.Stat(local)
	return err == nil && info.Mode().IsRegular()
}

// generated returns the marks of those folders in a list that a program wrote, by name; none if the folder
// itself lies in such a one.
func (a answer) generated(folder string, all []listed) map[string]string {
	marks := map[string]string{}
	for _, e := range all {
		if !e.folder {
			continue
		}
		if mark := generatedBy(a.root, path.Join(folder, e.name)); mark != "" {
			marks[e.name] = mark
		}
	}
	if len(marks) > 0 && inGenerated(a.root, folder) {
		return nil
	}
	return marks
}

// listing returns the page with a list of a folder. The links to folders with marks ask not to be followed, and
// their words end with the mark: it is the evidence for which a crawl leaves them out. more says that others follow.
func listing(folder string, all []listed, marks map[string]string, more bool) []byte {
	var b bytes.Buffer
	title := folder
	if text, err := url.PathUnescape(folder); err == nil {
		title = text
	}
	fmt.Fprintf(&b, `<!doctype html><html><head><meta charset="utf-8"><title>%s</title></head><body><ul>`, html.EscapeString(title))
	for _, e := range all {
		target, rel, words := "./"+url.PathEscape(e.name), "", e.name
		if e.folder {
			target += "/"
		}
		if mark := marks[e.name]; mark != "" {
			rel, words = ` rel="nofollow"`, e.name+": "+mark
		}
		fmt.Fprintf(&b, "\n<li><a href=\"%s\"%s>%s</a>", html.EscapeString(target), rel, html.EscapeString(words))
	}
	b.WriteString("\n</ul>")
	if more {
		last := all[len(all)-1].name
		fmt.Fprintf(&b, "\n<a href=\"./?%s\" rel=\"next\">next</a>", html.EscapeString(url.Values{afterField: {last}}.Encode()))
	}
	b.WriteString("\n</body></html>\n")
	return b.Bytes()
}

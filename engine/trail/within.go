package trail

import (
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch/static"
	"github.com/aranea-search/aranea/weburl"
)

// lies is the name of the fact that an unknown URL lies in a folder that was left out, and mark that of the
// mark by which the folder was told.
const (
	lies = "Lies in"
	mark = "Left out by"
)

// maxAbove is how many of the folders above a URL are looked up, the nearest first.
const maxAbove = 256

// LeftOutFolder returns the folder among files that a program wrote, in which an unknown URL lies, and the mark
// by which it was told; "" if there is none.
func (t *Trail) LeftOutFolder() (folder, why string) {
	for _, f := range t.Facts {
		switch f.Name {
		case lies:
			folder = f.Text
		case mark:
			why = strings.TrimPrefix(f.Text, aranea.ScopeGenerated.String()+" ")
		}
	}
	return folder, why
}

// within adds the folder that was left out in which an unknown URL lies, and reports whether there is one: what
// lies in such a folder is not known, and no link makes it so.
func (t *Trail) within(sites Records, u weburl.URL) (bool, error) {
	path := strings.TrimSuffix(u.Path(), "/")
	for range maxAbove {
		end := strings.LastIndexByte(path, '/')
		if end < 0 {
			break
		}
		path = path[:end]
		e, known, err := sites.EntryByID(variant(u, string(u.Origin())+path+"/").ID())
		if err != nil {
			return false, err
		}
		if known && e.Reason == aranea.ScopeGenerated {
			t.Facts = append(t.Facts, Fact{Name: lies, Text: e.URL.String(), URL: e.URL.String()})
			t.Add(mark, strings.TrimSpace(e.Reason.String()+" "+e.Detail))
			return true, nil
		}
	}
	return false, nil
}

// fileName returns the name of a file or folder that a folder of files answers for, with those of the folders
// that it lies in; "" for other URLs.
func (o *Outlook) fileName(u weburl.URL) string {
	if o.Crawl == nil {
		return ""
	}
	if cut, ok := strings.CutSuffix(u.Path(), "/"); ok && cut != "" {
		u = variant(u, string(u.Origin())+cut)
	}
	return o.Crawl.Scope.FileName(u)
}

// unlinked tells why a URL is not known, and reports whether nothing but that is to be said: what would be
// decided about it makes no difference.
func (t *Trail) unlinked(sites Records, u weburl.URL, o *Outlook) (done bool, err error) {
	name := o.fileName(u)
	why := "no page that was visited links to it"
	if name != "" {
		why = "no list of a folder of files has it"
		if done, err = t.within(sites, u); done {
			why = "it lies in a folder that a program wrote and can write again"
		} else if never := static.Unlisted(name); never != "" {
			why, done = never, true
		}
	}
	t.Sentence = "This URL is not known: " + why + "."
	return done, err
}

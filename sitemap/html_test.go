package sitemap

import "testing"

// TestIsHTML tests which files the fast path detects as HTML.
func TestIsHTML(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"<html>": true, "\n<HTML lang=en>": true, "<html/>": false, "<html:urlset>": false, "<htmlx>": false, "<html": false, "": false,
		"<!DOCTYPE html>\n<html>": true, "<urlset>": false, "text": false,
		`<?xml version="1.0"?><!-- <x> --><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN"><html xmlns="x">`: true,
		"<!DOCTYPE a '><html >'><urlset>": false, `<!DOCTYPE a "><html >"><urlset>`: false, "<!DOCTYPE a [<!ELEMENT b><html >]><urlset>": false,
		"<!--><html >--><urlset>": false, "<!---><html >--><urlset>": false, "<?><html >?><urlset/>": false, "<!----><html>": true,
		"<!><html>><urlset>": false, `<!""><html>"><urlset>`: false, "<! ><html><urlset>": false, "<!doctype html><html>": true,
	} {
		if got := isHTML([]byte(text)); got != want {
			t.Errorf("%q: %t", text, got)
		}
		if want && detect([]byte(text)) != None {
			t.Errorf("%q is a %s", text, detect([]byte(text)))
		}
	}
}

// FuzzIsHTML checks that an XML parser detects no other form for a file that the fast path
// detects as HTML.
func FuzzIsHTML(f *testing.F) {
	f.Add([]byte("<!DOCTYPE html><!-- a --><html ><urlset>"))
	f.Add([]byte("<!--><html >--><urlset></urlset>"))
	f.Add([]byte("<!---><html >--><urlset></urlset>"))
	f.Add([]byte("<?><html >?><urlset/>"))
	f.Add([]byte("<!><html>><urlset>"))
	f.Add([]byte(`<!""><html>"><urlset>`))
	f.Fuzz(func(t *testing.T, file []byte) {
		if isHTML(file) && len(file) <= detectBytes && detect(file) != None {
			t.Errorf("%q is a %s", file, detect(file))
		}
	})
}

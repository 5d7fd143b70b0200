package sitemap

import "testing"

// TestIsHTML: what is told from HTML at once, and what is not.
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

// FuzzIsHTML: what is told at once is no other form to a reader of XML.
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

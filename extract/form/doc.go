// Package form reads the forms of a web page while its tags pass by, and determines the URLs that
// a crawl may request by filling them in. What is submitted follows the HTML standard: its
// sections "selecting a form submission encoding", "constructing the entry list" and "form
// submission algorithm", for forms that a visitor submits by their default button.
//
// Only selections are made: of options, radio buttons and checkboxes, whose values the page gives.
// Text stays as the page gives it, and a form without selections is not filled in. Forms that
// change something (method POST), that ask for a password, a file or consent, and those in parts
// of a page that its owner excludes are left alone. docs/forms.md tells this to operators.
//
// Everything that is kept of a page has a limit. Scripts do not run: what they would change in a
// form is not known, except that menus are recognised whose options are URLs.
//
// Floor: 2 (pure). Stability: engine. It requests nothing.
package form

// Limits of one page.
const (
	MaxForms    = 20     // forms that are read
	MaxControls = 2_000  // controls of all forms
	MaxFields   = 100    // controls of one form; with more, it is not filled in
	MaxOptions  = 500    // options of one select
	MaxChoices  = 10_000 // options of all selects
	// MaxProduct is the number of combinations up to which all combinations of the selections of
	// a form are submitted. With more, each choice is submitted once.
	MaxProduct = 100
	MaxURLs    = 1_000 // URLs that all forms and menus together lead to
	// MaxBuilt is the number of times that a URL of a form or menu is built. With more, most lead
	// to the same URLs, or to some that are too long.
	MaxBuilt = 2 * MaxURLs
	maxLabel = 200 // bytes of the words of one choice
	maxWords = 600 // of those of all choices of one URL
	maxDepth = 64  // open fieldsets
)

// Package locale has the texts for searchers in their own language: the texts of the search pages
// from a catalogue, with plural forms, and numbers and dates in the format of the language.
// texts/en.toml is the catalogue in English; each other file of that folder is the translation
// into the language of its name, and docs/languages.md describes how to add one.
//
// Floor: 6 (faces), a part of console. Stability: engine. It is pure, knows nothing of requests,
// and does not write HTML.
package locale

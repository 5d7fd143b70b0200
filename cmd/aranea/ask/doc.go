// Package ask holds the verbs that ask live sites and files without storing
// anything: "aranea robots ..." and "aranea inspect". One file a verb holds its
// flags and its printing; package inspect has the answers.
//
// Floor: 7 (glue). Stability: engine; flags, output and JSON fields are a
// promise.
package ask

// Package ask has the commands that send requests to live sites or read files without storing
// anything: "aranea robots ..." and "aranea inspect". Each command has one file with its flags
// and its output; the answers come from package inspect.
//
// Floor: 7 (glue). Stability: engine; flags, output and JSON fields are stable.
package ask

// Package lint finds mistakes and surprises in robots files, and repairs them.
//
// File returns findings, each with a stable code, a severity, a position and a text; Options add
// what is known besides the file, such as the URLs that should be open. A Finding may have a
// Fix: Apply applies fixes, and Prove shows which verdicts a fix changes. A fix with the effect
// EffectNone changes no verdict in any named dialect, and neither do all such fixes of a file
// together. docs/robots/lint.md in the repository explains every code.
//
// Floor: 0 (leaves). Stability: public. It uses the standard library only and is pure.
package lint

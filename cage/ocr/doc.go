// Package ocr reads text in scans and pictures (optical character recognition) with the program
// tesseract, which the operator installs: documents in PDF in which there is no text, page by page
// as PDFium draws them, and files of pictures.
//
// Floor: 3 (state and input/output): it starts the program, once for each page. Stability: engine.
// It looks at no layout of a page but the paragraphs that the program tells, and does not turn or
// straighten pages.
package ocr

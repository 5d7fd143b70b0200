// Package begun counts how often the reading of a document was begun and never came
// to its end, because the process was killed meanwhile, by the document or by
// somebody else. Such a document is not begun without end: behind the third time it
// is passed over, and tried again when its page is visited the next time.
//
// Floor: 4 (acts), below crawl. Stability: engine. It reads no document itself.
package begun

// Package attempts counts how often the reading of a document was started and never ended because
// the process was killed meanwhile, by the document or for another reason. Such a document is
// not retried forever: after the third attempt it is skipped, and tried again at the next visit
// to its page.
//
// Floor: 4 (acts), below crawl. Stability: engine. It reads no document itself.
package attempts

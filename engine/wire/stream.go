package wire

import (
	"bytes"
	"encoding/json"
	"net/http"
	"time"
)

// writePatience is how long a caller may take to read a part of a stream.
const writePatience = time.Minute

// A Stream writes JSON lines. It drops callers who do not read for writePatience.
type Stream struct {
	w     http.ResponseWriter
	ctl   *http.ResponseController
	buf   bytes.Buffer
	begun bool
}

// NewStream returns a Stream to w.
func NewStream(w http.ResponseWriter) *Stream {
	return &Stream{w: w, ctl: http.NewResponseController(w)}
}

// linesType is the media type of a stream.
const linesType = "application/x-ndjson"

// streamBuffer is how many bytes of a stream are collected before they are sent.
const streamBuffer = 32 << 10

// Put adds a line and reports whether the caller is still connected.
func (s *Stream) Put(v any) bool {
	if err := json.NewEncoder(&s.buf).Encode(v); err != nil {
		s.Fail(err)
		return false
	}
	return s.buf.Len() < streamBuffer || s.Flush()
}

// Flush sends the lines added so far.
func (s *Stream) Flush() bool {
	if !s.begun {
		s.begun = true
		s.w.Header().Set("Content-Type", linesType)
	}
	_ = s.ctl.SetWriteDeadline(time.Now().Add(writePatience)) // not every writer supports deadlines
	_, err := s.w.Write(s.buf.Bytes())
	s.buf.Reset()
	return err == nil && s.ctl.Flush() == nil
}

// End writes the last line.
func (s *Stream) End() {
	s.buf.WriteString("{\"end\":true}\n")
	s.Flush()
}

// Fail ends the stream with a problem, which is the answer itself if nothing was sent yet.
func (s *Stream) Fail(err error) {
	if !s.begun && s.buf.Len() == 0 {
		Tell(s.w, err)
		return
	}
	line, _ := json.Marshal(map[string]Problem{"problem": Of(err)})
	s.buf.Write(append(line, '\n'))
	s.Flush()
}

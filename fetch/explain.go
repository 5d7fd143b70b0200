package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"strings"
	"syscall"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

// tell copies what the exchange recorded into out.
func (e *exchange) tell(out *aranea.Fetched) {
	e.mu.Lock()
	defer e.mu.Unlock()
	out.Sent, out.Remote, out.Unprocessed = e.sent, e.remote, e.refused
	if !e.sent.IsZero() && e.answered.After(e.sent) {
		out.TTFB = e.answered.Sub(e.sent)
	}
}

// explain converts an error of the round trip to a reason.
func (c *Client) explain(ctx context.Context, e *exchange, u weburl.URL, err error) (aranea.Reason, string) {
	if reason, detail, ok := ended(ctx); ok {
		return reason, detail
	}
	var f *fault
	if errors.As(err, &f) {
		return f.reason, f.Error()
	}
	detail := err.Error()
	if isTimeout(err) {
		return aranea.NetTimeout, detail
	}
	e.mu.Lock()
	connected, handshake := e.connected, e.handshake
	e.mu.Unlock()
	switch {
	case isTLS(err):
		return aranea.NetTLS, detail
	case connected:
		return answerFault(err), detail
	case handshake:
		return aranea.NetTLS, detail
	case c.proxies(u):
		return aranea.NetProxy, detail
	}
	return aranea.NetDial, detail
}

// ended returns why the exchange's context ended, and false if it did not.
func ended(ctx context.Context) (aranea.Reason, string, bool) {
	if ctx.Err() == nil {
		return aranea.ReasonNone, "", false
	}
	var own *fault
	if errors.As(context.Cause(ctx), &own) {
		return own.reason, own.Error(), true
	}
	return aranea.ScheduleStopped, "stopped", true
}

// answerFault classifies an error that occurred while the response header was read. If the
// connection is not at fault, what was read is not HTTP.
func answerFault(err error) aranea.Reason {
	text := err.Error()
	switch {
	case strings.Contains(text, "response headers exceeded"), strings.Contains(text, "header list"):
		return aranea.BodyHeader // the library has no type for it
	case isBroken(err):
		return aranea.NetReset
	}
	return aranea.NetProto
}

// isBroken reports whether err means that the connection or stream ended.
func isBroken(err error) bool {
	var op *net.OpError
	if errors.As(err, &op) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, net.ErrClosed) || errors.Is(err, io.ErrClosedPipe) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) {
		return true
	}
	text := err.Error()
	for _, s := range []string{
		"server closed idle connection", "readLoopPeekFailLocked", "GOAWAY", "connection lost", "force closed",
		"not usable", "conn is closed", "; CANCEL", "; INTERNAL_ERROR", "; REFUSED_STREAM", "; NO_ERROR", "; STREAM_CLOSED", "; ENHANCE_YOUR_CALM",
	} {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}

// isTLS reports whether err comes from a handshake.
func isTLS(err error) bool {
	var record tls.RecordHeaderError
	var cert *tls.CertificateVerificationError
	var alert tls.AlertError
	return errors.As(err, &record) || errors.As(err, &cert) || errors.As(err, &alert)
}

// clip converts s to a detail: valid UTF-8 in one line without control characters, at most
// aranea.MaxDetail bytes.
func clip(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return show.Clip(s, aranea.MaxDetail)
}

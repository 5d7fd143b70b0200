package wire

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"reflect"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
)

// A Remote makes calls to an owner. It is safe for concurrent use.
type Remote struct {
	HTTP *http.Client
	Root string // beginning of the address of every call
	// Read returns the error from which a problem was made; Problem.Plain may be used.
	Read func(Problem) error
}

// ErrGone is wrapped by the errors of calls whose owner ended or cannot be reached. Another
// process may be the owner soon.
var ErrGone = errors.New("the process that owns the folder does not answer")

// ErrClosing is how an owner refuses calls while it ends. For callers it is gone.
var ErrClosing = errors.New("the process that owned the folder is ending")

// OpAsk is the operation of errors about an owner that cannot be reached, or is not understood.
const OpAsk = "ask owner"

// Gone returns the error for an owner that cannot be reached.
func Gone(err error) error {
	return &aranea.Error{Op: OpAsk, Kind: aranea.Transient, Err: fmt.Errorf("%w: %w", ErrGone, err)}
}

// send makes one call and returns the body of a successful answer.
func (r *Remote) send(ctx context.Context, method, name string, query url.Values, in any) (io.ReadCloser, error) {
	target := r.Root + name
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	var content io.Reader
	if in != nil {
		var data bytes.Buffer
		enc := json.NewEncoder(&data)
		enc.SetEscapeHTML(false) // escaped markup takes six times as many bytes, and the owner limits the body
		if err := enc.Encode(in); err != nil {
			return nil, err
		}
		content = &data
	}
	req, err := http.NewRequestWithContext(ctx, method, target, content)
	if err != nil {
		return nil, err
	}
	resp, err := r.HTTP.Do(req)
	if err != nil {
		return nil, lost(ctx, err)
	}
	if resp.StatusCode == http.StatusOK {
		return resp.Body, nil
	}
	defer func() { _ = resp.Body.Close() }() // the body has been read
	if resp.StatusCode == http.StatusNotFound && resp.Header.Get("Content-Type") != problemType {
		return nil, &aranea.Error{Op: OpAsk, Kind: aranea.Invalid, Err: ErrUnknownCall}
	}
	var p Problem
	if err := json.NewDecoder(io.LimitReader(resp.Body, maxLine)).Decode(&p); err != nil {
		return nil, Unread(ctx, fmt.Errorf("status %d: %w", resp.StatusCode, err))
	}
	return nil, r.Read(p)
}

// ErrUnknownCall is for an owner without the route of a call, whose server answers in plain text.
var ErrUnknownCall = errors.New("the process that owns the folder is of another version of aranea, and cannot answer this; stop it or use the same version")

// Unread distinguishes an owner whose answer is invalid, and would be again, from one that is
// gone.
func Unread(ctx context.Context, err error) error {
	var syntax *json.SyntaxError
	var other *json.UnmarshalTypeError
	if errors.As(err, &syntax) || errors.As(err, &other) || errors.Is(err, errValues) {
		return &aranea.Error{Op: OpAsk, Kind: aranea.Internal, Err: fmt.Errorf("its answer is not understood: %w", err)}
	}
	return lost(ctx, err)
}

// lost distinguishes a caller who gave up from an owner that is gone.
func lost(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return Gone(err)
}

// Plain returns the error from which the problem was made, as far as its kind and text allow.
func (p Problem) Plain() *aranea.Error {
	err := &aranea.Error{Op: p.Op, Kind: kindOf(p.Kind), Obj: p.Object, Err: errors.New(p.Detail)}
	if p.Status == http.StatusInsufficientStorage {
		err.Err = fullDisk(p.Detail)
	}
	return err
}

// A fullDisk is the text of an owner about a full disk.
type fullDisk string

func (f fullDisk) Error() string { return string(f) }

// Is makes store.DiskFull recognize it.
func (fullDisk) Is(target error) bool { return target == store.ErrDiskFull }

func kindOf(name string) aranea.Kind {
	for k := aranea.Internal; k <= aranea.Canceled; k++ {
		if k.String() == name {
			return k
		}
	}
	return aranea.Internal
}

// Call makes one call with one answer. Only where that is a list may it be null.
func Call[Out any](ctx context.Context, r *Remote, method, name string, query url.Values, in any) (out Out, err error) {
	content, err := r.send(ctx, method, name, query, in)
	if err != nil {
		return out, err
	}
	defer func() { _ = content.Close() }() // the body has been read
	var told *Out
	if err := json.NewDecoder(&counting{of: io.LimitReader(content, maxAnswer)}).Decode(&told); err != nil {
		return out, Unread(ctx, err)
	}
	switch {
	case told != nil:
		return *told, nil
	case reflect.TypeFor[Out]().Kind() == reflect.Slice: // an empty one
		return out, nil
	}
	return out, &aranea.Error{Op: OpAsk, Kind: aranea.Internal, Err: ErrNull}
}

// ErrNull is for an answer without a value, which would pass for one where all is zero.
var ErrNull = errors.New("its answer is not understood: it is null")

// maxAnswer limits one answer that is not a stream, in bytes.
const maxAnswer = 64 << 20

// maxLine limits one line of a stream, in bytes. A robots file of 500 KiB in base64 fits easily.
const maxLine = 16 << 20

// Beginnings of the lines that end a stream.
var (
	endLine     = []byte(`{"end":`)
	problemLine = []byte(`{"problem":`)
)

// Lines makes one call and yields the lines of its answer except the last. A stream without its
// last line was cut off.
func (r *Remote) Lines(ctx context.Context, method, name string, query url.Values, in any) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		content, err := r.send(ctx, method, name, query, in)
		if err != nil {
			yield(nil, err)
			return
		}
		defer func() { _ = content.Close() }() // callers who stop early do not need the rest
		scan := bufio.NewScanner(content)
		scan.Buffer(make([]byte, 64<<10), maxLine)
		scan.Split(wholeLines)
		for scan.Scan() {
			switch line := scan.Bytes(); {
			case bytes.HasPrefix(line, endLine):
				return
			case bytes.HasPrefix(line, problemLine):
				var p struct{ Problem Problem }
				if err := json.Unmarshal(line, &p); err != nil {
					yield(nil, Unread(ctx, err))
					return
				}
				yield(nil, r.Read(p.Problem))
				return
			case new(counting).count(line) != nil:
				yield(nil, Unread(ctx, errValues))
				return
			case !yield(line, nil):
				return
			}
		}
		err = scan.Err()
		if err == nil {
			err = io.ErrUnexpectedEOF
		}
		yield(nil, lost(ctx, err))
	}
}

// wholeLines splits at line ends. It drops what follows the last one, because it was cut off.
func wholeLines(data []byte, _ bool) (advance int, line []byte, err error) {
	i := bytes.IndexByte(data, '\n')
	if i < 0 {
		return 0, nil, nil
	}
	return i + 1, data[:i], nil
}

// Values makes one call and yields the values of its answer.
func Values[Out any](ctx context.Context, r *Remote, method, name string, query url.Values, in any) iter.Seq2[Out, error] {
	return func(yield func(Out, error) bool) {
		for line, err := range r.Lines(ctx, method, name, query, in) {
			var v Out
			if err == nil {
				if err = json.Unmarshal(line, &v); err != nil {
					err = Unread(ctx, err)
				}
			}
			if !yield(v, err) || err != nil {
				return
			}
		}
	}
}

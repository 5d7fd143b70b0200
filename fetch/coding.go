package fetch

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
)

const (
	zstdWindow  = 8 << 20 // bytes; the maximum for the web by RFC 9659 section 3
	codedBuffer = 8 << 10 // bytes read ahead of a decoder
)

// A decoder decodes one content coding, one body after another.
type decoder interface {
	io.Reader
	// reset starts a new body, at least one byte of which is in br.
	reset(br *bufio.Reader) error
}

// An opened decoder reads its body through its own buffer.
type opened struct {
	decoder
	br     *bufio.Reader
	coding string
}

// Read adds the coding to errors.
func (o *opened) Read(p []byte) (int, error) {
	n, err := o.decoder.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = undecoded(o.coding, err)
	}
	return n, err
}

// undecoded says which field of the answer the body does not match.
func undecoded(coding string, err error) error {
	return fmt.Errorf("its Content-Encoding says %s, and it does not decode as that: %w", coding, err)
}

// decoders keeps decoders for reuse, because they are costly to make. The zero value is ready
// for use. It is safe for concurrent use.
type decoders struct{ gzip, brotli, zstd, deflate sync.Pool }

// open returns a reader of the decoded body and a function that returns the reader to the pool.
// The reader is nil if there is nothing to decode. Only one coding is decoded (a body that is
// coded twice is a bomb or a mistake).
func (d *decoders) open(fields []string, w io.Reader) (io.Reader, func(), error) {
	coding, err := oneCoding(fields)
	if err != nil {
		return nil, nil, err
	}
	var pool *sync.Pool
	var fresh func() decoder
	switch coding {
	case "":
		return nil, nil, nil
	case "gzip", "x-gzip":
		pool, fresh = &d.gzip, func() decoder { return new(gzipDecoder) }
	case "br":
		pool, fresh = &d.brotli, func() decoder { return &brotliDecoder{brotli.NewReader(nil)} }
	case "zstd":
		pool, fresh = &d.zstd, func() decoder { return new(zstdDecoder) }
	case "deflate":
		pool, fresh = &d.deflate, func() decoder { return new(deflateDecoder) }
	default:
		return nil, nil, fmt.Errorf("the content coding %.40q is not read", coding)
	}
	o, ok := pool.Get().(*opened)
	if !ok {
		o = &opened{fresh(), bufio.NewReaderSize(nil, codedBuffer), coding}
	}
	o.br.Reset(w)
	release := func() {
		o.br.Reset(nil)
		pool.Put(o)
	}
	if _, err := o.br.Peek(1); err != nil {
		release()
		if errors.Is(err, io.EOF) {
			return strings.NewReader(""), func() {}, nil // some servers send no bytes for an empty coded body
		}
		return nil, nil, err
	}
	if err := o.reset(o.br); err != nil {
		release()
		return nil, nil, undecoded(coding, err)
	}
	return o, release, nil
}

// unread are the content codings that are not decoded: those of the registry of RFC 9110 section
// 16.6, and those in use beside it. No request asks for them.
var unread = []string{
	"aes128gcm", "compress", "dcb", "dcz", "exi", "pack200-gzip", "x-compress",
	"bzip", "bzip2", "lz4", "lzma", "peerdist", "rsync", "sdch", "snappy", "x-bzip", "x-bzip2", "xpress", "xz",
}

// isCoding reports whether a name is that of a content coding. Programs also write charsets into
// the field, or media types; what they send is not coded, and browsers read it as it is.
func isCoding(name string) bool {
	switch name {
	case "gzip", "x-gzip", "br", "zstd", "deflate":
		return true
	}
	return slices.Contains(unread, name)
}

// oneCoding returns the single coding that the fields name, "" for none.
func oneCoding(fields []string) (string, error) {
	var found string
	for _, f := range fields {
		for part := range strings.SplitSeq(f, ",") {
			part = strings.ToLower(strings.TrimSpace(part))
			if !isCoding(part) {
				continue
			}
			if found != "" {
				return "", fmt.Errorf("the body is coded more than once: %.40q", strings.Join(fields, ", "))
			}
			found = part
		}
	}
	return found, nil
}

// gzipDecoder reads the members of a gzip file (RFC 1952 section 2.2). Bytes after the last
// member that are not a member are ignored, as in browsers.
type gzipDecoder struct {
	z  gzip.Reader
	br *bufio.Reader
}

func (d *gzipDecoder) reset(br *bufio.Reader) error {
	d.br = br
	if err := d.z.Reset(br); err != nil {
		return early(err)
	}
	d.z.Multistream(false)
	return nil
}

func (d *gzipDecoder) Read(p []byte) (int, error) {
	for {
		n, err := d.z.Read(p)
		if !errors.Is(err, io.EOF) {
			return n, err
		}
		if head, err := d.br.Peek(2); err != nil || head[0] != 0x1f || head[1] != 0x8b {
			return n, io.EOF
		}
		if err := d.reset(d.br); n > 0 || err != nil {
			return n, err
		}
	}
}

// brotliDecoder ignores what follows the stream, as browsers do.
type brotliDecoder struct{ z *brotli.Reader }

func (d *brotliDecoder) reset(br *bufio.Reader) error { return d.z.Reset(br) }

func (d *brotliDecoder) Read(p []byte) (int, error) {
	n, err := d.z.Read(p)
	if err != nil && err.Error() == "brotli: excessive input" { // the library does not export this error
		err = io.EOF
	}
	return n, err
}

// zstdDecoder decodes in the reader's goroutine.
type zstdDecoder struct{ z *zstd.Decoder }

func (d *zstdDecoder) reset(br *bufio.Reader) error {
	if d.z != nil {
		return d.z.Reset(br)
	}
	z, err := zstd.NewReader(br, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(zstdWindow), zstd.WithDecoderLowmem(true))
	d.z = z
	return err
}

func (d *zstdDecoder) Read(p []byte) (int, error) { return d.z.Read(p) }

// deflateDecoder decodes zlib, as in RFC 9110 section 8.4.1.2, or raw deflate, which some
// servers send.
type deflateDecoder struct {
	zlib, raw, now io.ReadCloser
}

func (d *deflateDecoder) reset(br *bufio.Reader) error {
	head, _ := br.Peek(2) // fewer bytes are not a zlib header
	if len(head) == 2 && head[0]&0x0f == 8 && (uint(head[0])<<8|uint(head[1]))%31 == 0 {
		if d.zlib == nil {
			z, err := zlib.NewReader(br)
			if err != nil {
				return early(err)
			}
			d.zlib, d.now = z, z
			return nil
		}
		d.now = d.zlib
		return early(d.zlib.(zlib.Resetter).Reset(br, nil))
	}
	if d.raw == nil {
		d.raw = flate.NewReader(br)
		d.now = d.raw
		return nil
	}
	d.now = d.raw
	return d.raw.(flate.Resetter).Reset(br, nil)
}

func (d *deflateDecoder) Read(p []byte) (int, error) { return d.now.Read(p) }

// early converts an EOF inside a header to io.ErrUnexpectedEOF.
func early(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

var (
	_ decoder = (*gzipDecoder)(nil)
	_ decoder = (*brotliDecoder)(nil)
	_ decoder = (*zstdDecoder)(nil)
	_ decoder = (*deflateDecoder)(nil)
)

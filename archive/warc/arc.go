package warc

import (
	"bufio"
	"strconv"
	"strings"
	"time"
)

// ARC is the format that the Internet Archive wrote before WARC (version 1, and version 2, which has more
// values in a line):
//
//	URL IP-address date type length
//	block
//
// The date has 14 digits, and the block is the answer of the site. The first record of a file, whose URL
// is filedesc://NAME, describes it. See https://archive.org/web/researcher/ArcFileFormat.php.
const (
	arcInfo  = "filedesc://"
	arcDate  = "20060102150405"
	httpMark = "HTTP/"
)

// arcFields returns the fields that a record of WARC would have in place of a line of ARC, nil for another
// line, and the length of the block. A URL may have spaces in it, and so may a type.
func arcFields(line string) (fields []Field, length int64) {
	parts := strings.Split(line, " ")
	for i := 2; i+2 < len(parts); i++ {
		at, err := time.Parse(arcDate, parts[i])
		if err != nil {
			continue
		}
		u := strings.Join(parts[:i-1], " ")
		length, err = strconv.ParseInt(parts[len(parts)-1], 10, 64)
		if err != nil || length < 0 || !strings.Contains(u, ":") {
			break
		}
		kind := "response"
		if strings.HasPrefix(u, arcInfo) {
			kind = typeInfo
		}
		return []Field{
			{"WARC-Type", kind}, {"WARC-Target-URI", u}, {"WARC-Date", at.Format(time.RFC3339)},
			{"Content-Type", parts[i+1]},
		}, length
	}
	return nil, 0
}

// bareAnswer makes a record of ARC whose block has no head of HTTP one of a file: servers of HTTP/0.9, FTP
// and some programs that wrote ARC gave none.
func bareAnswer(rec *Record, block *bufio.Reader) {
	head, _ := block.Peek(int(min(rec.Length, int64(len(httpMark))))) // a shorter one has no head either
	if rec.Length == 0 || rec.Get("WARC-Type") != "response" || string(head) == httpMark {
		return
	}
	for i := range rec.Fields {
		switch f := &rec.Fields[i]; {
		case f.Name == "WARC-Type":
			f.Value = "resource"
		case f.Name == "Content-Type" && !strings.Contains(f.Value, "/"): // no-type, unknown
			f.Value = ""
		}
	}
}

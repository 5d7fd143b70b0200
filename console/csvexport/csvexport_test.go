package csvexport

import (
	"errors"
	"iter"
	"net/http"
	"net/http/httptest"
	"testing"
)

var errList = errors.New("the list ends early")

// list yields numbers and then an error, if there is one.
func list(n int, err error) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for i := range n {
			if !yield(i, nil) {
				return
			}
		}
		if err != nil {
			yield(0, err)
		}
	}
}

// TestSend checks that the head line comes always, that an error before the first row is returned,
// and that one behind it aborts the connection.
func TestSend(t *testing.T) {
	t.Parallel()
	s := Sheet{Name: "x.csv", Head: []string{"a"}}
	send := func(method string, n int, err error) (text string, sent error, aborted bool) {
		w := httptest.NewRecorder()
		defer func() { text, aborted = w.Body.String(), recover() != nil }()
		return "", s.Send(w, httptest.NewRequest(method, "/", http.NoBody), Rows(list(n, err), func(*int) []string { return Cells([]string{"=1", ""}) })), false
	}
	for _, c := range []struct {
		method  string
		n       int
		err     error
		want    string
		aborted bool
	}{
		{http.MethodGet, 0, nil, "a\n", false},
		{http.MethodGet, 2, nil, "a\n'=1,\n'=1,\n", false},
		{http.MethodGet, 0, errList, "", false},
		{http.MethodGet, 2, errList, "", true},
		{http.MethodHead, 2, nil, "", false},
	} {
		text, err, aborted := send(c.method, c.n, c.err)
		if text != c.want || aborted != c.aborted || !aborted && !errors.Is(err, c.err) {
			t.Errorf("%s %d rows, %v: %q, %v, aborted %t", c.method, c.n, c.err, text, err, aborted)
		}
	}
}

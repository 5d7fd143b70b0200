package hosting

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/weburl"
)

// Redirects are the rules of a _redirects file. They are safe for concurrent use.
type Redirects struct {
	rules  []rule
	plain  map[string][]int // path -> its rules, of those without placeholders and asterisks
	moving []int            // the others
	// Faults are the lines that are not read.
	Faults []Fault
}

type rule struct {
	from   pattern
	to     string
	status int
	force  bool // it holds also where the folder has a file
}

// A Result is what a rule makes of a path.
type Result struct {
	// Status is 301, 302, 303, 307 or 308 for a redirect to Target, and 200 or 404 if the file at
	// the path Target answers.
	Status int
	Target string // a path, or for redirects also a URL
}

// Redirects reports whether the answer is a redirect.
func (r Result) Redirects() bool { return r.Status >= 300 && r.Status < 400 }

// ParseRedirects reads a _redirects file.
func ParseRedirects(data []byte) *Redirects {
	all := &Redirects{plain: map[string][]int{}}
	in := newReader(data)
	for in.next() {
		if len(all.rules) == MaxRules {
			in.fault(in.line, "the file has more rules than are read, which are "+strconv.Itoa(MaxRules))
			break
		}
		r, err := parseRule(in.text)
		if err != nil {
			in.fault(in.line, err.Error())
			continue
		}
		all.add(r)
	}
	all.Faults = in.faults
	return all
}

// add adds a rule behind the others.
func (r *Redirects) add(x rule) {
	n := len(r.rules)
	r.rules = append(r.rules, x)
	key := "/" + strings.Join(x.from.segments, "/")
	if x.from.rest || strings.Contains(key, "/"+string(placeholder)) {
		r.moving = append(r.moving, n)
		return
	}
	r.plain[key] = append(r.plain[key], n)
}

// parseRule reads a line: a source, a target, and a status.
func parseRule(line string) (rule, error) {
	words := strings.Fields(line)
	for i, w := range words {
		if w[0] == '#' {
			words = words[:i]
			break
		}
	}
	switch {
	case len(words) < 2:
		return rule{}, errors.New("a rule has a source and a target")
	case len(words) > 3:
		return rule{}, errors.New("conditions, such as those for queries, countries and languages, are not understood")
	}
	r := rule{status: http.StatusMovedPermanently, to: words[1]}
	if len(words) == 3 {
		var err error
		if r.status, r.force, err = parseStatus(words[2]); err != nil {
			return r, err
		}
	}
	var err error
	if r.from, err = parsePattern(words[0]); err != nil {
		return r, err
	}
	return r, r.checkTarget()
}

// parseStatus reads a status, and whether an exclamation mark follows it.
func parseStatus(word string) (status int, force bool, err error) {
	word, force = strings.CutSuffix(word, "!")
	switch word {
	case "200", "301", "302", "303", "307", "308", "404":
		status, err = strconv.Atoi(word)
		return status, force, err
	}
	return 0, false, errors.New("the third word is none of the statuses that are read: 200, 301, 302, 303, 307, 308 and 404")
}

// checkTarget returns an error for a target that cannot be an answer.
func (r *rule) checkTarget() error {
	isPath := strings.HasPrefix(r.to, "/") && !strings.HasPrefix(r.to, "//")
	isURL := strings.HasPrefix(r.to, "https://") || strings.HasPrefix(r.to, "http://")
	switch {
	case !isPath && !isURL:
		return errors.New("a target is a path that begins with /, or a URL with http or https")
	case isURL && !(Result{Status: r.status}).Redirects():
		return errors.New("the pages of other hosts are not passed on")
	case strings.Contains(r.to, ":"+splat) && !r.from.rest:
		return errors.New("the target has :splat, and the source no asterisk")
	}
	base, err := weburl.Parse("http://host.invalid/")
	if err == nil {
		_, err = base.Resolve(r.to)
	}
	return err
}

// Find returns what the first rule for a path makes of it. Where the folder has a file, only rules
// with an exclamation mark count: forced. A rule that leads to the path itself, or only adds or
// removes its last slash, does not count.
func (r *Redirects) Find(path string, forced bool) (Result, bool) {
	given := split(path)
	plain, moving := r.plain["/"+strings.Join(given, "/")], r.moving
	for len(plain)+len(moving) > 0 {
		next := &moving
		if len(moving) == 0 || len(plain) > 0 && plain[0] < moving[0] {
			next = &plain
		}
		x := &r.rules[(*next)[0]]
		*next = (*next)[1:]
		if forced && !x.force {
			continue
		}
		if res, ok := x.apply(path, given); ok {
			return res, true
		}
	}
	return Result{}, false
}

// apply returns what one rule makes of a path with the given segments.
func (r *rule) apply(path string, given []string) (Result, bool) {
	parts, ok := r.from.match(path, given)
	if !ok {
		return Result{}, false
	}
	to := fill(r.to, parts)
	res := Result{Status: r.status, Target: to}
	if strings.HasPrefix(to, "//") { // nothing stood for a part: it would lead to another host
		res.Target = "/" + strings.TrimLeft(to, "/")
	}
	same := strings.TrimRight(res.Target, "/") == strings.TrimRight(path, "/")
	return res, !same || !res.Redirects()
}

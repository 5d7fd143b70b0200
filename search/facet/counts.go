package facet

// Counts reports whether all numbers of pages are from 0 to most. f may be nil.
func (f *Facets) Counts(most int) bool {
	if f == nil {
		return true
	}
	for _, values := range [][]Value{f.Sites, f.Languages, f.Types, f.Years} {
		if !count(values, most) {
			return false
		}
	}
	for i := range f.Own {
		o := &f.Own[i]
		if o.All < 0 || !count(o.Values, most) {
			return false
		}
		if o.Histogram == nil {
			continue
		}
		for _, b := range o.Histogram.Bins {
			if b.Pages < 0 || b.Pages > most {
				return false
			}
		}
	}
	return true
}

// Counts reports whether all numbers of pages are from 0 to most. l may be nil.
func (l *List) Counts(most int) bool {
	return l == nil || l.All >= 0 && l.All <= most && count(l.Values, most)
}

func count(values []Value, most int) bool {
	for _, v := range values {
		if v.Pages < 0 || v.Pages > most {
			return false
		}
	}
	return true
}

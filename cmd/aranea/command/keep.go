package command

// Keep sets a flag that was left open to the remembered value, if there is one.
func Keep[T comparable](changed bool, flag *T, remembered T) {
	var zero T
	if !changed && remembered != zero {
		*flag = remembered
	}
}

// KeepList is Keep for a list.
func KeepList(changed bool, flag *[]string, remembered []string) {
	if !changed {
		*flag = remembered
	}
}

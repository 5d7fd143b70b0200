package settings

import "github.com/spf13/pflag"

// FormerName lets a flag be set by a name that it had before, in settings files too, without
// listing that name. If the flag is set by its own name as well, the former one changes nothing.
func FormerName(f *pflag.FlagSet, former, name string) {
	f.AddFlag(&pflag.Flag{Name: former, Usage: "former name of --" + name, Value: formerValue{f.Lookup(name)}, Hidden: true})
}

// A formerValue is the value of another flag.
type formerValue struct{ now *pflag.Flag }

func (v formerValue) Set(text string) error {
	if v.now.Changed {
		return nil
	}
	err := v.now.Value.Set(text)
	v.now.Changed = err == nil // what is set later, such as by a settings file, does not count
	return err
}

func (v formerValue) String() string { return v.now.Value.String() }

func (v formerValue) Type() string { return v.now.Value.Type() }

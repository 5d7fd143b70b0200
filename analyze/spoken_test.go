package analyze

import "testing"

func TestSpoken(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		expect Lang
		words  string
		want   Lang
	}{
		{Und, "where does the name Debian come from", En},
		{Pt, "where does the name Debian come from", En},
		{En, "como instalar pacotes com o aptitude", Pt},
		{Und, "как установить пакеты из командной строки", Ru},
		{En, "как установить пакеты из командной строки", Ru},
		{Uk, "система", Uk},
		{Und, "firewall", Und},
		{De, "firewall", De},
		{Und, "class Numeric - RDoc", Und},
		{Und, "ctrl-alt-del reboot", Und},
		{En, "Debian 安装", Zh},
		{Ja, "安装", Ja},
		{Und, "インストール ガイド", Ja},
		{Und, "설치", Ko},
		{Pt, "", Und},
		{Pt, "42", Und},
		{En, "\xff\xfe \xd0", Und},
	} {
		if got := New(0).Spoken(c.expect, c.words); got != c.want {
			t.Errorf("%q, expected in %s: %s, want %s", c.words, c.expect, got, c.want)
		}
	}
}

package credentials

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// TestPrints: a new or changed secret reports which pages it may open, an unchanged one reports
// nothing, and only two bytes of each are kept.
func TestPrints(t *testing.T) {
	t.Parallel()
	text := formSecret + "[[secret]]\nlabel = \"api\"\nurl = \"https://api.test/\"\nkind = \"bearer\"\ntoken = \"sentinel\"\n"
	v := vaultOf(t, text)
	kept := v.Prints(Prints{})
	if again := v.Prints(kept); len(kept.Of) != 2 || len(kept.Of[0]) != 2*printBytes || fmt.Sprint(again) != fmt.Sprint(kept) {
		t.Errorf("prints %v, then %v", kept, again)
	}
	if v.Since(kept) != nil || (*Vault)(nil).Since(kept) != nil || vaultOf(t, formSecret).Since(kept) != nil {
		t.Error("nothing was added, and something may be opened")
	}
	added, changed, first := v.Since(vaultOf(t, formSecret).Prints(kept)), vaultOf(t, strings.Replace(text, `token = "sentinel"`, `token = "other"`, 1)).Since(kept), v.Since(Prints{})
	if added == nil || changed == nil || first == nil {
		t.Fatal("a secret was added, and nothing may be opened")
	}
	closed := func(url string, why aranea.Reason, status uint16, target string) *aranea.Entry {
		return &aranea.Entry{URL: parse(t, url), Reason: why, Status: status, Target: target}
	}
	for _, tt := range []struct {
		e    *aranea.Entry
		want string // for a secret that is added, one that is changed, and a folder that stored no prints
	}{
		{closed("https://api.test/1", aranea.HTTPForbidden, 401, ""), "true true true"},
		{closed("https://api.test/1", aranea.HTTPForbidden, 403, ""), "true true true"},
		{closed("https://api.test/1", aranea.HTTPForbidden, 451, ""), "false false false"},
		{closed("https://api.test/1", aranea.IndexAdded, 200, ""), "false false false"},
		{closed("https://club.test/1", aranea.HTTPForbidden, 403, ""), "false false false"},
		{closed("https://club.test/members/1", aranea.HTTPForbidden, 403, ""), "false false true"},
		{closed("https://club.test/members/1", aranea.IndexLogin, 200, ""), "false false true"},
		{closed("https://club.test/members/1", aranea.HTTPRedirect, 302, "https://club.test/login?next=1"), "false false true"},
		{closed("https://club.test/members/1", aranea.HTTPRedirect, 302, "https://club.test/members/2"), "false false false"},
	} {
		if got := fmt.Sprint(added(tt.e), changed(tt.e), first(tt.e)); got != tt.want {
			t.Errorf("%s, %s %d: %s, want %s", tt.e.URL, tt.e.Reason, tt.e.Status, got, tt.want)
		}
	}
}

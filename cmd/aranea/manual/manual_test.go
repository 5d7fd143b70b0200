package manual

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestManualPage(t *testing.T) {
	root := &cobra.Command{Use: "aranea", Short: "Crawl"}
	root.PersistentFlags().String("data", "here", "data `FOLDER`")
	cmd := &cobra.Command{
		Use: "look URL", Short: "Look at a URL", Example: "  aranea look -n 3 *.gif",
		Long: "Look at a URL.\n.hidden is no macro, nor is\n'this', and C:\\x stays.",
		Run:  func(*cobra.Command, []string) {},
	}
	cmd.Flags().IntP("number", "n", 10, "how many")
	cmd.Flags().Bool("quiet", false, "say nothing")
	cmd.Flags().String("inner", "", "not for people")
	if err := cmd.Flags().MarkHidden("inner"); err != nil {
		t.Fatal(err)
	}
	root.AddCommand(cmd)
	var b strings.Builder
	page(&b, cmd, "1.0")
	_, got, _ := strings.Cut(b.String(), "\n")
	const want = `.SH NAME
aranea\-look \- Look at a URL
.SH SYNOPSIS
aranea look URL [flags]
.SH DESCRIPTION
.nf
Look at a URL.
\&.hidden is no macro, nor is
\&'this', and C:\ex stays.
.fi
.SH OPTIONS
.TP
\fB\-n, \-\-number\fR \fIint\fR
how many
(default 10)
.TP
\fB\-\-quiet\fR
say nothing
.SH GLOBAL OPTIONS
.TP
\fB\-\-data\fR \fIFOLDER\fR
data FOLDER
(default here)
.SH EXAMPLES
.EX
  aranea look \-n 3 *.gif
.EE
.SH SEE ALSO
\fBaranea\fR(1)
`
	if got != want {
		t.Errorf("page\n%s, want\n%s", got, want)
	}
}

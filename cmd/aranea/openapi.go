package main

import (
	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/console"
)

func newOpenAPI() *cobra.Command {
	return &cobra.Command{
		Use:   "openapi",
		Short: "Print the description of the JSON API for programs",
		Long: `Openapi prints the OpenAPI 3.1 description of the JSON API that the search page
answers, as it does itself at /api/v1/openapi.json.`,
		Example: "  aranea openapi > aranea-openapi.json",
		Args:    command.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			data, err := console.Describe()
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(data)
			return err
		},
	}
}

package engine

import (
	"context"

	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/fetch"
)

// Identity returns how the robot identifies itself by the settings of the last crawl.
func (e *Engine) Identity(context.Context) (service.Identity, error) {
	s := service.DefaultSettings()
	if r, err := e.recall(); err != nil {
		return service.Identity{}, err
	} else if r != nil {
		s = r.Settings
	}
	o := s.Network(e.opt.Version)
	id := service.Identity{
		UserAgent: fetch.UserAgent(o), From: fetch.From(o), Contact: s.Contact, Dialect: s.Dialect, Delay: s.Delay, HostDelays: len(s.HostDelays) > 0, Networks: s.Networks,
		Renders: s.Render != "", Media: s.Media, Archives: s.WARC != "", ChecksLinks: s.CheckLinks,
	}
	id.Forms, _ = extract.ParseForms(s.Forms) // what is stored is valid
	for _, a := range s.Agents() {
		id.Agents = append(id.Agents, string(a))
	}
	signer, err := s.Signer()
	if err == nil && signer != nil {
		id.SignURL, id.Directory = s.SignURL.String(), signer.Directory()
	}
	return id, err
}

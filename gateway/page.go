package gateway

import (
	"html/template"
	"net/http"
	"strings"

	"go.uber.org/zap"
)

// roomLetters is how many letters a room's code has.
const roomLetters = 6

// page stands where the browser's game will be.
var page = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Samedeal{{with .Code}}: room {{.}}{{end}}</title>
<h1>Samedeal{{with .Code}}: room {{.}}{{end}}</h1>
<p>Races at solitaire: everybody gets the same deal. The game in the browser is still to come.</p>
<p>Until then there are programs: the WebSocket at <code>/ws</code> and the HTTP calls under <code>/api/</code>, such as</p>
{{if .Code}}<pre>curl {{.URL}}/api/samedeal.v1.RoomService/GetRoom \
  -H 'Content-Type: application/json' -d '{"code": "{{.Code}}"}'</pre>
{{else}}<pre>curl {{.URL}}/api/samedeal.v1.RoomService/ListRooms \
  -H 'Content-Type: application/json' -d '{}'</pre>
{{end}}</html>
`))

func (s *Server) serveHome(w http.ResponseWriter, _ *http.Request) { s.servePage(w, "") }

func (s *Server) serveRoom(w http.ResponseWriter, r *http.Request) {
	code := strings.ToUpper(r.PathValue("code"))
	if len(code) != roomLetters || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		http.NotFound(w, r)
		return
	}
	s.servePage(w, code)
}

func (s *Server) servePage(w http.ResponseWriter, code string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	data := struct{ URL, Code string }{strings.TrimSuffix(s.public.String(), "/"), code}
	if err := page.Execute(w, data); err != nil {
		s.config.Log.Debug("a page was not sent", zap.Error(err))
	}
}

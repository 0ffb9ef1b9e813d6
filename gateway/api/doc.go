// Package api owns the HTTP services: it checks what a call says, asks the rooms, the players and the boards, and
// turns what they answer into what a caller is told. Read New, then services.go for the calls about players and
// rooms, one by one, each other service in the file of its name, and faults.go for what is told of an error.
package api

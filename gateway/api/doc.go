// Package api owns the HTTP services: it checks what a call says, asks the rooms and the players, and
// turns what they answer into what a caller is told. Read New, then services.go for the calls one by one,
// and faults.go for what is told of an error.
package api

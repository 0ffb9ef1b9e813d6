package player_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/samedeal/samedeal/player"
	"github.com/samedeal/samedeal/player/playertest"
)

func ExampleParseName() {
	name, err := player.ParseName("  Ana \t Š. ")
	fmt.Printf("%q %v\n", name, err)

	_, err = player.ParseName("Ana\u202e")
	var wrong *player.NameError
	fmt.Println(errors.As(err, &wrong) && wrong.Fault == player.NameDirection)
	fmt.Println(err)
	// Output:
	// "Ana Š." <nil>
	// true
	// the name has U+202E, which changes the direction of text; want it without
}

func ExampleDistinct() {
	var room []player.Name
	for _, name := range []player.Name{"Ana", "Ben", "ANA", "Ana"} {
		room = append(room, player.Distinct(name, room))
	}
	fmt.Printf("%q\n", room)
	// Output: ["Ana" "Ben" "ANA 2" "Ana 3"]
}

func ExampleGuests() {
	ctx, store := context.Background(), playertest.NewMemory(time.Now)
	signer, err := player.StoredSigner(ctx, store, rand.Reader)
	if err != nil {
		fmt.Println(err)
		return
	}
	guests := player.NewGuests(player.Config{
		Store: store, Accounts: store, Changes: store, Signer: signer, Now: time.Now, Random: rand.Reader,
	})
	ana, token, _ := guests.New(ctx, "Ana")
	back, renewed, _ := guests.Resume(ctx, token)
	fmt.Println(back == ana, back.Name)
	fresh, _ := guests.LogOut(ctx, token, "a request")
	_, _, err = guests.Resume(ctx, renewed)
	fmt.Println(err)
	_, _, err = guests.Resume(ctx, fresh)
	fmt.Println(err)
	// Output:
	// true Ana
	// the token was revoked: the player has logged out everywhere
	// <nil>
}

func ExampleDevices() {
	code, err := player.ParseDeviceCode(" bktwr-nhjvd ")
	fmt.Println(code, err)
	_, err = player.ParseDeviceCode("BKTWRNHJV0")
	fmt.Println(err)
	// Output:
	// BKTWRNHJVD <nil>
	// the code is not good, or not any more: have the other device show a new one
}

func ExampleWordList() {
	words, err := player.ReadWordList(strings.NewReader("# not here\nrude\nugly*\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []player.Name{"Rude R.", "rude2", "R.u.d.e", "RUD3", "Uglyyy", "Crudely"} {
		fmt.Println(name, words.Check(name) == nil)
	}
	// Output:
	// Rude R. false
	// rude2 true
	// R.u.d.e true
	// RUD3 false
	// Uglyyy false
	// Crudely true
}

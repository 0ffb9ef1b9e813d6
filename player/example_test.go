package player_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/samedeal/samedeal/player"
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
	ctx, store := context.Background(), newMemory(time.Now)
	signer, err := player.StoredSigner(ctx, store, rand.Reader)
	if err != nil {
		fmt.Println(err)
		return
	}
	guests := player.NewGuests(store, signer, time.Now, rand.Reader)

	ana, token, _ := guests.New(ctx, "Ana")
	back, renewed, _ := guests.Resume(ctx, token)
	fmt.Println(back == ana, back.Name)

	_ = guests.LogOut(ctx, ana.ID)
	_, _, err = guests.Resume(ctx, renewed)
	fmt.Println(err)
	// Output:
	// true Ana
	// the token was revoked: the player has logged out everywhere
}

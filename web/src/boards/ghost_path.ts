/** ghostPath is the address of a game of a board, beside the viewer's own if they have one there. */
export function ghostPath(board: string, player: string, me: string | undefined): string {
  const ask = new URLSearchParams({ player });
  if (me !== undefined && me !== player) ask.set("ghost", me);
  return `/ghosts/${board}?${ask}`;
}

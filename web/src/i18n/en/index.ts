// The messages in English, by area. The other languages have the same areas and keys; a missing one is a
// compile error.

import { board } from "./board";
import { common } from "./common";
import { create } from "./create";
import { game } from "./game";
import { home } from "./home";
import { replay } from "./replay";
import { room } from "./room";
import { settings } from "./settings";
import { watch } from "./watch";

export const messages = { common, board, settings, home, create, game, room, watch, replay };

export type Messages = typeof messages;

// The messages in English, by area. The other languages have the same areas and keys; a missing one is a
// compile error.

import { analysis } from "./analysis";
import { board } from "./board";
import { boards } from "./boards";
import { create } from "./create";
import { friends } from "./friends";
import { profile } from "./profile";
import { replay } from "./replay";
import { room } from "./room";
import { start } from "./start";
import { watch } from "./watch";

export const messages = { ...start, analysis, board, boards, create, friends, profile, replay, room, watch };

export type Messages = typeof messages;

import type { Messages } from "../en";
import { analysis } from "./analysis";
import { board } from "./board";
import { boards } from "./boards";
import { common } from "./common";
import { create } from "./create";
import { daily } from "./daily";
import { friends } from "./friends";
import { game } from "./game";
import { home } from "./home";
import { replay } from "./replay";
import { room } from "./room";
import { settings } from "./settings";
import { watch } from "./watch";

export const messages: Messages = {
  common,
  board,
  settings,
  home,
  create,
  game,
  room,
  watch,
  replay,
  daily,
  boards,
  friends,
  analysis,
};

import type { StartMessages } from "../en/start";
import { common } from "./common";
import { daily } from "./daily";
import { game } from "./game";
import { home } from "./home";
import { settings } from "./settings";

export const start: StartMessages = { common, daily, game, home, settings };

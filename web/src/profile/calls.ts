import { type Account, type Answered, asKnown, asPlayer, asViewer } from "../account/calls";
import { faultOf } from "../net/api";
import type { Session } from "../race/session.svelte";
import { BoardService, type MyResult } from "../wire/boards_pb";
import { DailyService, type Streak } from "../wire/daily_pb";
import {
  type CreateInvitationResponse,
  type Friend,
  FriendService,
  type ListFriendsResponse,
  type ShowInvitationResponse,
} from "../wire/friends_pb";

/** Caller is what of a session these calls need. What only shows something makes nobody a guest. */
export type Caller = Account & Pick<Session, "api">;

/** myResults is where the player stands on the boards of all races. */
export const myResults = (by: Caller): Promise<Answered<MyResult[]>> =>
  asKnown(by, async (token) => (await by.api.call(BoardService.method.getMyResults, { token })).results);

export const myStreak = (by: Caller): Promise<Answered<Streak | undefined>> =>
  asKnown(by, async (token) => (await by.api.call(DailyService.method.getDaily, { token })).streak);

export const myFriends = (by: Caller): Promise<Answered<ListFriendsResponse>> =>
  asKnown(by, (token) => by.api.call(FriendService.method.listFriends, { token }));

/** invite gives a new invitation, which takes the place of the one before. */
export const invite = (by: Caller): Promise<Answered<CreateInvitationResponse>> =>
  asPlayer(by, (token) => by.api.call(FriendService.method.createInvitation, { token }));

export async function showInvitation(by: Caller, code: string): Promise<Answered<ShowInvitationResponse>> {
  const show = (token: string) => by.api.call(FriendService.method.showInvitation, { token, code });
  try {
    return { value: await asViewer(by, show) };
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

export const acceptInvitation = (by: Caller, code: string): Promise<Answered<Friend | undefined>> =>
  asPlayer(
    by,
    async (token) => (await by.api.call(FriendService.method.acceptInvitation, { token, code })).friend,
  );

/** Doing is what a player does about another, once they are sure. */
export type Doing = "remove" | "block" | "unblock";

export const doTo = (by: Caller, doing: Doing, player: string): Promise<Answered<unknown>> =>
  asPlayer<unknown>(by, (token) => {
    const { removeFriend, blockPlayer, unblockPlayer } = FriendService.method;
    const who = { token, player };
    if (doing === "remove") return by.api.call(removeFriend, who);
    return doing === "block" ? by.api.call(blockPlayer, who) : by.api.call(unblockPlayer, who);
  });

import { pluralIn } from "../plural";

const plural = pluralIn("en");

/** Friends, and invitations to be one. */
export const friends = {
  friends: "Friends",
  none: "Nobody yet. Friends see each other on every leaderboard, side by side.",
  toBoards: "Friends’ leaderboards",
  actionsFor: (name: string): string => `Actions for ${name}`,
  invite: "Invite a friend",
  inviteAnother: "Another link",
  /** How long a link is good, and for whom. */
  invited: (days: number): string =>
    `${plural(days, {
      one: "Send this link to your friend. It is good for # day, for one person.",
      other: "Send this link to your friend. It is good for # days, for one person.",
    })} The link that you made before is not good any more.`,
  shareText: "Be my friend on Samedeal, and we see who is better at solitaire.",
  blocked: (n: number): string => plural(n, { other: "Blocked: #" }),
  unblockPerson: (name: string): string => `Unblock ${name}`,

  /** What is asked before something is done to somebody, and told afterwards. */
  sure: {
    remove: {
      title: (name: string): string => `End your friendship with ${name}?`,
      text: "You both vanish from each other’s friends. An invitation makes you friends again.",
      act: "Remove from friends",
      done: (name: string): string => `${name} is not among your friends any more.`,
    },
    block: {
      title: (name: string): string => `Block ${name}?`,
      text: "A friendship ends, and no invitation makes you friends again until you unblock them. They are not told. You may still meet in rooms and on leaderboards.",
      act: "Block",
      done: (name: string): string => `${name} is blocked.`,
    },
    unblock: {
      title: (name: string): string => `Unblock ${name}?`,
      text: "An invitation can make you friends again.",
      act: "Unblock",
      done: (name: string): string => `${name} is not blocked any more.`,
    },
  },

  invites: (name: string): string => `${name} invites you to be friends.`,
  what: "Friends see each other on the leaderboards, under a tab of their own.",
  nameHint: "This is how your friend will see you: 1 to 24 characters.",
  accept: "Be friends",
  notNow: "Not now",
  nowFriends: (name: string): string => `You and ${name} are friends now.`,
  alreadyFriends: (name: string): string => `You and ${name} are friends already.`,
  own: "This invitation is your own.",
  ownHint: "Send its link to a friend: it is good for one other person.",
};

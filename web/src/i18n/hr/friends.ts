import type { Messages } from "../en";
import { pluralIn } from "../plural";

const plural = pluralIn("hr");

export const friends: Messages["friends"] = {
  friends: "Prijatelji",
  none: "Još nikoga. Prijatelji se međusobno vide na svakoj ljestvici, jedni uz druge.",
  toBoards: "Ljestvice prijatelja",
  actionsFor: (name) => `Radnje: ${name}`,
  invite: "Pozovi prijatelja",
  inviteAnother: "Nova poveznica",
  invited: (days) =>
    `${plural(days, {
      one: "Pošalji ovu poveznicu prijatelju. Vrijedi # dan, za jednu osobu.",
      few: "Pošalji ovu poveznicu prijatelju. Vrijedi # dana, za jednu osobu.",
      other: "Pošalji ovu poveznicu prijatelju. Vrijedi # dana, za jednu osobu.",
    })} Prijašnja poveznica više ne vrijedi.`,
  shareText: "Budimo prijatelji na Samedealu, pa da vidimo tko je bolji u pasijansu.",
  blocked: (n) => plural(n, { other: "Blokirani: #" }),
  unblockPerson: (name) => `Odblokiraj: ${name}`,

  sure: {
    remove: {
      title: (name) => `Prekinuti prijateljstvo: ${name}?`,
      text: "Oboje nestajete s popisa prijatelja onog drugog. Nova pozivnica vraća prijateljstvo.",
      act: "Ukloni iz prijatelja",
      done: (name) => `Uklonjeno iz prijatelja: ${name}.`,
    },
    block: {
      title: (name) => `Blokirati: ${name}?`,
      text: "Prijateljstvo prestaje, i nijedna vas pozivnica neće sprijateljiti dok traje blokada. Druga strana za nju ne saznaje. I dalje se možete sresti u sobama i na ljestvicama.",
      act: "Blokiraj",
      done: (name) => `Blokirano: ${name}.`,
    },
    unblock: {
      title: (name) => `Odblokirati: ${name}?`,
      text: "Pozivnica vas opet može sprijateljiti.",
      act: "Odblokiraj",
      done: (name) => `Više nije blokirano: ${name}.`,
    },
  },

  invites: (name) => `${name} te poziva u prijatelje.`,
  what: "Prijatelji se međusobno vide na ljestvicama, na posebnoj kartici.",
  nameHint: "Tako će te prijatelj vidjeti: od 1 do 24 znaka.",
  accept: "Prihvati",
  notNow: "Ne sada",
  nowFriends: (name) => `Ti i ${name} sada ste prijatelji.`,
  alreadyFriends: (name) => `Ti i ${name} već ste prijatelji.`,
  own: "Ova je pozivnica tvoja.",
  ownHint: "Pošalji poveznicu prijatelju: vrijedi za jednu drugu osobu.",
};

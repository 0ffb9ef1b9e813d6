/** What is wrong with a name, as far as the page can tell; the server has the last word. */
export type NameProblem = { kind: "missing" } | { kind: "long"; over: number } | { kind: "characters" };

const most = 24;

/** nameProblem counts characters as people see them: a flag, or a letter with its accents, is one. */
export function nameProblem(text: string): NameProblem | null {
  const name = text.trim();
  if (!/[^\p{White_Space}\p{Cf}]/u.test(name)) return { kind: "missing" };
  if (/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/u.test(name))
    return { kind: "characters" };
  const over = [...new Intl.Segmenter().segment(name)].length - most;
  return over > 0 ? { kind: "long", over } : null;
}

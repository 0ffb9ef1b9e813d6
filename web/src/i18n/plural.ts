/** The forms of a phrase with a number, by the categories of Intl.PluralRules; other stands for all left out. */
export type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** pluralIn gives a function that picks the form for a number in a language; # in a form is the number. */
export function pluralIn(locale: string): (n: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return (n, forms) => (forms[rules.select(n)] ?? forms.other).replace("#", numbers.format(n));
}

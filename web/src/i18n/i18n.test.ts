import { expect, test } from "vitest";
import { preferredLocale } from "./i18n.svelte";
import { pluralIn } from "./plural";

test.each([
  [["de-DE", "hr-HR", "en"], "hr"],
  [["he"], "he"],
  [["iw-IL"], "he"],
  [["EN-gb", "he"], "en"],
  [["de", "fr-CA"], "en"],
  [[], "en"],
])("of %j the first language that there is counts", (languages, locale) => {
  expect(preferredLocale(languages)).toBe(locale);
});

test("a language code that is a property of every object is no language", () => {
  expect(preferredLocale(["constructor"])).toBe("en");
});

test("Croatian has three forms, and 21 takes that of 1", () => {
  const plural = pluralIn("hr");
  const cards = (n: number) => plural(n, { one: "# karta", few: "# karte", other: "# karata" });
  expect([1, 2, 5, 11, 21, 22].map(cards)).toEqual([
    "1 karta",
    "2 karte",
    "5 karata",
    "11 karata",
    "21 karta",
    "22 karte",
  ]);
});

test("Hebrew has a form for two, which needs no number", () => {
  const plural = pluralIn("he");
  const seats = (n: number) => plural(n, { one: "מקום אחד", two: "שני מקומות", other: "# מקומות" });
  expect([1, 2, 3].map(seats)).toEqual(["מקום אחד", "שני מקומות", "3 מקומות"]);
});

import { expect, test } from "vitest";
import { defaults, SettingsStore } from "./settings.svelte";

/** The part of Storage that the settings use. */
function storageWith(text: string | null): Storage {
  const kept = new Map<string, string>(text === null ? [] : [["samedeal.settings", text]]);
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  } as unknown as Storage;
}

test("what was set is there at the next visit", () => {
  const storage = storageWith(null);
  new SettingsStore(storage).set("theme", "dark");
  expect(new SettingsStore(storage).current).toEqual({ ...defaults, theme: "dark" });
});

test.each([null, "", "no json", "null", "17", "[]"])(
  "kept text %j gives the defaults, not a blank page",
  (text) => {
    expect(new SettingsStore(storageWith(text)).current).toEqual(defaults);
  },
);

test("a setting of another version, or of another type, falls back alone", () => {
  const kept = JSON.stringify({ gone: 1, sounds: "loud", fourColours: true });
  expect(new SettingsStore(storageWith(kept)).current).toEqual({ ...defaults, fourColours: true });
});

test("a storage that is full or forbidden does not break the page", () => {
  const storage = storageWith(null);
  storage.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const settings = new SettingsStore(storage);
  settings.set("sounds", true);
  expect(settings.current.sounds).toBe(true);
});

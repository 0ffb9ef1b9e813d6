import { afterEach, expect, test, vi } from "vitest";
import { shareOrCopy } from "./share";

afterEach(() => vi.unstubAllGlobals());

const said = { copied: "copied", notCopied: "not copied" };
const what = { text: "Look", url: "http://test/r/BKTWRN" };

/** device is a browser whose way to share, if it has one, and whose clipboard end as they are told to. */
function device({ share, clipboard }: { share?: Error | null; clipboard?: Error }) {
  const seen: unknown[] = [];
  const act = (end: Error | null | undefined) => async (given: unknown) => {
    if (end) throw end;
    seen.push(given);
  };
  vi.stubGlobal("navigator", {
    clipboard: { writeText: act(clipboard) },
    ...(share === undefined ? {} : { share: act(share) }),
  });
  const show = (text: string) => {
    seen.push(text);
    return () => {};
  };
  return { seen, toasts: { show } };
}

test("the device's own way of sharing is taken, and nothing is said", async () => {
  const { seen, toasts } = device({ share: null });
  await shareOrCopy(toasts, said, what);
  expect(seen).toEqual([what]);
});

test("who thinks better of it gets nothing copied", async () => {
  const { seen, toasts } = device({ share: new DOMException("closed", "AbortError") });
  await shareOrCopy(toasts, said, what);
  expect(seen).toEqual([]);
});

test.each([undefined, new DOMException("no", "NotAllowedError")])(
  "where the device does not share (%s), it is copied, and that is said",
  async (share) => {
    const { seen, toasts } = device(share === undefined ? {} : { share });
    await shareOrCopy(toasts, said, what);
    await shareOrCopy(toasts, said, { ...what, copy: "Look here" });
    expect(seen).toEqual([what.url, "copied", "Look here", "copied"]);
  },
);

test("a press is answered even where nothing can be copied", async () => {
  const { seen, toasts } = device({ clipboard: new DOMException("no", "NotAllowedError") });
  vi.stubGlobal("document", {
    createElement: () => ({ select: () => {}, remove: () => {} }),
    activeElement: null,
    body: { append: () => {} },
    execCommand: () => false,
  });
  vi.stubGlobal("HTMLElement", class {});
  await shareOrCopy(toasts, said, what);
  expect(seen).toEqual(["not copied"]);
});

import { describe, expect, it, vi } from "vitest";
import { type SoundName, Sounds, voices } from "./sounds";

const names = Object.keys(voices) as SoundName[];

describe("the sounds", () => {
  it("are short and never so loud together that they distort", () => {
    for (const name of names) {
      for (const voice of voices[name]) {
        expect(voice.at + voice.length, name).toBeLessThanOrEqual(name === "win" ? 2 : 0.5);
        const together = voices[name].filter(
          (v) => v.at < voice.at + voice.length && voice.at < v.at + v.length,
        );
        expect(
          together.reduce((sum, v) => sum + v.gain, 0),
          name,
        ).toBeLessThan(1);
      }
    }
  });

  it("have noise for as long as they rustle", () => {
    const rustling = names.flatMap((name) => voices[name].filter((voice) => voice.wave === "paper"));
    for (const voice of rustling) expect(voice.length).toBeLessThanOrEqual(0.1);
  });
});

describe("Sounds", () => {
  // A page that makes its audio at once, or though it is off, is warned of by browsers and heats phones.
  it("makes nothing before a press, nor while they are off", () => {
    const made = vi.fn();
    class FakeContext {
      state = "running";
      sampleRate = 1;
      constructor() {
        made();
      }
      createBuffer = () => ({ getChannelData: () => [] });
    }
    vi.stubGlobal("AudioContext", FakeContext);
    vi.stubGlobal("navigator", { userActivation: { hasBeenActive: false } });
    let on = false;
    const page = new EventTarget();
    const board = new Sounds(() => on);
    const stop = board.listen(page);
    board.play("lift");
    page.dispatchEvent(new Event("pointerdown"));
    expect(made).not.toHaveBeenCalled();
    on = true;
    board.play("lift");
    expect(made).not.toHaveBeenCalled();
    page.dispatchEvent(new Event("keydown"));
    page.dispatchEvent(new Event("keydown"));
    expect(made).toHaveBeenCalledTimes(1);
    stop();
    vi.unstubAllGlobals();
  });
});

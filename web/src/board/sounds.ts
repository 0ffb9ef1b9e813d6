// The board's sounds, made as they are played: there are no files to load.

export type SoundName = "lift" | "drop" | "refuse" | "turn" | "home" | "win" | "tick" | "start";

interface Voice {
  /** paper is noise through a narrow filter at the pitch. */
  readonly wave: "sine" | "triangle" | "paper";
  /** The pitch at the beginning and at the end, in Hz. */
  readonly pitch: readonly [number, number];
  /** When it begins and how long it lasts, in seconds. */
  readonly at: number;
  readonly length: number;
  /** 1 is as loud as can be. */
  readonly gain: number;
}

const tone = (wave: "sine" | "triangle", hertz: number, at: number, length: number, gain: number): Voice => ({
  wave,
  pitch: [hertz, hertz],
  at,
  length,
  gain,
});

const paper = (from: number, to: number, length: number, gain: number): Voice => ({
  wave: "paper",
  pitch: [from, to],
  at: 0,
  length,
  gain,
});

export const voices: Readonly<Record<SoundName, readonly Voice[]>> = {
  lift: [paper(1800, 3000, 0.06, 0.25)],
  drop: [paper(1400, 700, 0.07, 0.35), { wave: "sine", pitch: [190, 90], at: 0, length: 0.09, gain: 0.3 }],
  turn: [paper(2600, 4200, 0.08, 0.25)],
  refuse: [tone("sine", 220, 0, 0.09, 0.22), tone("sine", 175, 0.09, 0.16, 0.22)],
  home: [tone("triangle", 784, 0, 0.12, 0.14), tone("triangle", 1175, 0.07, 0.22, 0.12)],
  win: [
    tone("triangle", 523, 0, 0.3, 0.14),
    tone("triangle", 659, 0.12, 0.3, 0.14),
    tone("triangle", 784, 0.24, 0.3, 0.14),
    tone("triangle", 1047, 0.36, 0.9, 0.14),
    tone("sine", 659, 0.36, 0.9, 0.1),
    tone("sine", 784, 0.36, 0.9, 0.1),
  ],
  tick: [tone("sine", 587, 0, 0.12, 0.22)],
  start: [tone("sine", 880, 0, 0.45, 0.2), tone("triangle", 1175, 0, 0.45, 0.08)],
};

/** A sound begins this much after it is asked for, so that its first step is not cut off. */
const lead = 0.005;
/** A voice does not jump to its loudness, which would click. */
const attack = 0.006;
/** A sound that is later than this, in ms, is better left out. */
const latest = 150;

/** A Speaker is the browser's audio, of which a page needs one. */
class Speaker {
  readonly #context = new AudioContext({ latencyHint: "interactive" });
  readonly #noise = noiseOf(this.#context);

  wake(): Promise<void> {
    return this.#context.state === "running" ? Promise.resolve() : this.#context.resume();
  }

  play(name: SoundName): void {
    if (this.#context.state === "running") {
      for (const voice of voices[name]) this.#speak(voice);
      return;
    }
    // Without a press of the player's this waits for one, and much may have been asked for by then.
    const asked = performance.now();
    this.wake().then(
      () => {
        if (performance.now() - asked < latest) this.play(name);
      },
      () => undefined,
    );
  }

  #speak(voice: Voice): void {
    const context = this.#context;
    const start = context.currentTime + lead + voice.at;
    const end = start + voice.length;
    const volume = context.createGain();
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(voice.gain, start + attack);
    volume.gain.exponentialRampToValueAtTime(0.001, end);
    volume.connect(context.destination);
    const make = voice.wave === "paper" ? rustle : ring;
    const source = make(context, voice, start, volume, this.#noise);
    source.start(start);
    source.stop(end);
  }
}

let speaker: Speaker | null = null;

/**
 * Sounds plays them while `wanted` says so. Browsers let a page make itself heard only after a press of the
 * player's, and some only from within it: `listen` gets ready at the first one.
 */
export class Sounds {
  readonly #wanted: () => boolean;

  constructor(wanted: () => boolean) {
    this.#wanted = wanted;
  }

  /** listen gives the function that ends it. */
  listen(target: EventTarget): () => void {
    const wake = () => {
      if (!this.#wanted()) return;
      speaker ??= new Speaker();
      speaker.wake().catch(() => undefined);
    };
    target.addEventListener("pointerdown", wake, true);
    target.addEventListener("keydown", wake, true);
    return () => {
      target.removeEventListener("pointerdown", wake, true);
      target.removeEventListener("keydown", wake, true);
    };
  }

  play(name: SoundName): void {
    if (!this.#wanted()) return;
    // Older browsers do not say whether there was a press: there the listening has to come first.
    if (!speaker && navigator.userActivation?.hasBeenActive) speaker = new Speaker();
    speaker?.play(name);
  }
}

/** For those who look at the setting themselves. */
export const sounds = new Sounds(() => true);

type Make = (
  context: AudioContext,
  voice: Voice,
  start: number,
  to: AudioNode,
  noise: AudioBuffer,
) => AudioScheduledSourceNode;

const rustle: Make = (context, { pitch, length }, start, to, noise) => {
  const source = context.createBufferSource();
  source.buffer = noise;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.Q.value = 0.9;
  glide(filter.frequency, pitch, start, length);
  source.connect(filter).connect(to);
  return source;
};

const ring: Make = (context, { wave, pitch, length }, start, to) => {
  const source = context.createOscillator();
  source.type = wave === "triangle" ? "triangle" : "sine";
  glide(source.frequency, pitch, start, length);
  source.connect(to);
  return source;
};

function glide(
  param: AudioParam,
  [from, to]: readonly [number, number],
  start: number,
  length: number,
): void {
  param.setValueAtTime(from, start);
  if (to !== from) param.exponentialRampToValueAtTime(to, start + length);
}

function noiseOf(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * 0.1), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

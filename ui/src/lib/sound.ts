/** Paper, wood and a small bell: made by WebAudio, silent until the first tap. */

import type { GameUI } from "../games/board";
import type { What } from "../protocol";
import { settings } from "./settings.svelte";

export type Cue = "turn" | "card" | "mine" | "special" | "no" | "win" | "end" | "tick" | "last";

const USUAL = 70; // the volume at which sounds are as loud as they are made here
let context: AudioContext | null = null;
let master: GainNode | null = null; // how loud everything is

/** Browsers allow sound only after somebody touched the page, and take it back after a call. */
export function unlockSound(): void {
  const unlock = () => {
    if (!settings.sound || navigator.userActivation?.isActive === false) return;
    context ??= new AudioContext();
    if (context.state !== "running") void context.resume();
  };
  for (const kind of ["pointerup", "click", "keydown"]) addEventListener(kind, unlock, true);
}

export function play(cue: Cue): void {
  if (!settings.sound || context?.state !== "running" || document.hidden) return;
  if (master?.context !== context) {
    master = new GainNode(context);
    master.connect(context.destination);
  }
  master.gain.value = (settings.volume / USUAL) ** 2; // as ears hear it
  CUES[cue](context, context.currentTime);
}

/** What a move sounds like to who sits at `seat`. */
export function cueOf(what: What, seat: number | null, game: GameUI): Cue {
  const special = game.special?.(what) ?? (what.events?.length ?? 0) > 0;
  return special ? "special" : what.seat === seat ? "mine" : "card";
}

export function buzz(ms = 20): void {
  if (settings.sound) navigator.vibrate?.(ms);
}

const CUES: Record<Cue, (c: AudioContext, at: number) => void> = {
  card: (c, at) => paper(c, at, 0.1, 2600),
  mine: (c, at) => paper(c, at, 0.16, 3400),
  turn: (c, at) => [0, 0.09].forEach((d, i) => bell(c, at + d, i ? 880 : 660, 0.12)),
  special: (c, at) => [0, 0.07, 0.14].forEach((d, i) => bell(c, at + d, 523 * 1.26 ** i, 0.1)),
  no: (c, at) => wood(c, at, 140),
  tick: (c, at) => wood(c, at, 420),
  last: (c, at) => [0, 0.12].forEach((d) => bell(c, at + d, 990, 0.12)),
  end: (c, at) => [0, 0.16].forEach((d, i) => bell(c, at + d, i ? 392 : 494, 0.07)),
  win: (c, at) =>
    [0, 0.1, 0.2, 0.34].forEach((d, i) => bell(c, at + d, [523, 659, 784, 1047][i]!, 0.14)),
};

function bell(c: AudioContext, at: number, pitch: number, volume: number): void {
  for (const [times, share] of [
    [1, 1],
    [2.76, 0.25],
  ] as const)
    tone(c, at, pitch * times, volume * share, 0.5, "sine");
}

function wood(c: AudioContext, at: number, pitch: number): void {
  tone(c, at, pitch, 0.25, 0.09, "triangle");
}

function tone(
  c: AudioContext,
  at: number,
  pitch: number,
  volume: number,
  length: number,
  type: OscillatorType,
): void {
  const source = new OscillatorNode(c, { type, frequency: pitch });
  const gain = new GainNode(c, { gain: 0 });
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(master!);
  source.start(at);
  source.stop(at + length);
}

function paper(c: AudioContext, at: number, volume: number, pitch: number): void {
  const length = 0.07;
  const buffer = c.createBuffer(1, c.sampleRate * length, c.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++)
    data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = new AudioBufferSourceNode(c, { buffer });
  const filter = new BiquadFilterNode(c, { type: "bandpass", frequency: pitch, Q: 0.8 });
  source
    .connect(filter)
    .connect(new GainNode(c, { gain: volume }))
    .connect(master!);
  source.start(at);
}

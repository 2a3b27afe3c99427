// Soft sounds, made on the spot: none before the first touch, none where they are switched off.
import { settings } from './settings.svelte';

export type Sound = 'move' | 'turn' | 'dice' | 'refused' | 'end';

/** A tone: when it begins, its pitch and where that slides to, how long and how loud; `noise`: a rattle instead of a note. */
interface Tone {
  at: number;
  from: number;
  to?: number;
  lasts: number;
  loud: number;
  shape?: OscillatorType;
  noise?: boolean;
}
export const SOUNDS: Record<Sound, Tone[]> = {
  move: [{ at: 0, from: 320, to: 250, lasts: 0.09, loud: 0.07, shape: 'triangle' }],
  turn: [
    { at: 0, from: 523, lasts: 0.22, loud: 0.06 },
    { at: 0.13, from: 659, lasts: 0.34, loud: 0.06 },
  ],
  dice: [0, 0.07, 0.13, 0.2].map((at) => ({ at, from: 1900 - 2600 * at, lasts: 0.05, loud: 0.06, noise: true })),
  refused: [{ at: 0, from: 175, to: 140, lasts: 0.16, loud: 0.07, shape: 'triangle' }],
  end: [
    { at: 0, from: 392, lasts: 0.5, loud: 0.05 },
    { at: 0.16, from: 494, lasts: 0.5, loud: 0.05 },
    { at: 0.32, from: 587, lasts: 0.8, loud: 0.05 },
  ],
};

let context: AudioContext | null = null;
let ringing = 0;
let touched = false;
/** Browsers and manners ask for it: nothing sounds until somebody has touched the page. */
export function wake(): void {
  touched = true;
}
addEventListener('pointerdown', wake, { capture: true });
addEventListener('keydown', wake, { capture: true });

function noise(audio: AudioContext): AudioScheduledSourceNode {
  const buffer = audio.createBuffer(1, audio.sampleRate / 8, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  return source;
}

/** Silence is not computed either: while nothing rings the device's sound may sleep. */
function ended(): void {
  ringing--;
  if (ringing === 0) void context?.suspend();
}

function ring(audio: AudioContext, tone: Tone): void {
  const start = audio.currentTime + tone.at;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(tone.loud, start + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0004, start + tone.lasts);
  volume.connect(audio.destination);
  let source: AudioScheduledSourceNode;
  if (tone.noise) {
    const filter = audio.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = tone.from;
    source = noise(audio);
    source.connect(filter).connect(volume);
  } else {
    const note = audio.createOscillator();
    note.type = tone.shape ?? 'sine';
    note.frequency.setValueAtTime(tone.from, start);
    if (tone.to) note.frequency.exponentialRampToValueAtTime(tone.to, start + tone.lasts);
    note.connect(volume);
    source = note;
  }
  ringing++;
  source.onended = ended;
  source.start(start);
  source.stop(start + tone.lasts + 0.02);
}

export function play(sound: Sound): void {
  if (!touched || !settings.sound || typeof AudioContext === 'undefined' || document.hidden) return;
  context ??= new AudioContext();
  void context.resume();
  for (const tone of SOUNDS[sound]) ring(context, tone);
}

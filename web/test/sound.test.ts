import { afterEach, expect, test, vi } from 'vitest';
import { setSound } from '@/ui/settings.svelte';

/** Counts what an audio context is asked to make. */
class Audio {
  static notes = 0;
  static made: any[] = [];
  static awake = false;
  currentTime = 0;
  sampleRate = 8000;
  destination = {};
  private node() {
    const ramp = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {}, value: 0 };
    const node: any = { gain: ramp, frequency: ramp, connect: (next: unknown) => next, start: () => Audio.notes++, stop() {} };
    Audio.made.push(node);
    return node;
  }
  resume = async () => void (Audio.awake = true);
  suspend = async () => void (Audio.awake = false);
  createGain = () => this.node();
  createOscillator = () => this.node();
  createBiquadFilter = () => this.node();
  createBufferSource = () => this.node();
  createBuffer = () => ({ getChannelData: () => new Float32Array(8) });
}
afterEach(() => vi.unstubAllGlobals());

test('nothing sounds before the first touch, nor where it is switched off', async () => {
  vi.stubGlobal('AudioContext', Audio);
  const { play, SOUNDS } = await import('@/ui/sound');
  play('move');
  expect(Audio.notes).toBe(0);
  dispatchEvent(new Event('pointerdown'));
  for (const sound of ['move', 'turn', 'dice', 'refused', 'end'] as const) {
    Audio.notes = 0;
    play(sound);
    expect([sound, Audio.notes]).toEqual([sound, SOUNDS[sound].length]);
  }
  setSound(false);
  Audio.notes = 0;
  play('turn');
  expect(Audio.notes).toBe(0);
  setSound(true);
});
test('after the last tone the sound sleeps, and the next one wakes it', async () => {
  vi.stubGlobal('AudioContext', Audio);
  const { play, wake } = await import('@/ui/sound');
  wake();
  for (const node of Audio.made.splice(0)) node.onended?.();
  expect(Audio.awake).toBe(false);
  play('turn');
  expect(Audio.awake).toBe(true);
  const [first, last] = Audio.made.splice(0).filter((node) => node.onended);
  first.onended();
  expect(Audio.awake).toBe(true);
  last.onended();
  expect(Audio.awake).toBe(false);
});
test('all sounds are soft and short', async () => {
  const { SOUNDS } = await import('@/ui/sound');
  for (const tones of Object.values(SOUNDS)) for (const tone of tones) expect(tone.loud <= 0.1 && tone.at + tone.lasts <= 1.5).toBe(true);
});

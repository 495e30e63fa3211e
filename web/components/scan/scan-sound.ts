/** Frequencies in hertz of two successive tones: rising for a scan that was taken, falling for a refused one. */
const tones = { taken: [660, 990], refused: [330, 220] } as const;
const toneSeconds = 0.07;
const volume = 0.06;

let context: AudioContext | undefined;

/** Plays two soft tones; does nothing in a browser without audio. */
export const playScanSound = (result: keyof typeof tones) => {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const gain = context.createGain();
  gain.gain.value = volume;
  gain.connect(context.destination);
  for (const [index, frequency] of tones[result].entries()) {
    const oscillator = context.createOscillator();
    oscillator.frequency.value = frequency;
    oscillator.connect(gain);
    const start = context.currentTime + index * toneSeconds;
    oscillator.start(start);
    oscillator.stop(start + toneSeconds);
  }
};

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus', 'visibilitychange'] as const;

/** Notes when somebody last did something on this page. What it returns tells that, in milliseconds since the epoch, and stops. */
export const watchPresence = (now: () => number) => {
  let last = now();
  const note = () => {
    last = now();
  };
  const options = { capture: true, passive: true };
  for (const sign of signs) document.addEventListener(sign, note, options);
  return {
    lastSign: () => last,
    stop: () => {
      for (const sign of signs) document.removeEventListener(sign, note, options);
    },
  };
};

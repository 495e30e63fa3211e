const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus', 'visibilitychange'] as const;

type Options = {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Whoever has done nothing for so long is taken to be elsewhere. */
  readonly awayMs: number;
  /** Somebody who was elsewhere does something again. */
  readonly onReturn: () => void;
};

/** Notes whether somebody is there who does something on this page. What it returns tells, and stops. */
export const watchPresence = ({ now, awayMs, onReturn }: Options) => {
  let last = now();
  const isThere = () => now() - last < awayMs;
  const note = () => {
    const wasThere = isThere();
    last = now();
    if (!wasThere) onReturn();
  };
  const options = { capture: true, passive: true };
  for (const sign of signs) document.addEventListener(sign, note, options);
  return {
    isThere,
    stop: () => {
      for (const sign of signs) document.removeEventListener(sign, note, options);
    },
  };
};

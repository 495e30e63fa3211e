/** Resolves after the document's first paint; at once if the document is hidden, because then nothing is painted. */
export const waitForFirstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) resolve();
    // A task after the frame's callbacks runs once the frame is painted.
    else requestAnimationFrame(() => setTimeout(resolve));
  });

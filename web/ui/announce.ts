const region = () => {
  const existing = document.querySelector<HTMLElement>('[data-announcer]');
  if (existing) return existing;
  const made = document.createElement('div');
  made.dataset['announcer'] = '';
  made.className = 'visually-hidden';
  made.role = 'status';
  document.body.append(made);
  return made;
};

/** Long enough to be heard. What stays would be met again by whoever reads on, beside what it tells of. */
export const announcedMs = 10_000;

let clearing: ReturnType<typeof setTimeout> | undefined;

export const announce = (message: string) => {
  const spoken = region();
  // The same words twice are only spoken again when the region was empty in between.
  spoken.textContent = '';
  requestAnimationFrame(() => {
    spoken.textContent = message;
  });
  clearTimeout(clearing);
  clearing = setTimeout(() => spoken.replaceChildren(), announcedMs);
};

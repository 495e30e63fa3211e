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

/** Has screen readers say something when they next pause. */
export const announce = (message: string) => {
  const spoken = region();
  // The same words twice are only spoken again when the region was empty in between.
  spoken.textContent = '';
  requestAnimationFrame(() => {
    spoken.textContent = message;
  });
};

const getRegion = () => {
  const existing = document.querySelector<HTMLElement>('[data-announcer]');
  if (existing) return existing;
  const created = document.createElement('div');
  created.dataset['announcer'] = '';
  created.className = 'visually-hidden';
  created.role = 'status';
  document.body.append(created);
  return created;
};

/**
 * Lifetime of an announcement: long enough to be spoken, then removed so that a screen reader does not find it again on
 * the page.
 */
export const announcementMs = 10_000;

let clearing: ReturnType<typeof setTimeout> | undefined;

export const announce = (message: string) => {
  const region = getRegion();
  // A screen reader repeats the same message only if the region was empty in between.
  region.textContent = '';
  requestAnimationFrame(() => {
    region.textContent = message;
  });
  clearTimeout(clearing);
  clearing = setTimeout(() => region.replaceChildren(), announcementMs);
};

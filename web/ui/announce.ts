const getLiveRegion = () => {
  const existingRegion = document.querySelector<HTMLElement>('[data-announcer]');
  if (existingRegion) return existingRegion;
  const newRegion = document.createElement('div');
  newRegion.dataset['announcer'] = '';
  newRegion.className = 'visually-hidden';
  newRegion.role = 'status';
  document.body.append(newRegion);
  return newRegion;
};

/**
 * Lifetime of an announcement: long enough to be spoken, then removed so that a screen reader does not find it again on
 * the page.
 */
export const announcementMs = 10_000;

let clearTimer: ReturnType<typeof setTimeout> | undefined;

export const announce = (message: string) => {
  const region = getLiveRegion();
  // A screen reader repeats the same message only if the region was empty in between.
  region.textContent = '';
  requestAnimationFrame(() => {
    region.textContent = message;
  });
  clearTimeout(clearTimer);
  clearTimer = setTimeout(() => region.replaceChildren(), announcementMs);
};

const focusableSelector =
  'input:not([type=hidden]):not([disabled]), textarea, select, button:not([disabled]), [tabindex]';

/** Scrolls to and focuses the first of these fields in page order. A field is inside an element with `data-field`. */
export const focusField = (names: readonly string[]) => {
  const wrapper = [...document.querySelectorAll<HTMLElement>('[data-field]')].find(({ dataset }) =>
    names.includes(dataset['field'] ?? ''),
  );
  const control = wrapper?.querySelector<HTMLElement>(focusableSelector);
  control?.focus({ preventScroll: true });
  wrapper?.scrollIntoView?.({ block: 'center' });
};

/** Focuses the heading of the page, where one begins to read. */
export const focusHeading = () => document.querySelector<HTMLElement>('#page-title')?.focus();

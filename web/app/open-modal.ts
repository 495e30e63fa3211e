/** As the `ref` of a dialog: it opens over the page and begins on one of its elements; when it goes, the focus goes back to where it was. */
export const openModal = (beginsOn: string) => (dialog: HTMLDialogElement) => {
  dialog.showModal();
  dialog.querySelector<HTMLElement>(beginsOn)?.focus();
  return () => dialog.close();
};

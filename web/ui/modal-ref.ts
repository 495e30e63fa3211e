/** Ref callback that opens a dialog as a modal and focuses the element matching the selector. Closing the dialog returns the focus to the previous element. */
export const createModalRef = (focusSelector: string) => (dialog: HTMLDialogElement) => {
  dialog.showModal();
  dialog.querySelector<HTMLElement>(focusSelector)?.focus();
  return () => dialog.close();
};

import { useState } from 'react';
import type { ReactNode } from 'react';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';

const supportDialog = createLazyComponent(async () => (await import('./support-dialog.tsx')).SupportDialog);

/** Opens the dialog that leads to the customer support portal. The caller renders `dialog`. */
export const useSupportDialog = (): { readonly openDialog: () => void; readonly dialog: ReactNode } => {
  const [isOpen, setOpen] = useState(false);
  supportDialog.usePreload();
  return {
    openDialog: () => void supportDialog.load().then(setOpen),
    dialog: isOpen && <supportDialog.Lazy onClose={() => setOpen(false)} />,
  };
};

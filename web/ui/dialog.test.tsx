import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '#web/i18n/load-texts.ts';
import { Dialog } from './dialog.tsx';

const onConfirm = vi.fn();
const onClose = vi.fn();

const failure = { code: 'ServiceUnavailable', requestId: undefined } as const;

const Page = (props: Partial<ComponentProps<typeof Dialog>>) => {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    onClose();
    setOpen(false);
  };
  return (
    <>
      <button onClick={() => setOpen(true)}>Discard</button>
      {isOpen && (
        <Dialog
          title="Discard it?"
          cancel="Keep it"
          confirm={{ text: 'Discard it', onChosen: onConfirm }}
          onClose={close}
          {...props}
        >
          <p>It will be gone.</p>
        </Dialog>
      )}
    </>
  );
};

const open = async (props: Partial<ComponentProps<typeof Dialog>> = {}) => {
  render(<Page {...props} />);
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  return { user, dialog: within(screen.getByRole('dialog')) };
};

// The event as browsers send it.
const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape', keyCode: 27 });

beforeEach(() => setLanguage('UK'));

test('focuses the cancel button first and restores the focus', async () => {
  const { user, dialog } = await open();
  expect(dialog.getByText('It will be gone.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Keep it' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(onConfirm).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Discard' })).toHaveFocus();
});

test('removes the offline message when the connection is back', async () => {
  const offline = { code: 'Offline' } as const;
  const { dialog } = await open({ failure: offline });
  expect(dialog.getByRole('alert')).toHaveTextContent(/no internet connection/i);
  fireEvent(window, new Event('online'));
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('closes on Escape and on the close button', async () => {
  const { user } = await open();
  pressEscape();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await user.click(screen.getByRole('button', { name: 'Close dialog' }));
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(onConfirm).not.toHaveBeenCalled();
});

test('stays open while busy', async () => {
  const { user, dialog } = await open({ isBusy: true });
  pressEscape();
  await user.click(dialog.getByRole('button', { name: 'Keep it' }));
  await user.click(dialog.getByRole('button', { name: 'Discard it' }));
  expect(onClose).not.toHaveBeenCalled();
  expect(onConfirm).not.toHaveBeenCalled();
});

test('shows the failure and allows another attempt', async () => {
  const { user, dialog } = await open({ failure });
  expect(dialog.getByRole('alert')).toHaveTextContent('The service is busy');
  await user.click(dialog.getByRole('button', { name: 'Discard it' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test('explains a disabled action and keeps a reference on one line', async () => {
  const { user, dialog } = await open({ title: 'Discard 1001-0032?', disabledReason: 'There is nothing to discard.' });
  expect(screen.getByRole('dialog', { name: 'Discard 1001-0032?' })).toBeVisible();
  expect(dialog.getByText('1001-0032?')).toHaveClass('no-wrap');
  const confirm = dialog.getByRole('button', { name: 'Discard it' });
  expect(confirm).toHaveAccessibleDescription('There is nothing to discard.');
  await user.click(confirm);
  expect(onConfirm).not.toHaveBeenCalled();
});

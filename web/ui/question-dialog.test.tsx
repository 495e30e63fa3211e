import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '#web/language/i18n.ts';
import { QuestionDialog } from './question-dialog.tsx';

const onConfirm = vi.fn();
const onClose = vi.fn();

const failure = { code: 'ServiceUnavailable', requestId: undefined } as const;

const Page = (given: Partial<ComponentProps<typeof QuestionDialog>>) => {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    onClose();
    setOpen(false);
  };
  return (
    <>
      <button onClick={() => setOpen(true)}>Discard</button>
      {isOpen && (
        <QuestionDialog
          title="Discard it?"
          cancel="Keep it"
          confirm={{ text: 'Discard it', onChosen: onConfirm }}
          onClose={close}
          {...given}
        >
          <p>It will be gone.</p>
        </QuestionDialog>
      )}
    </>
  );
};

const open = async (given: Partial<ComponentProps<typeof QuestionDialog>> = {}) => {
  render(<Page {...given} />);
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  return { user, dialog: within(screen.getByRole('dialog')) };
};

// As a browser sends it.
const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape', keyCode: 27 });

beforeEach(() => setLanguage('UK'));

test('the focus begins on what changes nothing, and goes back to where it was', async () => {
  const { user, dialog } = await open();
  expect(dialog.getByText('It will be gone.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Keep it' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(onConfirm).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Discard' })).toHaveFocus();
});

test('removes the message about a missing connection when it is back', async () => {
  const offline = { code: 'Offline' } as const;
  const { dialog } = await open({ failure: offline });
  expect(dialog.getByRole('alert')).toHaveTextContent(/no internet connection/i);
  fireEvent(window, new Event('online'));
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('Escape and the cross leave everything as it is', async () => {
  const { user } = await open();
  pressEscape();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await user.click(screen.getByRole('button', { name: 'Close dialog' }));
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(onConfirm).not.toHaveBeenCalled();
});

test('what is under way is waited for', async () => {
  const { user, dialog } = await open({ isBusy: true });
  pressEscape();
  await user.click(dialog.getByRole('button', { name: 'Keep it' }));
  await user.click(dialog.getByRole('button', { name: 'Discard it' }));
  expect(onClose).not.toHaveBeenCalled();
  expect(onConfirm).not.toHaveBeenCalled();
});

test('what went wrong is said in the dialog, and it can be tried again', async () => {
  const { user, dialog } = await open({ failure });
  expect(dialog.getByRole('alert')).toHaveTextContent('The service is busy');
  await user.click(dialog.getByRole('button', { name: 'Discard it' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test('what cannot be confirmed says why, and a reference in the title stands on one line', async () => {
  const { user, dialog } = await open({ title: 'Discard 1001-0032?', disabledReason: 'There is nothing to discard.' });
  expect(screen.getByRole('dialog', { name: 'Discard 1001-0032?' })).toBeVisible();
  expect(dialog.getByText('1001-0032?')).toHaveClass('no-wrap');
  const confirm = dialog.getByRole('button', { name: 'Discard it' });
  expect(confirm).toHaveAccessibleDescription('There is nothing to discard.');
  await user.click(confirm);
  expect(onConfirm).not.toHaveBeenCalled();
});

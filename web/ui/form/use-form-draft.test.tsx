import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { AppError } from '#shared/errors.ts';
import * as field from '#shared/fields.ts';
import { patterns, paths } from '#shared/paths.ts';
import { route } from '#shared/route.ts';
import { setConfig } from '#web/data/config.ts';
import { setLanguage } from '#web/language/i18n.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { DraftNotice } from './draft-notice.tsx';
import { drafts } from './drafts.ts';
import { useRouteForm } from './use-form.ts';

const signUp = route({
  method: 'POST',
  path: '/sign-up',
  audience: 'anyone',
  input: z.strictObject({ id: z.uuid(), name: field.requiredLine(20), consent: z.literal(true, 'confirmation') }),
  output: z.object({ id: z.string() }),
});

const send = vi.fn<(input: { id: string; name: string }) => Promise<{ id: string }>>();
const fresh = () => ({ id: crypto.randomUUID(), name: '', consent: false });

const Form = () => {
  const form = useRouteForm({
    route: signUp,
    initial: fresh(),
    today: '2026-11-02',
    labels: {},
    send,
    onDone: () => form.reset(fresh()),
    draft: { name: 'signUp', kept: z.object({ id: z.uuid(), name: z.string() }), identity: 'id', fresh },
  });
  return (
    <>
      <h1 id="page-title" tabIndex={-1}>
        Sign up
      </h1>
      <DraftNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
      <label>
        Name <input value={form.values.name} onChange={({ target }) => form.set('name', target.value)} />
      </label>
      <label>
        <input
          type="checkbox"
          checked={form.values.consent}
          onChange={({ target }) => form.set('consent', target.checked)}
        />{' '}
        Consent
      </label>
      <button onClick={() => void form.submit()}>Send</button>
    </>
  );
};

const auth = (email: string) => ({
  email,
  userGroups: [],
  isAdminUser: false,
  isRegisterReturnsAllowed: false,
  jwt_expired: '2027-01-01T00:00:00.000Z',
});

const open = (email = 'sam@nuk.example') => {
  sessionStore.signIn('nuk', auth(email));
  const router = createMemoryRouter([{ path: patterns.bookRepair, element: <Form /> }], {
    initialEntries: [paths.bookRepair({ prefix: 'UK', region: 'nuk' })],
  });
  render(<RouterProvider router={router} />);
  return userEvent.setup({ delay: null });
};

/** The document goes, which unmounts nothing: what counts is what was kept by then. */
const reload = (email?: string) => {
  fireEvent(window, new Event('pagehide'));
  const kept = { ...localStorage };
  cleanup();
  localStorage.clear();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, String(value));
  return open(email);
};

const sentIds = () => {
  expect(send).toHaveBeenCalledTimes(2);
  return send.mock.calls.map(([{ id }]) => id);
};
const region = { returnsAvailable: true, returnPeriodDays: 30, supportUrl: 'https://support.example.com' };
const config = {
  stage: 'test',
  trackingUrl: 'https://tracking.example.com/',
  captcha: { scriptUrl: 'https://captcha.example.com/api.js', siteKey: 'site-key' },
  provider: { name: 'Example Repairs Ltd', address: ['1 Example Street', 'London'], email: 'repairs@example.com' },
  regions: { nuk: region, ndach: region, nfr: region },
};

const name = () => screen.getByLabelText('Name');
const consent = () => screen.getByLabelText('Consent');
const keptDrafts = () => Object.entries(localStorage).filter(([key]) => key.startsWith('draft.'));
const keptId = () =>
  z.object({ values: z.object({ id: z.uuid() }) }).parse(JSON.parse(String(keptDrafts()[0]?.[1]))).values.id;
/** As the browser tells the other tabs. */
const removedElsewhere = () =>
  act(() => {
    const [[key, oldValue] = ['', '']] = keptDrafts();
    localStorage.removeItem(key);
    dispatchEvent(
      new StorageEvent('storage', { key, oldValue: String(oldValue), newValue: null, storageArea: localStorage }),
    );
  });

beforeEach(async () => {
  await setLanguage('UK');
  setConfig(config);
  localStorage.clear();
  send.mockReset().mockResolvedValue({ id: '1' });
});
afterEach(() => {
  vi.restoreAllMocks();
  sessionStore.clear('nuk');
});

test('what was typed is there again after a reload, says so, and is the same sending', async () => {
  const user = open();
  await user.type(name(), 'Ann');
  const again = reload();
  const id = keptId();
  expect(name()).toHaveValue('Ann');
  expect(
    screen.getByText(/^Your unfinished entries from \d\d\/\d\d\/\d{4}, \d\d:\d\d have been restored\.$/),
  ).toBeVisible();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Your unfinished entries'));
  await again.click(consent());
  await again.click(screen.getByRole('button', { name: 'Send' }));
  expect(send).toHaveBeenCalledWith({ id, name: 'Ann', consent: true });
});

test('a confirmation is never kept', async () => {
  const user = open();
  await user.type(name(), 'Ann');
  await user.click(consent());
  reload();
  expect(name()).toHaveValue('Ann');
  expect(consent()).not.toBeChecked();
});

test('a form that nobody touched leaves nothing and restores nothing', () => {
  open();
  reload();
  expect(keptDrafts()).toEqual([]);
  expect(screen.queryByText(/unfinished entries/)).toBeNull();
});

test('leaving the form for another page keeps it as well', async () => {
  const user = open();
  await user.type(name(), 'Ann');
  cleanup();
  open();
  expect(name()).toHaveValue('Ann');
});

test('somebody else on this browser does not see it; its owner does afterwards', async () => {
  const user = open();
  await user.type(name(), 'Ann');
  reload('kim@nuk.example');
  expect(name()).toHaveValue('');
  reload('sam@nuk.example');
  expect(name()).toHaveValue('Ann');
});

test('what is typed after the session has ended is still kept for whoever typed it', async () => {
  const user = open();
  act(() => sessionStore.clear('nuk'));
  await user.type(name(), 'Ann');
  reload();
  expect(name()).toHaveValue('Ann');
});

test('once sent it is gone, and the next sending is another', async () => {
  const user = open();
  await user.type(name(), 'Ann');
  await user.click(consent());
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(name()).toHaveValue(''));
  expect(keptDrafts()).toEqual([]);
  const again = reload();
  expect(name()).toHaveValue('');
  await again.type(name(), 'Ben');
  await again.click(consent());
  await again.click(screen.getByRole('button', { name: 'Send' }));
  const [first, second] = sentIds();
  expect(second).not.toBe(first);
});

test('what fails to be sent stays, and is the same sending when it is sent again after a reload', async () => {
  send.mockRejectedValueOnce(new AppError('ServiceUnavailable'));
  const user = open();
  await user.type(name(), 'Ann');
  await user.click(consent());
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const again = reload();
  await again.click(consent());
  await again.click(screen.getByRole('button', { name: 'Send' }));
  const [first, second] = sentIds();
  expect(second).toBe(first);
});

test('what is sent is kept before the answer comes', async () => {
  send.mockReturnValue(new Promise(() => undefined));
  const user = open();
  await user.type(name(), 'Ann');
  await user.click(consent());
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(keptDrafts()).toHaveLength(1);
});

test('it can be discarded: the form is empty, for good, and the focus is not lost', async () => {
  const user = open();
  await user.type(name(), 'Ann');
  const again = reload();
  await again.click(screen.getByRole('button', { name: 'Discard and start again' }));
  expect(name()).toHaveValue('');
  expect(screen.getByRole('heading', { name: 'Sign up' })).toHaveFocus();
  expect(screen.queryByText(/unfinished entries/)).toBeNull();
  reload();
  expect(name()).toHaveValue('');
});

test('sent in another tab: what this one only showed goes', async () => {
  const user = open();
  await user.type(name(), 'Ann');
  reload();
  removedElsewhere();
  expect(name()).toHaveValue('');
  expect(screen.queryByText(/unfinished entries/)).toBeNull();
});

test('sent in another tab: what was typed here since stays, as another sending', async () => {
  const user = open();
  await user.type(name(), 'Ann');
  const again = reload();
  const shown = keptId();
  await again.type(name(), 'abel');
  removedElsewhere();
  expect(name()).toHaveValue('Annabel');
  await again.click(consent());
  await again.click(screen.getByRole('button', { name: 'Send' }));
  expect(send.mock.calls).toEqual([[{ id: expect.not.stringContaining(shown), name: 'Annabel', consent: true }]]);
});

test('whoever signs out in between leaves nothing, however late it is written', async () => {
  const user = open();
  await user.type(name(), 'Ann');
  drafts.removeAll({ region: 'nuk', email: 'sam@nuk.example' });
  await user.type(name(), 'abel');
  reload();
  expect(name()).toHaveValue('');
  expect(keptDrafts()).toEqual([]);
});

/** The warning on the page, not what screen readers are told. */
const warning = () => screen.queryByText(/^This browser cannot keep what you type\./, { ignore: '[role=status]' });
const leaveNoRoom = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

test('where the browser has no room it says that nothing is kept, until something is', async () => {
  const user = open();
  const full = leaveNoRoom();
  await user.type(name(), 'Ann');
  act(() => void fireEvent(window, new Event('pagehide')));
  expect(warning()).toBeVisible();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('This browser cannot keep'));
  full.mockRestore();
  await user.type(name(), 'abel');
  act(() => void fireEvent(window, new Event('pagehide')));
  expect(keptDrafts()).toHaveLength(1);
  expect(warning()).toBeNull();
});

test('the next form begins without the warning, and one that is kept never has it', async () => {
  const user = open();
  const full = leaveNoRoom();
  await user.type(name(), 'Ann');
  act(() => void fireEvent(window, new Event('pagehide')));
  expect(warning()).toBeVisible();
  cleanup();
  full.mockRestore();
  const again = open();
  expect(warning()).toBeNull();
  await again.type(name(), 'Ann');
  act(() => void fireEvent(window, new Event('pagehide')));
  expect(keptDrafts()).toHaveLength(1);
  expect(warning()).toBeNull();
});

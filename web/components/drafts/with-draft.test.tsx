import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { paths } from '#shared/api/paths.ts';
import { route } from '#shared/api/route.ts';
import { useRouteForm } from '#web/components/forms/use-form.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { buildAuth, farFuture } from '#web/testing/auth.ts';
import { openPages, place } from '#web/testing/page.tsx';
import { defineDraftKind } from './draft-kind.ts';
import { DraftNotice, NewDraftLink } from './draft-notice.tsx';
import { ParkedDrafts } from './parked-drafts.tsx';
import { withDraft } from './with-draft.tsx';

const signUp = route({
  method: 'POST',
  path: '/sign-up',
  audience: 'anyone',
  input: z.strictObject({ id: z.uuid(), name: field.requiredLine(20), consent: z.literal(true, 'confirmation') }),
  output: z.object({ id: z.string() }),
});

const send = vi.fn<(input: { id: string; name: string }) => Promise<{ id: string }>>();
const createValues = () => ({ id: crypto.randomUUID(), name: '', consent: false });

const schema = z.object({ id: z.uuid(), name: z.string() });
const kind = defineDraftKind<z.output<typeof schema>>({
  form: 'signUp',
  path: paths.bookRepair,
  schema: () => schema,
  kindText: () => 'Sign-up',
  nameParts: ({ name }) => [name],
});

const Form = withDraft(kind, () => {
  const form = useRouteForm({
    route: signUp,
    initial: createValues(),
    labels: {},
    send,
    onDone: () => form.reset(createValues()),
    draft: { createValues },
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
      <NewDraftLink />
    </>
  );
});

const formPath = paths.bookRepair(place);

let router: Awaited<ReturnType<typeof openPages>>['router'];
const getCurrentPath = () => router.state.location.pathname + router.state.location.search;

const parkDraft = async (user: UserEvent, text: string) => {
  await user.type(getNameField(), text);
  await user.click(screen.getByRole('link', { name: 'Park this one and start another' }));
  await waitFor(() => expect(getNameField()).toHaveValue(''));
};

/** Opens a page of the site in one tab. */
const open = async (path = formPath, email = 'sam@nuk.example') => {
  sessionStore.signIn('nuk', { ...buildAuth([], farFuture), email });
  const pages = { bookRepair: <Form />, home: <ParkedDrafts kinds={[kind]} variant="panel" /> };
  const page = await act(() => openPages(pages, path));
  ({ router } = page);
  return page.user;
};

/** Simulates a reload of the document without unmounting, so that only values that are already in storage survive. */
const reload = (email?: string) => {
  const path = getCurrentPath();
  fireEvent(window, new Event('pagehide'));
  const stored = { ...localStorage };
  cleanup();
  localStorage.clear();
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, String(value));
  return open(path, email);
};

const getNameField = () => screen.getByLabelText('Name');
const getConsentBox = () => screen.getByLabelText('Consent');
/** Finds text on the page, excluding announcements. */
const findShownText = (words: RegExp) => screen.queryByText(words, { ignore: '[role=status]' });
const readParkedNames = () =>
  [...document.querySelectorAll('.parked-name')].map(({ textContent }) => textContent?.trim());
const readStoredDrafts = () => Object.entries(localStorage).filter(([key]) => key.startsWith('draft.'));
const readStoredId = () =>
  z.object({ values: z.object({ id: z.uuid() }) }).parse(JSON.parse(String(readStoredDrafts()[0]?.[1]))).values.id;
beforeEach(() => void send.mockReset().mockResolvedValue({ id: '1' }));

test('restores the input after a reload under the same id', async () => {
  const user = await open();
  await user.type(getNameField(), 'Ann');
  const reloadedUser = await reload();
  const id = readStoredId();
  expect(getNameField()).toHaveValue('Ann');
  expect(
    findShownText(/^Your unfinished entries from \d\d\/\d\d\/\d{4}, \d\d:\d\d have been restored\.$/),
  ).toBeVisible();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Your unfinished entries'));
  await reloadedUser.click(getConsentBox());
  await reloadedUser.click(screen.getByRole('button', { name: 'Send' }));
  expect(send).toHaveBeenCalledWith({ id, name: 'Ann', consent: true });
});

test('has the draft id in the URL right after the first key', async () => {
  await open();
  fireEvent.change(getNameField(), { target: { value: 'A' } });
  const { search } = location;
  fireEvent(window, new Event('pagehide'));
  expect(search).toBe(`?draft=${readStoredId()}`);
});

test('parks, resumes and sends drafts independently', async () => {
  const user = await open();
  await parkDraft(user, 'Ann');
  await user.type(getNameField(), 'Ben');
  expect(readParkedNames()).toEqual([expect.stringMatching(/^Ann, \d\d:\d\d$/)]);
  await act(() => router.navigate(paths.home(place)));
  expect(readParkedNames()).toEqual([expect.stringMatching(/^Sign-up Ben, /), expect.stringMatching(/^Sign-up Ann, /)]);
  await user.click(screen.getByRole('link', { name: /^Ann, / }));
  expect(await screen.findByLabelText('Name')).toHaveValue('Ann');
  await user.click(screen.getByRole('link', { name: /^Ben, / }));
  await waitFor(() => expect(getNameField()).toHaveValue('Ben'));
  expect(readParkedNames()).toEqual([expect.stringMatching(/^Ann, /)]);
  await user.click(getConsentBox());
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(getNameField()).toHaveValue(''));
  expect(getCurrentPath()).toBe(formPath);
  expect(readStoredDrafts()).toHaveLength(1);
  expect(readParkedNames()).toEqual([expect.stringMatching(/^Ann, /)]);
});

test('opens an empty form for a discarded draft', async () => {
  const user = await open();
  await user.type(getNameField(), 'Ann');
  const path = getCurrentPath();
  await act(() => router.navigate(paths.home(place)));
  await user.click(screen.getByRole('button', { name: /^Discard the draft/ }));
  await screen.findByRole('button', { name: /^Undo discarding/ });
  await act(() => router.navigate(path));
  expect(await screen.findByLabelText('Name')).toHaveValue('');
  expect(findShownText(/^This draft is no longer here\./)).toBeVisible();
  expect(getCurrentPath()).toBe(formPath);
  expect(screen.queryByText('Parked drafts')).toBeNull();
});

test('cannot open or discard a draft of another tab', async () => {
  const user = await open();
  await user.type(getNameField(), 'Ann');
  const path = getCurrentPath();
  const [[key = ''] = []] = readStoredDrafts();
  cleanup();
  const locks = {
    request: async (requested: string, _: unknown, work: () => Promise<void>) =>
      requested === key ? Promise.reject(new DOMException('timeout', 'TimeoutError')) : work(),
    query: async () => ({ held: [{ name: key }] }),
  };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks }));
  await open(path);
  expect(await screen.findByText('Already open in another tab')).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Ann/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Discard/ })).toBeNull();
  await user.type(getNameField(), 'Ben');
  expect(readStoredDrafts()).toHaveLength(2);
});

test('hides drafts from other users of the browser', async () => {
  const user = await open();
  await user.type(getNameField(), 'Ann');
  const path = getCurrentPath();
  await reload('kim@nuk.example');
  expect(getNameField()).toHaveValue('');
  expect(screen.queryByText('Parked drafts')).toBeNull();
  cleanup();
  await open(path);
  expect(getNameField()).toHaveValue('Ann');
});

test('saves input typed after the session has ended, for the same user', async () => {
  const user = await open();
  act(() => sessionStore.clear('nuk'));
  await user.type(getNameField(), 'Ann');
  await reload();
  expect(getNameField()).toHaveValue('Ann');
});

test('discards the draft, moves the focus, and can undo', async () => {
  const user = await open();
  await user.type(getNameField(), 'Ann');
  const reloadedUser = await reload();
  await reloadedUser.type(getNameField(), 'abel');
  await reloadedUser.click(screen.getByRole('button', { name: 'Discard and start again' }));
  expect(getNameField()).toHaveValue('');
  expect(screen.getByRole('heading', { name: 'Sign up' })).toHaveFocus();
  expect(findShownText(/unfinished entries/)).toBeNull();
  expect(readStoredDrafts()).toEqual([]);
  await reloadedUser.click(screen.getByRole('button', { name: /^Undo discarding: Annabel, / }));
  await reloadedUser.click(screen.getByRole('link', { name: /^Annabel, / }));
  await waitFor(() => expect(getNameField()).toHaveValue('Annabel'));
});

const findWarning = () => findShownText(/^This browser cannot keep what you type\./);
const fillStorage = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

test('warns while storage is full', async () => {
  const user = await open();
  const setItemSpy = fillStorage();
  await user.type(getNameField(), 'Ann');
  act(() => void fireEvent(window, new Event('pagehide')));
  // The first key is saved in a timer, whose render `act` does not await.
  await waitFor(() => expect(findWarning()).toBeVisible());
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('This browser cannot keep'));
  setItemSpy.mockRestore();
  await user.type(getNameField(), 'abel');
  act(() => void fireEvent(window, new Event('pagehide')));
  expect(readStoredDrafts()).toHaveLength(1);
  await waitFor(() => expect(findWarning()).toBeNull());
  fillStorage();
  await user.type(getNameField(), '!');
  act(() => void fireEvent(window, new Event('pagehide')));
  await waitFor(() => expect(findWarning()).toBeVisible());
  cleanup();
  await open();
  expect(findWarning()).toBeNull();
});

import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { paths } from '#shared/paths.ts';
import { route } from '#shared/route.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { authFor, never } from '#web/testing/auth.ts';
import { openPages, place } from '#web/testing/page.tsx';
import { useRouteForm } from '#web/ui/form/use-form.ts';
import { draftKind } from './draft-kind.ts';
import { DraftNotice, ParkDraft } from './draft-notice.tsx';
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
const fresh = () => ({ id: crypto.randomUUID(), name: '', consent: false });

const keptFields = z.object({ id: z.uuid(), name: z.string() });
const kind = draftKind<z.output<typeof keptFields>>({
  form: 'signUp',
  path: paths.bookRepair,
  kept: () => keptFields,
  kindText: () => 'Sign-up',
  nameParts: ({ name }) => [name],
});

const Form = withDraft(kind, () => {
  const form = useRouteForm({
    route: signUp,
    initial: fresh(),
    labels: {},
    send,
    onDone: () => form.reset(fresh()),
    draft: { fresh },
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
      <ParkDraft />
    </>
  );
});

const formAddress = paths.bookRepair(place);

let router: Awaited<ReturnType<typeof openPages>>['router'];
const address = () => router.state.location.pathname + router.state.location.search;

const park = async (user: UserEvent, typed: string) => {
  await user.type(name(), typed);
  await user.click(screen.getByRole('link', { name: 'Park this one and start another' }));
  await waitFor(() => expect(name()).toHaveValue(''));
};

/** A page of the site in one tab. */
const open = async (at = formAddress, email = 'sam@nuk.example') => {
  sessionStore.signIn('nuk', { ...authFor([], never), email });
  const pages = { bookRepair: <Form />, home: <ParkedDrafts kinds={[kind]} variant="panel" /> };
  const opened = await act(() => openPages(pages, at));
  ({ router } = opened);
  return opened.user;
};

/** The document goes, which unmounts nothing: what counts is what was kept by then. */
const reload = (email?: string) => {
  const at = address();
  fireEvent(window, new Event('pagehide'));
  const kept = { ...localStorage };
  cleanup();
  localStorage.clear();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, String(value));
  return open(at, email);
};

const name = () => screen.getByLabelText('Name');
const consent = () => screen.getByLabelText('Consent');
/** On the page, not what screen readers are told. */
const shownText = (words: RegExp) => screen.queryByText(words, { ignore: '[role=status]' });
const parkedNames = () => [...document.querySelectorAll('.parked-name')].map(({ textContent }) => textContent?.trim());
const keptDrafts = () => Object.entries(localStorage).filter(([key]) => key.startsWith('draft.'));
const keptId = () =>
  z.object({ values: z.object({ id: z.uuid() }) }).parse(JSON.parse(String(keptDrafts()[0]?.[1]))).values.id;
beforeEach(() => void send.mockReset().mockResolvedValue({ id: '1' }));

test('what was typed is there again after a reload, says so, and is the same sending', async () => {
  const user = await open();
  await user.type(name(), 'Ann');
  const again = await reload();
  const id = keptId();
  expect(name()).toHaveValue('Ann');
  expect(shownText(/^Your unfinished entries from \d\d\/\d\d\/\d{4}, \d\d:\d\d have been restored\.$/)).toBeVisible();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Your unfinished entries'));
  await again.click(consent());
  await again.click(screen.getByRole('button', { name: 'Send' }));
  expect(send).toHaveBeenCalledWith({ id, name: 'Ann', consent: true });
});

test('a reload right after the first key comes back to what was typed', async () => {
  await open();
  fireEvent.change(name(), { target: { value: 'A' } });
  const { search } = location;
  fireEvent(window, new Event('pagehide'));
  expect(search).toBe(`?draft=${keptId()}`);
});

test('the form opens empty beside what is parked, which is resumed from there, also from elsewhere; what is sent takes its own draft with it only', async () => {
  const user = await open();
  await park(user, 'Ann');
  await user.type(name(), 'Ben');
  expect(parkedNames()).toEqual([expect.stringMatching(/^Ann, \d\d:\d\d$/)]);
  await act(() => router.navigate(paths.home(place)));
  expect(parkedNames()).toEqual([expect.stringMatching(/^Sign-up Ben, /), expect.stringMatching(/^Sign-up Ann, /)]);
  await user.click(screen.getByRole('link', { name: /^Ann, / }));
  expect(await screen.findByLabelText('Name')).toHaveValue('Ann');
  await user.click(screen.getByRole('link', { name: /^Ben, / }));
  await waitFor(() => expect(name()).toHaveValue('Ben'));
  expect(parkedNames()).toEqual([expect.stringMatching(/^Ann, /)]);
  await user.click(consent());
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(name()).toHaveValue(''));
  expect(address()).toBe(formAddress);
  expect(keptDrafts()).toHaveLength(1);
  expect(parkedNames()).toEqual([expect.stringMatching(/^Ann, /)]);
});

test('what was discarded is not offered on the next page: a draft that is no longer there is told, and the form is empty', async () => {
  const user = await open();
  await user.type(name(), 'Ann');
  const at = address();
  await act(() => router.navigate(paths.home(place)));
  await user.click(screen.getByRole('button', { name: /^Discard the draft/ }));
  await screen.findByRole('button', { name: /^Undo discarding/ });
  await act(() => router.navigate(at));
  expect(await screen.findByLabelText('Name')).toHaveValue('');
  expect(shownText(/^This draft is no longer here\./)).toBeVisible();
  expect(address()).toBe(formAddress);
  expect(screen.queryByText('Parked drafts')).toBeNull();
});

test('what is open in another tab can be neither opened nor discarded here; what is typed instead is a draft of its own', async () => {
  const user = await open();
  await user.type(name(), 'Ann');
  const at = address();
  const [[key = ''] = []] = keptDrafts();
  cleanup();
  const locks = {
    request: async (wanted: string, _: unknown, work: () => Promise<void>) =>
      wanted === key ? Promise.reject(new DOMException('timeout', 'TimeoutError')) : work(),
    query: async () => ({ held: [{ name: key }] }),
  };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks }));
  await open(at);
  expect(await screen.findByText('Already open in another tab')).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Ann/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Discard/ })).toBeNull();
  await user.type(name(), 'Ben');
  expect(keptDrafts()).toHaveLength(2);
});

test('somebody else on this browser does not see it, whatever the address; its owner does afterwards', async () => {
  const user = await open();
  await user.type(name(), 'Ann');
  const at = address();
  await reload('kim@nuk.example');
  expect(name()).toHaveValue('');
  expect(screen.queryByText('Parked drafts')).toBeNull();
  cleanup();
  await open(at);
  expect(name()).toHaveValue('Ann');
});

test('what is typed after the session has ended is still kept for whoever typed it', async () => {
  const user = await open();
  act(() => sessionStore.clear('nuk'));
  await user.type(name(), 'Ann');
  await reload();
  expect(name()).toHaveValue('Ann');
});

test('it can be discarded: the form is empty, for good, and the focus is not lost; all that was typed can be put back', async () => {
  const user = await open();
  await user.type(name(), 'Ann');
  const again = await reload();
  await again.type(name(), 'abel');
  await again.click(screen.getByRole('button', { name: 'Discard and start again' }));
  expect(name()).toHaveValue('');
  expect(screen.getByRole('heading', { name: 'Sign up' })).toHaveFocus();
  expect(shownText(/unfinished entries/)).toBeNull();
  expect(keptDrafts()).toEqual([]);
  await again.click(screen.getByRole('button', { name: /^Undo discarding: Annabel, / }));
  await again.click(screen.getByRole('link', { name: /^Annabel, / }));
  await waitFor(() => expect(name()).toHaveValue('Annabel'));
});

const warning = () => shownText(/^This browser cannot keep what you type\./);
const leaveNoRoom = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

test('where the browser has no room it says that nothing is kept, until something is, or the next form begins', async () => {
  const user = await open();
  const full = leaveNoRoom();
  await user.type(name(), 'Ann');
  act(() => void fireEvent(window, new Event('pagehide')));
  // The first key is written in a timer, whose render `act` doesn't await.
  await waitFor(() => expect(warning()).toBeVisible());
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('This browser cannot keep'));
  full.mockRestore();
  await user.type(name(), 'abel');
  act(() => void fireEvent(window, new Event('pagehide')));
  expect(keptDrafts()).toHaveLength(1);
  await waitFor(() => expect(warning()).toBeNull());
  leaveNoRoom();
  await user.type(name(), '!');
  act(() => void fireEvent(window, new Event('pagehide')));
  await waitFor(() => expect(warning()).toBeVisible());
  cleanup();
  await open();
  expect(warning()).toBeNull();
});

import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { LatestPanel } from '#web/features/records/latest-panel.tsx';
import { recordAddress } from '#web/features/records/record-address.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { answerCalls, lookAgain, openPages, place, signedIn } from '#web/testing/page.tsx';
import { summaryWith } from '#web/testing/repair.ts';
import { summaryWith as returnSummaryWith } from '#web/testing/return.ts';

const openRepairs = () => openPages({ home: <LatestPanel kind={repairKind} /> }, paths.home(place));
const openReturns = () => openPages({ home: <LatestPanel kind={returnKind} /> }, paths.home(place));

beforeEach(() => sessionStore.clear('nuk'));

describe.each([
  {
    name: 'repairs',
    open: openRepairs,
    summary: (change: { rma?: string; state?: 'registered' } = {}) => summaryWith(change),
    reference: 'REF-1',
    entry: /^Nintendo Switch 2SubmittedREF-1Repair02\/11\/2026RMA number: Pending$/,
    all: { name: 'All submitted repairs', href: paths.submittedRepairs(place) },
  },
  {
    name: 'returns',
    open: openReturns,
    summary: (change: { rma?: string; state?: 'registered' } = {}) =>
      returnSummaryWith({ kindsOfProducts: 3, ...change }),
    reference: 'RET-1',
    entry: /^Super Mario Odyssey and 2 moreSubmittedRET-1Return02\/11\/20263 productsRMA number: Pending$/,
    all: { name: 'All submitted returns', href: paths.submittedReturns(place) },
  },
])('the latest $name', ({ name, open, summary, reference, entry, all }) => {
  test('five are asked for and shown, with the way to all of them; each leads to its details', async () => {
    const requests = answerCalls(() => ({ body: { items: [summary()] } }));
    await open();
    const [item] = await screen.findAllByRole('listitem');
    expect(item?.textContent).toMatch(entry);
    expect(requests.map(({ url }) => url.pathname + url.search)).toEqual([`/api/${name}/nuk?limit=5`]);
    expect(screen.getByRole('link', { name: all.name })).toHaveAttribute('href', all.href);
    expect(screen.getByRole('link', { name: new RegExp(reference) })).toHaveAttribute(
      'href',
      recordAddress(all.href, summary()),
    );
  });

  test('an RMA number appears by itself, and is said', async () => {
    signedIn('nuk');
    const requests = answerCalls(() => ({
      body: { items: [requests.length === 1 ? summary() : summary({ rma: 'RMA-77', state: 'registered' })] },
    }));
    await open();
    await screen.findByText('Submitted');
    await lookAgain(requests);
    expect(await screen.findByText(/RMA number: RMA-77/)).toBeVisible();
    const news = `${reference}: the RMA number is RMA-77.`;
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(news));
    // There is nothing more to wait for.
    document.dispatchEvent(new Event('visibilitychange'));
    await screen.findByText('Registered');
    expect(requests).toHaveLength(2);
  });

  test('where there are none it says so, and leaves booking to the buttons at the head of Home', async () => {
    answerCalls(() => ({ body: { items: [] } }));
    await open();
    expect(await screen.findByText(`No ${name} yet`)).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Book/ })).toBeNull();
  });

  test('a failure stays within the panel and can be tried again', async () => {
    const requests = answerCalls(() =>
      requests.length === 1 ? { status: 500, body: '<html>' } : { body: { items: [summary()] } },
    );
    const { user } = await open();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Internal server error.');
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(reference)).toBeVisible();
  });

  test('its spinner stays a moment, however fast the answer, so that nothing flickers', async () => {
    answerCalls(() => ({ body: { items: [summary()] } }));
    const begun = performance.now();
    await open();
    expect(screen.getByText(`Loading ${name}…`)).toBeVisible();
    await screen.findByText(reference);
    // Timers may be a moment early.
    expect(performance.now() - begun).toBeGreaterThan(limits.web.spinnerMinimumMs - 5);
  });
});

test('what was withdrawn waits for nothing', async () => {
  signedIn('nuk', { isAdmin: true });
  const requests = answerCalls(() => ({ body: { items: [summaryWith({ state: 'withdrawn' })] } }));
  await openRepairs();
  const [entry] = await screen.findAllByRole('listitem');
  expect(entry).toHaveTextContent('RMA number: –Oxford Street');
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText('Withdrawn');
  expect(requests).toHaveLength(1);
});

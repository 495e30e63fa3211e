import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { buildRepair } from '#shared/testing/repair.ts';
import { apiError } from '#web/testing/auth.ts';
import { answerCalls, signInAs } from '#web/testing/page.tsx';
import { choose, field, fillIn, openBooking, serialNumber, submit } from '#web/testing/repair-booking.tsx';

const stores = [
  { storeId: 'UK002', storeName: 'Princes Street' },
  { storeId: 'UK001', storeName: 'Gare de l’Évêché' },
];

const answer = () =>
  answerCalls(({ method, url }) => {
    if (url.pathname === '/api/stores/nuk') return { body: { items: stores } };
    return method === 'POST'
      ? { status: 201, body: buildRepair() }
      : { body: { repairs: [buildRepair()], returns: [], hasMore: false } };
  });

beforeEach(() => signInAs('nuk', { isAdmin: true }));

test('sends the store that the admin chose, and clears the choice after booking', async () => {
  const requests = answer();
  const { user } = await openBooking();
  await choose(user, 'storeId', /Princes Street/);
  await fillIn(user);
  await submit(user);
  await screen.findByRole('heading', { name: /is booked/ });
  expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({ storeId: 'UK002' });
  await user.click(screen.getByRole('button', { name: 'Book the next repair' }));
  expect(field('storeId').getAllByRole('button')[0]).toHaveTextContent('Choose a store');
});

test('warns if an earlier attempt was booked for another store', async () => {
  answerCalls(({ method, url, body = {} }) => {
    if (url.pathname === '/api/stores/nuk') return { body: { items: stores } };
    // Ids are unique in the region, so the server returns the earlier booking, which differs only in its store.
    const { customerPresence: _, termsAcceptance: __, ...sentFields } = body;
    return method === 'POST'
      ? { status: 201, body: buildRepair({ ...sentFields, storeId: 'UK001', storeName: 'Oxford Street' }) }
      : { body: { repairs: [], returns: [], hasMore: false } };
  });
  const { user } = await openBooking();
  await choose(user, 'storeId', /Princes Street/);
  await fillIn(user);
  await submit(user);
  await screen.findByRole('heading', { name: /is booked/ });
  const words = /^An earlier attempt had already booked this repair for Oxford Street, as REF-1\./;
  expect(screen.getByText(words, { selector: ':not([role=status])' })).toBeVisible();
});

test('retries loading the stores', async () => {
  let isUp = false;
  answerCalls(() => (isUp ? { body: { items: stores } } : apiError('ServiceUnavailable', 503)));
  const { user } = await openBooking();
  await user.click(field('storeId').getAllByRole('button')[0] as HTMLElement);
  const tryAgain = await screen.findByRole('button', { name: 'Try again' });
  isUp = true;
  await user.click(tryAgain);
  expect(await screen.findByRole('option', { name: /Princes Street/ })).toBeVisible();
});

test('requests a device’s history only for a chosen store', async () => {
  const requests = answer();
  const { user } = await openBooking();
  await user.type(serialNumber(), 'XAW10075273452{Enter}');
  expect(requests.filter(({ url }) => url.pathname.endsWith('/device'))).toEqual([]);
  await choose(user, 'storeId', /Princes Street/);
  expect(await screen.findByRole('link', { name: /^Open its history/ })).toBeVisible();
  const deviceRequests = requests.filter(({ url }) => url.pathname.endsWith('/device'));
  expect(deviceRequests.map(({ url }) => url.searchParams.get('storeId'))).toEqual(['UK002']);
});

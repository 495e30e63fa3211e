import type { DataRouter, Location } from 'react-router';
import { expect, test } from 'vitest';
import { alertStore, showAlert } from '#web/ui/alerts.ts';
import { showAlertsOfNavigation } from './navigation-alerts.ts';

/** A router that is at an address, and goes to others. */
const routerAt = (address: string) => {
  const locationOf = (to: string) => {
    const { pathname, search } = new URL(to, 'https://portal.example');
    return { pathname, search } as Location;
  };
  const state = { location: locationOf(address) };
  let listen: (now: { location: Location }) => void = () => undefined;
  showAlertsOfNavigation({
    state,
    subscribe: (listener: typeof listen) => {
      listen = listener;
      return () => undefined;
    },
  } as unknown as Pick<DataRouter, 'state' | 'subscribe'>);
  return { go: (to: string) => listen({ location: locationOf(to) }) };
};

const list = '/UK/nuk/repairs/submitted';
const repair = (id: string) => `${list}?storeId=UK-1&ref=R&id=${id}`;

test.each([
  ['another page', repair('one'), '/UK/nuk/repairs/book'],
  ['the list that a record was opened from', repair('one'), list],
  ['another record', repair('one'), repair('two')],
  [
    'another user',
    '/UK/nuk/admin/individual-user-operations?sub=one',
    '/UK/nuk/admin/individual-user-operations?sub=two',
  ],
])('a message goes with %s', (_, from, to) => {
  const { go } = routerAt(from);
  showAlert({ key: 'repairs.details.withdrawn', values: { reference: 'R' } });
  go(to);
  expect(alertStore.get()).toEqual([]);
});

test.each([
  ['a switch of language', repair('one'), repair('one').replace('/UK/', '/DE/')],
  ['another filter of a list', list, `${list}?state=received&page=2`],
])('a message stays with %s', (_, from, to) => {
  const { go } = routerAt(from);
  showAlert({ key: 'repairs.details.withdrawn', values: { reference: 'R' } });
  go(to);
  expect(alertStore.get()).toHaveLength(1);
});

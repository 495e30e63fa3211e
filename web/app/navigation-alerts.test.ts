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
const user = (sub: string) => `/UK/nuk/admin/individual-user-operations?sub=${sub}`;

test.each([
  ['goes with another page', repair('one'), '/UK/nuk/repairs/book', 0],
  ['goes with the list that a record was opened from', repair('one'), list, 0],
  ['goes with another record', repair('one'), repair('two'), 0],
  ['goes with another user', user('one'), user('two'), 0],
  ['stays with a switch of language', repair('one'), repair('one').replace('/UK/', '/DE/'), 1],
  ['stays with another filter of a list', list, `${list}?state=received&page=2`, 1],
])('a message %s', (_, from, to, left) => {
  const { go } = routerAt(from);
  showAlert({ key: 'repairs.details.withdrawn', values: { reference: 'R' } });
  go(to);
  expect(alertStore.get()).toHaveLength(left);
});

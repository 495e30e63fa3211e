import type { DataRouter, Location } from 'react-router';
import { expect, test } from 'vitest';
import { alertStore, showAlert } from '#web/ui/alerts.ts';
import { showAlertsOnNavigation } from './navigation-alerts.ts';

/** Creates a minimal router at a path, with `go` to navigate. */
const createRouterAt = (path: string) => {
  const toLocation = (to: string) => {
    const { pathname, search } = new URL(to, 'https://portal.example');
    return { pathname, search } as Location;
  };
  const state = { location: toLocation(path) };
  let notifyListener: (nextState: { location: Location }) => void = () => undefined;
  showAlertsOnNavigation({
    state,
    subscribe: (listener: typeof notifyListener) => {
      notifyListener = listener;
      return () => undefined;
    },
  } as unknown as Pick<DataRouter, 'state' | 'subscribe'>);
  return { go: (to: string) => notifyListener({ location: toLocation(to) }) };
};

const listPath = '/UK/nuk/repairs/submitted';
const toRepairPath = (id: string) => `${listPath}?storeId=UK-1&ref=R&id=${id}`;
const toUserPath = (sub: string) => `/UK/nuk/admin/individual-user-operations?sub=${sub}`;

test.each([
  ['is dismissed by another page', toRepairPath('one'), '/UK/nuk/repairs/book', 0],
  ['is dismissed when a record closes', toRepairPath('one'), listPath, 0],
  ['is dismissed by another record', toRepairPath('one'), toRepairPath('two'), 0],
  ['is dismissed by another user', toUserPath('one'), toUserPath('two'), 0],
  ['stays when the language changes', toRepairPath('one'), toRepairPath('one').replace('/UK/', '/DE/'), 1],
  ['stays when a list filter changes', listPath, `${listPath}?state=received&page=2`, 1],
])('a message %s', (_, from, to, remainingCount) => {
  const { go } = createRouterAt(from);
  showAlert({ key: 'repairs.details.withdrawn', values: { reference: 'R' } });
  go(to);
  expect(alertStore.get()).toHaveLength(remainingCount);
});

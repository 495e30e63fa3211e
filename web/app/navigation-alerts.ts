import type { DataRouter, Location } from 'react-router';
import { stripPathPrefix } from '#shared/api/paths.ts';
import { alertStore, showRouteAlert } from '#web/ui/alerts.ts';

/** Identifies a page's subject by its path without the language and the shown record, user or device, ignoring list filters and pagination. */
const toSubject = ({ pathname, search }: Location) => {
  const params = new URLSearchParams(search);
  return [stripPathPrefix(pathname), ...['id', 'sub', 'serialNumber'].map((name) => params.get(name))].join(' ');
};

export const showAlertsOnNavigation = (router: Pick<DataRouter, 'state' | 'subscribe'>) => {
  let shownLocation = router.state.location;
  showRouteAlert(shownLocation.search);
  router.subscribe(({ location }) => {
    if (location === shownLocation) return;
    const isSame = toSubject(location) === toSubject(shownLocation);
    shownLocation = location;
    if (!isSame) alertStore.set([]);
    showRouteAlert(location.search);
  });
};

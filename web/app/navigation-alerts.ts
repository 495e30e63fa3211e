import type { DataRouter, Location } from 'react-router';
import { stripPathPrefix } from '#shared/api/paths.ts';
import { alertStore, showRouteAlert } from '#web/ui/alerts.ts';

/** Identifies the subject of a page: its path without the language, and the record, user or device that it shows. List filters and pagination do not matter. */
const toSubject = ({ pathname, search }: Location) => {
  const params = new URLSearchParams(search);
  return [stripPathPrefix(pathname), ...['id', 'sub', 'serialNumber'].map((name) => params.get(name))].join(' ');
};

export const showAlertsOnNavigation = (router: Pick<DataRouter, 'state' | 'subscribe'>) => {
  let shownLocation = router.state.location;
  showRouteAlert(shownLocation.search);
  router.subscribe(({ location }) => {
    if (location === shownLocation) return;
    const isSameSubject = toSubject(location) === toSubject(shownLocation);
    shownLocation = location;
    if (!isSameSubject) alertStore.set([]);
    showRouteAlert(location.search);
  });
};

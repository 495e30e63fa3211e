import type { DataRouter, Location } from 'react-router';
import { pageOf } from '#shared/paths.ts';
import { alertStore, showRouteAlert } from '#web/ui/alerts.ts';

/** What a page is about: its path without the language, and the record or user that it shows. Filters and pages of a list are the same. */
const subjectOf = ({ pathname, search }: Location) => {
  const params = new URLSearchParams(search);
  return [pageOf(pathname), params.get('id'), params.get('sub')].join(' ');
};

export const showAlertsOfNavigation = (router: Pick<DataRouter, 'state' | 'subscribe'>) => {
  let shown = router.state.location;
  showRouteAlert(shown.search);
  router.subscribe(({ location }) => {
    if (location === shown) return;
    const isSame = subjectOf(location) === subjectOf(shown);
    shown = location;
    if (!isSame) alertStore.set([]);
    showRouteAlert(location.search);
  });
};

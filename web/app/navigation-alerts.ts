import type { DataRouter } from 'react-router';
import { pageOf } from '#shared/paths.ts';
import { clearAlertsOnNavigation, showRouteAlert } from '#web/ui/alerts.ts';

/** Alerts come with an address and go with the next page; a switch of language is no next page. */
export const showAlertsOfNavigation = (router: Pick<DataRouter, 'state' | 'subscribe'>) => {
  let shown = router.state.location;
  showRouteAlert(shown.search);
  router.subscribe(({ location }) => {
    if (location === shown) return;
    const isSamePage = pageOf(location.pathname) === pageOf(shown.pathname);
    shown = location;
    if (!isSamePage) clearAlertsOnNavigation();
    showRouteAlert(location.search);
  });
};

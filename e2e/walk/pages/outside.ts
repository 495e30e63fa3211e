import { paths } from '#shared/api/paths.ts';
import type { LegalDocument, PageName, Place } from '#shared/api/paths.ts';
import { auth } from '#shared/api/routes/auth.ts';
import * as interactions from '../interactions.ts';
import type { WalkedPage } from '../state.ts';
import { stubError } from '../stubbed-responses.ts';
import * as state from './states.ts';

const createLegalPage = (path: (place: Place) => string): WalkedPage => ({
  viewer: 'visitor',
  path,
  states: {
    filled: state.defaultState,
    empty: state.staticContent,
    invalid: state.noForm,
    loading: state.noRequests,
    failed: state.noRequests,
    dialog: 'Its language menu is the same as on the landing page.',
  },
});

const createPublicLegalPage = (document: LegalDocument) =>
  createLegalPage(({ prefix }) => paths.legal(prefix, document));

const createRegionLegalPage = (document: LegalDocument) =>
  createLegalPage((place) => paths.legalInRegion(place, document));

/** Pages that need no sign-in, with the states in which the walk (docs/walk.md) opens them. */
export const outsidePages = {
  landing: {
    viewer: 'visitor',
    path: ({ prefix }) => paths.landing(prefix),
    states: {
      filled: {
        storage: ({ region }) => ({ lastRegion: region }),
        shows: '.last-country a',
      },
      empty: state.defaultState,
      invalid: state.noForm,
      loading: state.noRequests,
      failed: state.noRequests,
      dialog: { actions: [interactions.openLanguages], shows: interactions.menu },
    },
  },
  privacyPolicy: createPublicLegalPage('privacy-policy'),
  termsOfService: createPublicLegalPage('terms-of-service'),
  privacyPolicyInRegion: createRegionLegalPage('privacy-policy'),
  termsOfServiceInRegion: createRegionLegalPage('terms-of-service'),
} as const satisfies Partial<Record<PageName, WalkedPage>>;

/** Error pages, which have no `PageName` of their own. */
export const outsideViews = {
  errorPages: {
    path: ({ home }) => `${home}/no/such/page`,
    states: {
      filled: state.defaultState,
      empty: 'They have no data.',
      invalid: state.noForm,
      loading: 'They load no data.',
      failed: { path: paths.home, responses: [stubError(auth.session)] },
      dialog: state.noDialog,
    },
    moreStates: {
      outage: { path: paths.home, responses: [stubError(auth.session, 'ServiceUnavailable')] },
      'outside a region': { viewer: 'visitor', path: ({ prefix }) => `/${prefix}/n%20uk` },
    },
  },
} as const satisfies Record<string, WalkedPage>;

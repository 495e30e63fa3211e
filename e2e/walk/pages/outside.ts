import { paths } from '#shared/api/paths.ts';
import type { LegalDocument, PageName, Place } from '#shared/api/paths.ts';
import { auth } from '#shared/api/routes/auth.ts';
import * as interactions from '../interactions.ts';
import type { WalkedPage } from '../state.ts';
import { stubError } from '../stubbed-responses.ts';
import * as state from './states.ts';

const legal = (path: (place: Place) => string): WalkedPage => ({
  who: 'visitor',
  path,
  states: {
    filled: state.defaultState,
    empty: state.alwaysThere,
    invalid: state.noForm,
    loading: state.asksNothing,
    failed: state.asksNothing,
    dialog: 'Its language menu is the same as on the landing page.',
  },
});

const legalOutside = (document: LegalDocument) => legal(({ prefix }) => paths.legal(prefix, document));

const legalInside = (document: LegalDocument) => legal((place) => paths.legalInRegion(place, document));

/** Pages without sign-in, and the error pages. */
export const outsidePages = {
  landing: {
    who: 'visitor',
    path: ({ prefix }) => paths.landing(prefix),
    states: {
      filled: {
        memory: ({ region }) => ({ lastRegion: region }),
        shows: '.last-country a',
      },
      empty: state.defaultState,
      invalid: state.noForm,
      loading: state.asksNothing,
      failed: state.asksNothing,
      dialog: { acts: [interactions.openLanguages], shows: interactions.menu },
    },
  },
  privacyPolicy: legalOutside('privacy-policy'),
  termsOfService: legalOutside('terms-of-service'),
  privacyPolicyInRegion: legalInside('privacy-policy'),
  termsOfServiceInRegion: legalInside('terms-of-service'),
} as const satisfies Partial<Record<PageName, WalkedPage>>;

export const outsideViews = {
  errorPages: {
    path: ({ home }) => `${home}/no/such/page`,
    states: {
      filled: state.defaultState,
      empty: 'They have no data.',
      invalid: state.noForm,
      loading: 'They load no data.',
      failed: { path: paths.home, answers: [stubError(auth.session)] },
      dialog: state.noDialog,
    },
    more: {
      outage: { path: paths.home, answers: [stubError(auth.session, 'ServiceUnavailable')] },
      'outside a region': { who: 'visitor', path: ({ prefix }) => `/${prefix}/n%20uk` },
    },
  },
} as const satisfies Record<string, WalkedPage>;

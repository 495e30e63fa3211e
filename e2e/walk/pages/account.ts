import { paths } from '#shared/api/paths.ts';
import type { PageName } from '#shared/api/paths.ts';
import { auth } from '#shared/api/routes/auth.ts';
import { addEmailToPath } from '#web/session/sign-in-details.ts';
import { addAlertToPath } from '#web/ui/alerts.ts';
import { createSession, sessions } from '../data.ts';
import * as interactions from '../interactions.ts';
import type { WalkedPage } from '../state.ts';
import { stubResponse, stubError } from '../stubbed-responses.ts';
import * as state from './states.ts';

const typeEmail = interactions.fill((t) => ({ [t.login.email]: 'staff@nuk.example' }));
const sendCodeRequest = [
  typeEmail,
  interactions.solveCaptcha,
  interactions.press((t) => t.forgotPassword.request.submit),
];
const typeReset = [
  typeEmail,
  interactions.fill((t) => ({ [t.forgotPassword.reset.code]: '123456' })),
  interactions.typePasswords(),
];
const setPassword = interactions.press((t) => t.setPassword.submit);

/** States in which the walk (docs/walk.md) opens the pages for signing in and for the user's own account. */
export const accountPages = {
  login: {
    viewer: 'visitor',
    states: {
      filled: { actions: [interactions.typeLogin], shows: interactions.captcha },
      empty: { shows: interactions.captcha },
      invalid: state.formErrorState(interactions.pressWithoutCaptcha((t) => t.login.submit)),
      loading: state.submittingState(auth.login, interactions.sendLogin, (t) => t.login.busy),
      failed: state.formErrorState(interactions.sendLogin, stubError(auth.login, 'NotAuthorizedException')),
      dialog: { actions: [interactions.openLanguages], shows: interactions.menu },
    },
    moreStates: {
      'message of an error': state.stateAtPath(
        (place) => addAlertToPath(paths.login(place), 'sessionExpired'),
        interactions.alert,
      ),
      'message of a warning': state.stateAtPath(
        (place) => addAlertToPath(paths.login(place), 'setPasswordExpired'),
        state.textLocator((t) => t.setPassword.expired),
      ),
      locked: state.formErrorState(interactions.sendLogin, stubError(auth.login, 'LimitExceededException')),
      'one-time code': {
        responses: [stubResponse(auth.login, () => ({ challenge: 'secondFactor' as const }))],
        actions: interactions.sendLogin,
        shows: ({ page, t }) => page.getByLabel(t.login.code.label, { exact: true }),
      },
    },
  },
  setPassword: {
    viewer: 'visitor',
    // The path to which signing in with a temporary password leads.
    path: (place) => addEmailToPath(paths.setPassword(place), `invited@${place.region}.example`),
    states: {
      filled: { actions: [interactions.typePasswords()] },
      empty: state.defaultState,
      invalid: state.formErrorState([interactions.typePasswords('short'), setPassword]),
      loading: state.submittingState(
        auth.setPassword,
        [interactions.typePasswords(), setPassword],
        (t) => t.setPassword.busy,
      ),
      failed: state.formErrorState([interactions.typePasswords(), setPassword], stubError(auth.setPassword)),
      dialog: state.noDialog,
    },
    moreStates: {
      'not signed in': state.stateAtPath(
        paths.setPassword,
        state.textLocator((t) => t.setPassword.signInFirst),
      ),
    },
  },
  changePassword: {
    states: {
      filled: {
        actions: [interactions.typePasswords()],
        shows: state.buttonLocator((t) => t.account.sessions.endOthers),
      },
      empty: state.textState(
        (t) => t.account.sessions.current,
        stubResponse(auth.listSessions, () => ({ sessions: sessions.slice(0, 1), secondFactor: false })),
      ),
      invalid: state.stateAfterPress((t) => t.changePassword.submit, interactions.formErrors),
      loading: state.loadingState(auth.listSessions, (t) => t.account.sessions.loading),
      failed: state.textState((t) => t.account.sessions.failed, stubError(auth.listSessions)),
      dialog: state.noDialog,
    },
    moreStates: {
      changed: {
        responses: [stubResponse(auth.changePassword, ({ region }) => createSession('staff', region))],
        actions: [
          interactions.fill((t) => ({ [t.password.old]: 'Lantern-Harbour-24!' })),
          interactions.typePasswords(),
          interactions.press((t) => t.changePassword.submit),
        ],
        shows: state.textLocator((t) => t.changePassword.done),
      },
      'codes are set up': {
        responses: [stubResponse(auth.startSecondFactor, () => ({ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }))],
        actions: [
          interactions.fill((t) => ({ [t.account.codes.password]: 'Harbour-Lantern-42!' })),
          interactions.press((t) => t.account.codes.start),
        ],
        shows: ({ page, t }) => page.getByRole('img', { name: t.account.codes.picture }),
      },
      'the daily email is on': {
        responses: [stubResponse(auth.showDailyEmail, () => ({ state: 'on' as const }))],
        shows: state.buttonLocator((t) => t.account.dailyEmail.stop),
      },
      'the daily email was stopped': {
        responses: [
          stubResponse(auth.showDailyEmail, () => ({
            state: 'stopped' as const,
            reason: 'bounce' as const,
            at: '2026-11-20T08:00:00.000Z',
          })),
        ],
        shows: ({ page }) => page.locator('.auth-notice'),
      },
      'the daily email is loading': state.loadingState(auth.showDailyEmail, (t) => t.account.dailyEmail.loading),
      'the daily email failed': state.textState((t) => t.account.dailyEmail.failed, stubError(auth.showDailyEmail)),
      'codes are on': {
        responses: [stubResponse(auth.listSessions, () => ({ sessions, secondFactor: true }))],
        shows: state.buttonLocator((t) => t.account.codes.stop),
      },
    },
  },
  requestCode: {
    viewer: 'visitor',
    states: {
      filled: { actions: [typeEmail] },
      empty: state.defaultState,
      invalid: state.formErrorState(interactions.pressWithoutCaptcha((t) => t.forgotPassword.request.submit)),
      loading: state.submittingState(auth.requestCode, sendCodeRequest, (t) => t.forgotPassword.request.busy),
      failed: state.stateAfterActions(
        sendCodeRequest,
        state.textLocator((t) => t.errors.ServiceUnavailable),
        stubError(auth.requestCode, 'ServiceUnavailable'),
      ),
      dialog: state.noDialog,
    },
  },
  resetPassword: {
    viewer: 'visitor',
    states: {
      filled: { actions: typeReset },
      empty: state.defaultState,
      invalid: state.formErrorState(interactions.pressWithoutCaptcha((t) => t.forgotPassword.reset.submit)),
      loading: 'Its button behaves like that of “Set password”.',
      failed: state.stateAfterActions(
        [...typeReset, interactions.solveCaptcha, interactions.press((t) => t.forgotPassword.reset.submit)],
        state.textLocator((t) => t.errors.CodeMismatchException),
        stubError(auth.resetPassword, 'CodeMismatchException'),
      ),
      dialog: state.noDialog,
    },
    moreStates: {
      'code is sent': {
        path: (place) => addAlertToPath(paths.resetPassword(place), 'codeSent'),
        shows: state.textLocator((t) => t.forgotPassword.sent),
      },
    },
  },
} as const satisfies Partial<Record<PageName, WalkedPage>>;

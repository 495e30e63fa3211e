import { paths } from '#shared/api/paths.ts';
import type { PageName } from '#shared/api/paths.ts';
import { auth } from '#shared/api/routes/auth.ts';
import { withEmail } from '#web/session/sign-in-details.ts';
import { withAlert } from '#web/ui/alerts.ts';
import { sessionOf, sessions } from '../data.ts';
import * as hand from '../interactions.ts';
import type { WalkedPage } from '../state.ts';
import { answers, refuses } from '../stubbed-responses.ts';
import * as state from './states.ts';

const typeEmail = hand.fill((t) => ({ [t.login.email]: 'staff@nuk.example' }));
const sendCodeRequest = [typeEmail, hand.tick, hand.press((t) => t.forgotPassword.request.submit)];
const typeReset = [typeEmail, hand.fill((t) => ({ [t.forgotPassword.reset.code]: '123456' })), hand.typePasswords()];
const setPassword = hand.press((t) => t.setPassword.submit);

export const accountPages = {
  login: {
    who: 'visitor',
    states: {
      filled: { acts: [hand.typeLogin], shows: hand.captcha },
      empty: { shows: hand.captcha },
      invalid: state.complains(hand.pressUnticked((t) => t.login.submit)),
      loading: state.busy(auth.login, hand.sendLogin, (t) => t.login.busy),
      failed: state.complains(hand.sendLogin, refuses(auth.login, 'NotAuthorizedException')),
      dialog: { acts: [hand.openLanguages], shows: hand.menu },
    },
    more: {
      'message of an error': state.at((place) => withAlert(paths.login(place), 'sessionExpired'), hand.alert),
      'message of a warning': state.at(
        (place) => withAlert(paths.login(place), 'setPasswordExpired'),
        state.says((t) => t.setPassword.expired),
      ),
      locked: state.complains(hand.sendLogin, refuses(auth.login, 'LimitExceededException')),
      'one-time code': {
        answers: [answers(auth.login, () => ({ challenge: 'secondFactor' as const }))],
        acts: hand.sendLogin,
        shows: ({ page, t }) => page.getByLabel(t.login.code.label, { exact: true }),
      },
    },
  },
  setPassword: {
    who: 'visitor',
    // As after signing in with a temporary password.
    path: (place) => withEmail(paths.setPassword(place), `invited@${place.region}.example`),
    states: {
      filled: { acts: [hand.typePasswords()] },
      empty: state.shown,
      invalid: state.complains([hand.typePasswords('short'), setPassword]),
      loading: state.busy(auth.setPassword, [hand.typePasswords(), setPassword], (t) => t.setPassword.busy),
      failed: state.complains([hand.typePasswords(), setPassword], refuses(auth.setPassword)),
      dialog: state.noDialog,
    },
    more: {
      'not signed in': state.at(
        paths.setPassword,
        state.says((t) => t.setPassword.signInFirst),
      ),
    },
  },
  changePassword: {
    states: {
      filled: {
        acts: [hand.typePasswords()],
        shows: state.offers((t) => t.account.sessions.endOthers),
      },
      empty: state.tells(
        (t) => t.account.sessions.current,
        answers(auth.listSessions, () => ({ sessions: sessions.slice(0, 1), secondFactor: false })),
      ),
      invalid: state.pressed((t) => t.changePassword.submit, hand.complaint),
      loading: state.waits(auth.listSessions, (t) => t.account.sessions.loading),
      failed: state.tells((t) => t.account.sessions.failed, refuses(auth.listSessions)),
      dialog: state.noDialog,
    },
    more: {
      changed: {
        answers: [answers(auth.changePassword, ({ region }) => sessionOf('staff', region))],
        acts: [
          hand.fill((t) => ({ [t.password.old]: 'Lantern-Harbour-24!' })),
          hand.typePasswords(),
          hand.press((t) => t.changePassword.submit),
        ],
        shows: state.says((t) => t.changePassword.done),
      },
      'codes are set up': {
        answers: [answers(auth.startSecondFactor, () => ({ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }))],
        acts: [
          hand.fill((t) => ({ [t.account.codes.password]: 'Harbour-Lantern-42!' })),
          hand.press((t) => t.account.codes.start),
        ],
        shows: ({ page, t }) => page.getByRole('img', { name: t.account.codes.picture }),
      },
      'codes are on': {
        answers: [answers(auth.listSessions, () => ({ sessions, secondFactor: true }))],
        shows: state.offers((t) => t.account.codes.stop),
      },
    },
  },
  requestCode: {
    who: 'visitor',
    states: {
      filled: { acts: [typeEmail] },
      empty: state.shown,
      invalid: state.complains(hand.pressUnticked((t) => t.forgotPassword.request.submit)),
      loading: state.busy(auth.requestCode, sendCodeRequest, (t) => t.forgotPassword.request.busy),
      failed: state.after(
        sendCodeRequest,
        state.says((t) => t.errors.ServiceUnavailable),
        refuses(auth.requestCode, 'ServiceUnavailable'),
      ),
      dialog: state.noDialog,
    },
  },
  resetPassword: {
    who: 'visitor',
    states: {
      filled: { acts: typeReset },
      empty: state.shown,
      invalid: state.complains(hand.pressUnticked((t) => t.forgotPassword.reset.submit)),
      loading: 'Its button behaves like that of “Set password”.',
      failed: state.after(
        [...typeReset, hand.tick, hand.press((t) => t.forgotPassword.reset.submit)],
        state.says((t) => t.errors.CodeMismatchException),
        refuses(auth.resetPassword, 'CodeMismatchException'),
      ),
      dialog: state.noDialog,
    },
    more: {
      'code is on its way': {
        path: (place) => withAlert(paths.resetPassword(place), 'codeSent'),
        shows: state.says((t) => t.forgotPassword.sent),
      },
    },
  },
} as const satisfies Partial<Record<PageName, WalkedPage>>;

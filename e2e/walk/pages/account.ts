import { paths } from '#shared/paths.ts';
import type { PageName } from '#shared/paths.ts';
import { auth } from '#shared/routes/auth.ts';
import { withEmail } from '#web/session/signing-in.ts';
import { withAlert } from '#web/ui/alerts.ts';
import { answers, refuses } from '../answers.ts';
import { sessions } from '../data.ts';
import * as hand from '../hands.ts';
import { sessionOf } from '../people.ts';
import type { Visit, WalkedPage } from '../state.ts';
import { busy, complains, noDialog, offers, pressed, says, shown, tells, textsOf, waits } from './common.ts';

const typeEmail = (visit: Visit) => hand.fill(visit, { [textsOf(visit).login.email]: 'staff@nuk.example' });

const askForCode = async (visit: Visit) => {
  await typeEmail(visit);
  await hand.tickAndPress(visit, textsOf(visit).forgotPassword.request.submit);
};

const typeReset = async (visit: Visit) => {
  await typeEmail(visit);
  await hand.fill(visit, { [textsOf(visit).forgotPassword.reset.code]: '123456' });
  await hand.typePasswords(visit);
};

const sendPasswords = async (visit: Visit) => {
  await hand.typePasswords(visit);
  await hand.press(visit, textsOf(visit).setPassword.submit);
};

export const accountPages = {
  login: {
    who: 'visitor',
    path: paths.login,
    // The captcha provider's box has its size and its colours once and for all.
    loadsAnew: true,
    states: {
      filled: { act: hand.typeLogin, shows: ({ page }) => page.frameLocator('iframe').getByRole('checkbox') },
      empty: { shows: ({ page }) => page.frameLocator('iframe').getByRole('checkbox') },
      invalid: complains((visit) => hand.pressUnticked(visit, textsOf(visit).login.submit)),
      loading: busy(auth.login, hand.sendLogin, (t) => t.login.busy),
      failed: complains(hand.sendLogin, refuses(auth.login, 'NotAuthorizedException')),
      dialog: { act: hand.openLanguages, shows: hand.languages },
    },
    more: {
      'message of an error': {
        path: (place) => withAlert(paths.login(place), 'sessionExpired'),
        shows: hand.alert,
      },
      'message of a warning': {
        path: (place) => withAlert(paths.login(place), 'setPasswordExpired'),
        shows: says((t) => t.setPassword.expired),
      },
      locked: complains(hand.sendLogin, refuses(auth.login, 'LimitExceededException')),
      'one-time code': {
        answers: [answers(auth.login, () => ({ challenge: 'secondFactor' as const }))],
        act: hand.sendLogin,
        shows: (visit) => visit.page.getByLabel(textsOf(visit).login.code.label, { exact: true }),
      },
    },
  },
  setPassword: {
    who: 'visitor',
    // As after signing in.
    path: (place) => withEmail(paths.setPassword(place), `invited@${place.region}.example`),
    states: {
      filled: { act: hand.typePasswords, shows: hand.heading },
      empty: shown,
      invalid: complains(async (visit) => {
        await hand.typePasswords(visit, 'short');
        await hand.press(visit, textsOf(visit).setPassword.submit);
      }),
      loading: busy(auth.setPassword, sendPasswords, (t) => t.setPassword.busy),
      failed: complains(sendPasswords, refuses(auth.setPassword)),
      dialog: noDialog,
    },
    more: {
      'not signed in': {
        path: paths.setPassword,
        shows: says((t) => t.setPassword.signInFirst),
      },
    },
  },
  changePassword: {
    who: 'staff',
    path: paths.changePassword,
    states: {
      filled: {
        act: (visit) => hand.typePasswords(visit),
        shows: offers((t) => t.account.sessions.endOthers),
      },
      empty: tells(
        (t) => t.account.sessions.current,
        answers(auth.listSessions, () => ({ sessions: sessions.slice(0, 1), secondFactor: false })),
      ),
      invalid: pressed((t) => t.changePassword.submit, hand.complaint),
      loading: waits(auth.listSessions, (t) => t.account.sessions.loading),
      failed: tells((t) => t.account.sessions.failed, refuses(auth.listSessions)),
      dialog: noDialog,
    },
    more: {
      changed: {
        answers: [answers(auth.changePassword, ({ region }) => sessionOf('staff', region))],
        act: async (visit) => {
          const { password, changePassword } = textsOf(visit);
          await hand.fill(visit, { [password.old]: 'Lantern-Harbour-24!' });
          await hand.typePasswords(visit);
          await hand.press(visit, changePassword.submit);
        },
        shows: says((t) => t.changePassword.done),
      },
      'codes are set up': {
        answers: [answers(auth.startSecondFactor, () => ({ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }))],
        act: async (visit) => {
          await hand.fill(visit, { [textsOf(visit).account.codes.password]: 'Harbour-Lantern-42!' });
          await hand.press(visit, textsOf(visit).account.codes.start);
        },
        shows: (visit) => visit.page.getByRole('img', { name: textsOf(visit).account.codes.picture }),
      },
      'codes are on': {
        answers: [answers(auth.listSessions, () => ({ sessions, secondFactor: true }))],
        shows: offers((t) => t.account.codes.stop),
      },
    },
  },
  requestCode: {
    who: 'visitor',
    path: paths.requestCode,
    loadsAnew: true,
    states: {
      filled: { act: typeEmail, shows: hand.heading },
      empty: shown,
      invalid: complains((visit) => hand.pressUnticked(visit, textsOf(visit).forgotPassword.request.submit)),
      loading: busy(auth.requestCode, askForCode, (t) => t.forgotPassword.request.busy),
      failed: {
        answers: [refuses(auth.requestCode, 'ServiceUnavailable')],
        act: askForCode,
        shows: says((t) => t.errors.ServiceUnavailable),
      },
      dialog: noDialog,
    },
  },
  resetPassword: {
    who: 'visitor',
    path: paths.resetPassword,
    loadsAnew: true,
    states: {
      filled: { act: typeReset, shows: hand.heading },
      empty: shown,
      invalid: complains((visit) => hand.pressUnticked(visit, textsOf(visit).forgotPassword.reset.submit)),
      loading: 'Its button waits as that of “Set password” does.',
      failed: {
        answers: [refuses(auth.resetPassword, 'CodeMismatchException')],
        act: async (visit) => {
          await typeReset(visit);
          await hand.tickAndPress(visit, textsOf(visit).forgotPassword.reset.submit);
        },
        shows: says((t) => t.errors.CodeMismatchException),
      },
      dialog: noDialog,
    },
    more: {
      'code is on its way': {
        path: (place) => withAlert(paths.resetPassword(place), 'codeSent'),
        shows: says((t) => t.forgotPassword.sent),
      },
    },
  },
} as const satisfies Partial<Record<PageName, WalkedPage>>;

import { paths } from '#shared/paths.ts';
import type { LegalDocument, PageName, Place } from '#shared/paths.ts';
import { blankContent } from '#shared/repairs/content.ts';
import { auth } from '#shared/routes/auth.ts';
import { jobs } from '#shared/routes/jobs.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { returnFiles } from '#shared/routes/return-files.ts';
import { returns } from '#shared/routes/returns.ts';
import { stores } from '#shared/routes/stores.ts';
import { userFiles } from '#shared/routes/user-files.ts';
import { users } from '#shared/routes/users.ts';
import { ownName } from '#web/browser/memory.ts';
import { recordAddress } from '#web/features/records/record-address.ts';
import { bookedReturn as returnBooked, entry, referenceField, sendReturn } from '../returning.ts';
import { answers, keepsWaiting, refuses } from './answers.ts';
import { firstOf, now, repairsIn, returnsIn, sessions, userNamed } from './data.ts';
import * as hand from './hands.ts';
import { sessionOf } from './people.ts';
import { importJob, obstacles, refusedReturnFile, refusedUsersFile, returnFileReport } from './reports.ts';
import type { State, Visit, WalkedPage } from './state.ts';

const noForm = 'It has no form.';
const asksNothing = 'It asks the server for nothing.';
const noDialog = 'It opens none but the shell’s, which are walked on Home.';
const alwaysThere = 'What it shows is always there.';
const onlyFilters = 'Its filters refuse nothing that can be typed.';

const shown: State = { shows: hand.heading };
const nothing = () => ({ items: [] });
const textsOf = ({ place }: Visit) => place.t;

const legal = (path: (place: Place) => string): WalkedPage => ({
  who: 'visitor',
  path,
  states: {
    filled: shown,
    empty: alwaysThere,
    invalid: noForm,
    loading: asksNothing,
    failed: asksNothing,
    dialog: 'Its menu of languages is that of the landing page.',
  },
});
const legalOutside = (document: LegalDocument) => legal(({ prefix }) => paths.legal(prefix, document));
const legalInside = (document: LegalDocument) => legal((place) => paths.legalInRegion(place, document));

/** How the references of many of a store's repairs begin. */
const commonBeginning = ({ place }: Visit) => firstOf(repairsIn, place.region).storeRefNo.slice(0, 7);

/** Sent with everything filled in. */
const sendRepair = async (visit: Visit) => {
  await hand.typeRepair(visit);
  await hand.press(visit, textsOf(visit).repairs.book.submit);
};
const sendThree = async (visit: Visit) => {
  await hand.scanThree(visit);
  await sendReturn(visit.page, visit.place);
};

const repairPath = (is?: (typeof repairsIn)['nuk'][number]['state']) => (place: Place) =>
  recordAddress(
    paths.submittedRepairs(place),
    firstOf(repairsIn, place.region, ({ state }) => is === undefined || state === is),
  );
const returnPath = (is?: (typeof returnsIn)['nuk'][number]['state']) => (place: Place) =>
  recordAddress(
    paths.submittedReturns(place),
    firstOf(returnsIn, place.region, ({ state, lines }) => (is === undefined || state === is) && lines.length > 1),
  );
const userPath = (name: string) => (place: Place) =>
  paths.individualUserOperations(place, userNamed(name, place.region).sub);

const booked = answers(repairs.bookRepair, ({ region }) => firstOf(repairsIn, region));
const returned = answers(returns.bookReturn, ({ region }) => firstOf(returnsIn, region));

/** THE pages, each in every state or with the reason why it has none: a page without its row does not compile. */
export const walkedPages = {
  landing: {
    who: 'visitor',
    path: ({ prefix }) => paths.landing(prefix),
    states: {
      filled: {
        memory: ({ region }) => ({ lastRegion: region }),
        shows: ({ page }) => page.locator('.last-country a'),
      },
      empty: shown,
      invalid: noForm,
      loading: asksNothing,
      failed: asksNothing,
      dialog: { act: hand.openLanguages, shows: hand.languages },
    },
  },
  privacyPolicy: legalOutside('privacy-policy'),
  termsOfService: legalOutside('terms-of-service'),
  privacyPolicyInRegion: legalInside('privacy-policy'),
  termsOfServiceInRegion: legalInside('terms-of-service'),

  home: {
    who: 'staff',
    path: paths.home,
    states: {
      filled: {
        memory: ({ region }) => {
          const user = { region, email: sessionOf('staff', region).email };
          const draft = {
            savedAt: new Date(now.getTime() - 900_000).toISOString(),
            values: {
              ...blankContent,
              id: '6f1f7a52-6f0e-4a57-9a83-0c1f6a2d9a11',
              product: 'switch-2',
              storeRefNo: '1001-0034',
            },
          };
          const reported = firstOf(repairsIn, region, ({ state }) => state === 'dispatched');
          return {
            [`draft.bookRepair.${draft.values.id}${ownName('', user)}`]: JSON.stringify(draft),
            [ownName('seenStates', user)]: JSON.stringify({ [reported.id]: 'received' }),
          };
        },
        // Both panels fill by themselves, one after the other.
        shows: (visit) =>
          visit.page
            .locator('main', { has: visit.page.getByRole('heading', { name: textsOf(visit).returns.latest.title }) })
            .filter({ hasNotText: textsOf(visit).repairs.list.loading })
            .filter({ hasNotText: textsOf(visit).returns.list.loading }),
      },
      empty: {
        answers: [answers(repairs.listRepairs, nothing), answers(returns.listReturns, nothing)],
        shows: (visit) => hand.text(visit, textsOf(visit).returns.empty.title),
      },
      invalid: noForm,
      loading: {
        answers: [keepsWaiting(repairs.listRepairs), keepsWaiting(returns.listReturns)],
        shows: (visit) => hand.text(visit, textsOf(visit).home.attention.loading),
      },
      failed: { answers: [refuses(repairs.listRepairs), refuses(returns.listReturns)], shows: hand.alert },
      dialog: {
        act: (visit) => visit.page.getByRole('link', { name: textsOf(visit).shell.support.link }).click(),
        shows: hand.dialog,
      },
    },
    more: {
      found: {
        act: (visit) => visit.page.getByRole('searchbox').fill(commonBeginning(visit)),
        shows: ({ page }) => page.locator('.find-results a').first(),
      },
      'account menu': { act: hand.openAccount, shows: hand.languages },
      'no role': { who: 'nobody', shows: (visit) => hand.text(visit, textsOf(visit).home.noRole.title) },
      admin: {
        who: 'admin',
        shows: (visit) => visit.page.getByRole('heading', { name: textsOf(visit).returns.latest.title }),
      },
      idle: {
        act: async (visit) => {
          await visit.page.getByRole('heading', { name: textsOf(visit).returns.latest.title }).waitFor();
          await hand.wait(visit, 56);
        },
        shows: hand.dialog,
      },
    },
  },

  login: {
    who: 'visitor',
    path: paths.login,
    // The captcha provider's box has its size and its colours once and for all.
    loadsAnew: true,
    states: {
      filled: { act: hand.typeLogin, shows: ({ page }) => page.frameLocator('iframe').getByRole('checkbox') },
      empty: { shows: ({ page }) => page.frameLocator('iframe').getByRole('checkbox') },
      invalid: { act: (visit) => hand.press(visit, textsOf(visit).login.submit), shows: hand.complaint },
      loading: {
        answers: [keepsWaiting(auth.login)],
        act: hand.sendLogin,
        shows: (visit) => hand.button(visit, textsOf(visit).login.busy),
      },
      failed: {
        answers: [refuses(auth.login, 'NotAuthorizedException')],
        act: hand.sendLogin,
        shows: hand.complaint,
      },
      dialog: { act: hand.openLanguages, shows: hand.languages },
    },
    more: {
      locked: { answers: [refuses(auth.login, 'LimitExceededException')], act: hand.sendLogin, shows: hand.complaint },
      'one-time code': {
        answers: [answers(auth.login, () => ({ challenge: 'secondFactor' as const }))],
        act: hand.sendLogin,
        shows: (visit) => visit.page.getByLabel(textsOf(visit).login.code.label, { exact: true }),
      },
    },
  },
  setPassword: {
    who: 'visitor',
    path: paths.setPassword,
    states: {
      filled: { act: hand.typePasswords, shows: hand.heading },
      empty: shown,
      invalid: {
        act: async (visit) => {
          await hand.typePasswords(visit, 'short');
          await hand.press(visit, textsOf(visit).setPassword.submit);
        },
        shows: hand.complaint,
      },
      loading: {
        answers: [keepsWaiting(auth.setPassword)],
        act: async (visit) => {
          await hand.typePasswords(visit);
          await hand.press(visit, textsOf(visit).setPassword.submit);
        },
        shows: (visit) => hand.button(visit, textsOf(visit).setPassword.busy),
      },
      failed: {
        answers: [refuses(auth.setPassword)],
        act: async (visit) => {
          await hand.typePasswords(visit);
          await hand.press(visit, textsOf(visit).setPassword.submit);
        },
        shows: hand.complaint,
      },
      dialog: noDialog,
    },
  },
  changePassword: {
    who: 'staff',
    path: paths.changePassword,
    states: {
      filled: {
        act: (visit) => hand.typePasswords(visit),
        shows: (visit) => hand.button(visit, textsOf(visit).account.sessions.endOthers),
      },
      empty: {
        answers: [answers(auth.listSessions, () => ({ sessions: sessions.slice(0, 1), secondFactor: false }))],
        shows: (visit) => hand.text(visit, textsOf(visit).account.sessions.current),
      },
      invalid: {
        act: (visit) => hand.press(visit, textsOf(visit).changePassword.submit),
        shows: hand.complaint,
      },
      loading: {
        answers: [keepsWaiting(auth.listSessions)],
        shows: (visit) => hand.text(visit, textsOf(visit).account.sessions.loading),
      },
      failed: {
        answers: [refuses(auth.listSessions)],
        shows: (visit) => hand.text(visit, textsOf(visit).account.sessions.failed),
      },
      dialog: noDialog,
    },
    more: {
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
        shows: (visit) => hand.button(visit, textsOf(visit).account.codes.stop),
      },
    },
  },
  requestCode: {
    who: 'visitor',
    path: paths.requestCode,
    states: {
      filled: {
        act: (visit) => hand.fill(visit, { [textsOf(visit).login.email]: 'staff@nuk.example' }),
        shows: hand.heading,
      },
      empty: shown,
      invalid: {
        act: (visit) => hand.press(visit, textsOf(visit).forgotPassword.request.submit),
        shows: hand.complaint,
      },
      loading: {
        answers: [keepsWaiting(auth.requestCode)],
        act: async (visit) => {
          await hand.fill(visit, { [textsOf(visit).login.email]: 'staff@nuk.example' });
          await hand.press(visit, textsOf(visit).forgotPassword.request.submit);
        },
        shows: (visit) => hand.button(visit, textsOf(visit).forgotPassword.request.busy),
      },
      failed: {
        answers: [refuses(auth.requestCode, 'ServiceUnavailable')],
        act: async (visit) => {
          await hand.fill(visit, { [textsOf(visit).login.email]: 'staff@nuk.example' });
          await hand.press(visit, textsOf(visit).forgotPassword.request.submit);
        },
        shows: hand.complaint,
      },
      dialog: noDialog,
    },
  },
  resetPassword: {
    who: 'visitor',
    path: paths.resetPassword,
    states: {
      filled: {
        act: async (visit) => {
          await hand.fill(visit, {
            [textsOf(visit).login.email]: 'staff@nuk.example',
            [textsOf(visit).forgotPassword.reset.code]: '123456',
          });
          await hand.typePasswords(visit);
        },
        shows: hand.heading,
      },
      empty: shown,
      invalid: {
        act: (visit) => hand.press(visit, textsOf(visit).forgotPassword.reset.submit),
        shows: hand.complaint,
      },
      loading: 'Its button waits as that of “Set password” does.',
      failed: {
        answers: [refuses(auth.resetPassword, 'CodeMismatchException')],
        act: async (visit) => {
          await hand.fill(visit, {
            [textsOf(visit).login.email]: 'staff@nuk.example',
            [textsOf(visit).forgotPassword.reset.code]: '123456',
          });
          await hand.typePasswords(visit);
          await hand.press(visit, textsOf(visit).forgotPassword.reset.submit);
        },
        shows: hand.complaint,
      },
      dialog: noDialog,
    },
  },

  bookRepair: {
    who: 'staff',
    path: paths.bookRepair,
    states: {
      filled: { act: hand.typeRepair, shows: (visit) => hand.text(visit, textsOf(visit).common.complete) },
      empty: shown,
      invalid: {
        act: (visit) => hand.press(visit, textsOf(visit).repairs.book.submit),
        shows: hand.complaint,
      },
      loading: {
        answers: [keepsWaiting(repairs.bookRepair)],
        act: sendRepair,
        shows: ({ page }) => page.locator('.booking-bar [aria-disabled=true]'),
      },
      failed: { answers: [refuses(repairs.bookRepair)], act: sendRepair, shows: hand.complaint },
      dialog: {
        act: ({ page }) => page.locator('[data-field=product]').getByRole('button').first().click(),
        shows: ({ page }) => page.getByRole('option').first(),
      },
    },
    more: {
      booked: {
        answers: [booked],
        act: sendRepair,
        shows: ({ page }) => page.locator('.booked-title'),
      },
      admin: { who: 'admin', shows: ({ page }) => page.locator('[data-field=storeId]') },
      'reference exists': {
        answers: [refuses(repairs.bookRepair, 'RepairRequestExists')],
        act: sendRepair,
        shows: hand.complaint,
      },
      'device is being repaired': {
        answers: [
          answers(repairs.findSerialNumber, ({ region }) => ({
            items: repairsIn[region].filter(({ state }) => state === 'received').slice(0, 1),
          })),
        ],
        act: hand.typeRepair,
        shows: (visit) => hand.text(visit, textsOf(visit).repairs.book.openRepairs),
      },
      calendar: {
        act: ({ page }) => page.locator('[data-field=purchaseDate]').getByRole('button').first().click(),
        shows: ({ page }) => page.locator('[data-field=purchaseDate]'),
      },
    },
  },
  submittedRepairs: {
    who: 'staff',
    path: paths.submittedRepairs,
    states: {
      filled: { shows: hand.rows },
      empty: {
        answers: [answers(repairs.listRepairs, nothing)],
        shows: (visit) => hand.text(visit, textsOf(visit).repairs.empty.title),
      },
      invalid: onlyFilters,
      loading: {
        answers: [keepsWaiting(repairs.listRepairs)],
        shows: (visit) => hand.text(visit, textsOf(visit).repairs.list.loading),
      },
      failed: { answers: [refuses(repairs.listRepairs)], shows: hand.alert },
      dialog: { act: hand.openLook, shows: hand.dialog },
    },
    more: {
      admin: { who: 'admin', shows: hand.rows },
      'no match': {
        path: (place) => `${paths.submittedRepairs(place)}?search=nothing`,
        shows: (visit) => hand.text(visit, textsOf(visit).list.noMatch.title),
      },
      period: {
        path: (place) => `${paths.submittedRepairs(place)}?from=2026-10-01&to=2026-11-18`,
        shows: hand.rows,
      },
    },
  },
  trackRepair: {
    who: 'staff',
    path: paths.trackRepair,
    states: {
      filled: {
        path: (place) =>
          paths.trackRepair(place, firstOf(repairsIn, place.region, ({ rma }) => rma !== null).rma ?? ''),
        shows: (visit) => hand.button(visit, textsOf(visit).track.copy),
      },
      empty: shown,
      invalid: 'Whatever is typed may be an RMA number.',
      loading: 'What it offers to pick from comes without a word.',
      failed: 'What it offers to pick from stays away without a word.',
      dialog: {
        act: (visit) => visit.page.getByLabel(textsOf(visit).track.rma, { exact: true }).click(),
        shows: ({ page }) => page.getByRole('option').first(),
      },
    },
  },

  bookReturn: {
    who: 'staff',
    path: paths.bookReturn,
    states: {
      filled: { act: hand.scanThree, shows: ({ page }) => page.locator('[data-line]').nth(2) },
      empty: shown,
      invalid: { act: ({ page, place }) => sendReturn(page, place), shows: hand.complaint },
      loading: {
        answers: [keepsWaiting(stores.ownStore), keepsWaiting(returnFiles.readReturnFile)],
        act: (visit) => hand.chooseFile(visit, 'returns.csv'),
        shows: ({ page }) => page.locator('.file-progress'),
      },
      failed: {
        answers: [refuses(stores.ownStore), refuses(returns.bookReturn)],
        act: sendThree,
        shows: hand.complaint,
      },
      dialog: {
        act: async (visit) => {
          const { page, place } = visit;
          await hand.chooseFile(visit, 'returns.csv');
          await hand.press(visit, place.t.returns.file.takeOver.replace('{count}', '8'));
          await page.locator('[data-line]').first().waitFor();
          await sendReturn(page, place);
        },
        shows: hand.dialog,
      },
    },
    more: {
      'file is told about': {
        act: (visit) => hand.chooseFile(visit, 'returns.csv'),
        shows: ({ page }) => page.locator('.file-report-title'),
      },
      'file is asked about': {
        answers: [
          answers(returnFiles.readReturnFile, ({ region }) => ({
            hash: 'a'.repeat(64),
            report: {
              ...returnFileReport(region),
              setAside: { rows: [{ row: 1, text: 'Sales tablet 7' }], columns: ['Colour'] },
              doubtfulDates: [{ row: 3, text: '11/9/2026', monthFirst: '2026-11-09', asShown: '2026-09-11' }],
            },
          })),
        ],
        act: (visit) => hand.chooseFile(visit, 'returns.csv'),
        shows: (visit) => hand.button(visit, textsOf(visit).returns.file.questions.goOn),
      },
      'file is refused': {
        answers: [answers(returnFiles.readReturnFile, () => ({ hash: 'a'.repeat(64), report: refusedReturnFile }))],
        act: (visit) => hand.chooseFile(visit, 'returns.csv'),
        shows: (visit) => hand.text(visit, textsOf(visit).errors.ReturnsFileWrongHeaders),
      },
      'upload fails': {
        answers: [refuses(returnFiles.requestUpload, 'ServiceUnavailable')],
        act: (visit) => hand.chooseFile(visit, 'returns.csv'),
        shows: (visit) => hand.text(visit, textsOf(visit).file.notRead.replace('{name}', 'returns.csv')),
      },
      'line is changed': {
        act: async (visit) => {
          await hand.scanThree(visit);
          await hand.press(visit, textsOf(visit).returns.book.edit.replace('{line}', '2'));
        },
        shows: (visit) => hand.button(visit, textsOf(visit).returns.book.save),
      },
      'line is wrong': {
        act: async ({ page, place }) => {
          await referenceField(page, place).fill('RET-1001-015');
          await entry(page, 'ean').fill('9520001000073');
          await entry(page, 'ean').press('Enter');
        },
        shows: (visit) => hand.text(visit, textsOf(visit).returns.reasons.eanCheckDigit),
      },
      booked: {
        answers: [returned],
        act: sendThree,
        shows: ({ page, place }) => returnBooked(page, place, firstOf(returnsIn, place.region).storeRefNo),
      },
      admin: { who: 'admin', shows: ({ page }) => page.locator('[data-field=storeId]') },
    },
  },
  submittedReturns: {
    who: 'staff',
    path: paths.submittedReturns,
    states: {
      filled: { shows: hand.rows },
      empty: {
        answers: [answers(returns.listReturns, nothing)],
        shows: (visit) => hand.text(visit, textsOf(visit).returns.empty.title),
      },
      invalid: onlyFilters,
      loading: {
        answers: [keepsWaiting(returns.listReturns)],
        shows: (visit) => hand.text(visit, textsOf(visit).returns.list.loading),
      },
      failed: { answers: [refuses(returns.listReturns)], shows: hand.alert },
      dialog: { act: hand.openLook, shows: hand.dialog },
    },
  },

  manageUsers: {
    who: 'admin',
    path: paths.manageUsers,
    states: {
      filled: { shows: hand.rows },
      empty: {
        answers: [answers(users.listUsers, nothing)],
        shows: (visit) => hand.text(visit, textsOf(visit).users.list.empty.title),
      },
      invalid: onlyFilters,
      loading: {
        answers: [keepsWaiting(users.listUsers)],
        shows: (visit) => hand.text(visit, textsOf(visit).users.list.loading),
      },
      failed: { answers: [refuses(users.listUsers)], shows: hand.alert },
      dialog: {
        act: async (visit) => {
          const { actions } = textsOf(visit).users.bulk;
          await visit.page.locator('tbody').getByRole('checkbox').nth(1).press('Space');
          await hand.press(visit, actions.button);
          await visit.page.getByRole('menuitem', { name: actions.disable.item, exact: true }).click();
        },
        shows: hand.dialog,
      },
    },
    more: {
      look: { act: hand.openLook, shows: hand.dialog },
      history: { path: (place) => `${paths.manageUsers(place)}?view=audit`, shows: hand.rows },
      'job runs': {
        answers: [
          answers(jobs.latestJob, ({ region }) => ({ job: importJob(region, 'running') })),
          answers(jobs.findJob, ({ region }) => importJob(region, 'running')),
        ],
        shows: ({ page }) => page.getByRole('progressbar'),
      },
      resend: {
        act: (visit) => hand.press(visit, textsOf(visit).users.bulk.resend.button),
        shows: hand.dialog,
      },
    },
  },
  individualUserOperations: {
    who: 'admin',
    path: userPath('repairs'),
    states: {
      filled: { shows: (visit) => hand.button(visit, textsOf(visit).users.operations.delete) },
      empty: {
        path: (place) => paths.individualUserOperations(place),
        shows: (visit) => hand.text(visit, textsOf(visit).users.user.notFound),
      },
      invalid: {
        act: async (visit) => {
          await hand.fill(visit, { [textsOf(visit).users.fields.storeName]: '' });
          await hand.press(visit, textsOf(visit).users.storeForm.save);
        },
        shows: hand.complaint,
      },
      loading: {
        answers: [keepsWaiting(users.findUser)],
        shows: (visit) => hand.text(visit, textsOf(visit).users.user.loading),
      },
      failed: { answers: [refuses(users.findUser)], shows: hand.alert },
      dialog: {
        act: (visit) => hand.press(visit, textsOf(visit).users.operations.delete),
        shows: hand.dialog,
      },
    },
    more: {
      'cannot sign in': {
        answers: [
          answers(users.findUser, ({ region }) => ({
            user: { ...userNamed('expired', region), enabled: false, roles: [] },
            sessions: [],
            obstacles,
          })),
        ],
        shows: (visit) => hand.text(visit, textsOf(visit).users.signIn.obstacles.disabled),
      },
    },
  },
  register: {
    who: 'admin',
    path: paths.register,
    states: {
      filled: {
        act: (visit) =>
          hand.fill(visit, {
            [textsOf(visit).users.fields.email]: 'anna.lindqvist@nuk.example',
            [textsOf(visit).users.fields.storeId]: 'NEW-7',
            [textsOf(visit).users.fields.storeName]: 'Harbour',
          }),
        shows: hand.heading,
      },
      empty: shown,
      invalid: {
        act: (visit) => hand.press(visit, textsOf(visit).users.register.submit),
        shows: hand.complaint,
      },
      loading: {
        answers: [keepsWaiting(stores.listStores)],
        act: (visit) => visit.page.getByLabel(textsOf(visit).users.fields.storeId, { exact: true }).click(),
        shows: (visit) => visit.page.getByText(textsOf(visit).stores.loading).first(),
      },
      failed: {
        answers: [refuses(users.registerUser)],
        act: async (visit) => {
          await hand.fill(visit, {
            [textsOf(visit).users.fields.email]: 'anna.lindqvist@nuk.example',
            [textsOf(visit).users.fields.storeId]: 'NEW-7',
            [textsOf(visit).users.fields.storeName]: 'Harbour',
          });
          await hand.press(visit, textsOf(visit).users.register.submit);
        },
        shows: hand.complaint,
      },
      dialog: {
        act: async (visit) => {
          const { fields, register } = textsOf(visit).users;
          await hand.fill(visit, {
            [fields.email]: 'anna.lindqvist@nuk.example',
            [fields.storeName]: 'Harbour',
            [fields.storeId]: userNamed('repairs', visit.place.region).storeId,
          });
          await hand.press(visit, register.submit);
        },
        shows: hand.dialog,
      },
    },
  },
  registerUsersBulk: {
    who: 'admin',
    path: paths.registerUsersBulk,
    states: {
      filled: {
        act: (visit) => hand.chooseFile(visit, 'users.csv'),
        shows: ({ page }) => page.locator('.file-report-title'),
      },
      empty: shown,
      invalid: {
        answers: [answers(userFiles.readUserFile, () => ({ report: refusedUsersFile }))],
        act: (visit) => hand.chooseFile(visit, 'users.csv'),
        shows: (visit) => hand.text(visit, textsOf(visit).users.file.refusals.UsersFileWrongHeaders),
      },
      loading: {
        answers: [keepsWaiting(userFiles.readUserFile)],
        act: (visit) => hand.chooseFile(visit, 'users.csv'),
        shows: ({ page }) => page.locator('.file-progress'),
      },
      failed: {
        answers: [refuses(userFiles.requestUserUpload), refuses(jobs.latestJob)],
        act: (visit) => hand.chooseFile(visit, 'users.csv'),
        shows: (visit) => hand.text(visit, textsOf(visit).file.notRead.replace('{name}', 'users.csv')),
      },
      dialog: {
        answers: [
          answers(jobs.latestJob, ({ region }) => ({ job: importJob(region, 'running') })),
          answers(jobs.findJob, ({ region }) => importJob(region, 'running')),
        ],
        act: (visit) => hand.press(visit, textsOf(visit).users.bulk.stop.button),
        shows: hand.dialog,
      },
    },
    more: {
      'job has ended': {
        answers: [
          answers(jobs.latestJob, ({ region }) => ({ job: importJob(region, 'done', 1) })),
          answers(jobs.listFailedRows, ({ region }) => {
            const { email, storeId, storeName, roles } = userNamed('repairs', region);
            return { items: [{ row: 17, email, storeId, storeName, roles, reason: 'UsernameExistsException' }] };
          }),
        ],
        shows: (visit) => hand.text(visit, textsOf(visit).errors.UsernameExistsException),
      },
    },
  },
  registrationConfirmed: {
    who: 'admin',
    path: (place) => paths.registrationConfirmed(place, userNamed('invited', place.region).sub),
    states: {
      filled: {
        shows: ({ page, place }) => page.locator('main').getByText(userNamed('invited', place.region).email).first(),
      },
      empty: 'Without a user it leads to “Register a user”.',
      invalid: noForm,
      loading: {
        answers: [keepsWaiting(users.findUser)],
        shows: (visit) => hand.text(visit, textsOf(visit).users.user.loading),
      },
      failed: { answers: [refuses(users.findUser)], shows: hand.alert },
      dialog: noDialog,
    },
  },
} as const satisfies Record<PageName, WalkedPage>;

/** What shows under the address of another page, or of none. */
const walkedViews = {
  repairDetails: {
    who: 'staff',
    path: repairPath('dispatched'),
    states: {
      filled: { shows: (visit) => visit.page.getByRole('heading', { name: textsOf(visit).repairs.timeline.title }) },
      empty: {
        answers: [refuses(repairs.findRepair, 'NotFound')],
        shows: (visit) => hand.text(visit, textsOf(visit).repairs.details.notFound),
      },
      invalid: {
        path: repairPath('submitted'),
        act: async (visit) => {
          await hand.press(visit, textsOf(visit).repairs.details.correct);
          await visit.page.getByLabel(textsOf(visit).repairs.fields.purchaseDate).fill('');
          await hand.press(visit, textsOf(visit).repairs.book.correct.submit);
        },
        shows: hand.complaint,
      },
      loading: {
        answers: [keepsWaiting(repairs.findRepair)],
        shows: (visit) => hand.text(visit, textsOf(visit).repairs.details.loading),
      },
      failed: { answers: [refuses(repairs.findRepair)], shows: hand.alert },
      dialog: {
        path: repairPath('submitted'),
        act: (visit) => hand.press(visit, textsOf(visit).repairs.details.withdraw),
        shows: hand.dialog,
      },
    },
    more: {
      pending: {
        path: repairPath('submitted'),
        shows: (visit) => hand.button(visit, textsOf(visit).repairs.details.correct),
      },
      corrected: {
        path: repairPath('submitted'),
        act: (visit) => hand.press(visit, textsOf(visit).repairs.details.correct),
        shows: (visit) => hand.button(visit, textsOf(visit).repairs.book.correct.submit),
      },
      withdrawn: { path: repairPath('withdrawn'), shows: shown.shows },
      'changed by somebody else': {
        path: repairPath('submitted'),
        answers: [refuses(repairs.withdrawRepair, 'RepairChanged')],
        act: async (visit) => {
          await hand.press(visit, textsOf(visit).repairs.details.withdraw);
          await hand.press(visit, textsOf(visit).repairs.details.withdrawal.confirm);
        },
        shows: (visit) => hand.text(visit, textsOf(visit).errors.RepairChanged),
      },
    },
  },
  returnDetails: {
    who: 'staff',
    path: returnPath('registered'),
    states: {
      filled: { shows: (visit) => visit.page.getByRole('heading', { name: textsOf(visit).returns.timeline.title }) },
      empty: {
        answers: [refuses(returns.findReturn, 'NotFound')],
        shows: (visit) => hand.text(visit, textsOf(visit).returns.details.notFound),
      },
      invalid: {
        path: returnPath('submitted'),
        act: async (visit) => {
          const { page } = visit;
          await hand.press(visit, textsOf(visit).returns.details.correct);
          await entry(page, 'ean').fill('9520001000073');
          await entry(page, 'ean').press('Enter');
        },
        shows: (visit) => hand.text(visit, textsOf(visit).returns.reasons.eanCheckDigit),
      },
      loading: {
        answers: [keepsWaiting(returns.findReturn)],
        shows: (visit) => hand.text(visit, textsOf(visit).returns.details.loading),
      },
      failed: { answers: [refuses(returns.findReturn)], shows: hand.alert },
      dialog: {
        path: returnPath('submitted'),
        act: (visit) => hand.press(visit, textsOf(visit).returns.details.withdraw),
        shows: hand.dialog,
      },
    },
    more: {
      unfolded: {
        act: (visit) => hand.press(visit, textsOf(visit).returns.details.showSerialNumbers),
        shows: (visit) => hand.button(visit, textsOf(visit).returns.details.hideSerialNumbers),
      },
      corrected: {
        path: returnPath('submitted'),
        act: (visit) => hand.press(visit, textsOf(visit).returns.details.correct),
        shows: (visit) => hand.button(visit, textsOf(visit).returns.book.correct.submit),
      },
    },
  },
  findDialog: {
    who: 'staff',
    path: paths.bookRepair,
    states: {
      filled: {
        act: async (visit) => {
          await visit.page.locator('.find-button').click();
          await visit.page.getByRole('searchbox').fill(commonBeginning(visit));
        },
        shows: ({ page }) => page.locator('.find-results a').first(),
      },
      empty: {
        act: async ({ page }) => {
          await page.locator('.find-button').click();
          await page.getByRole('searchbox').fill('nothing');
        },
        shows: (visit) => visit.page.getByText(textsOf(visit).find.nothing).first(),
      },
      invalid: onlyFilters,
      loading: 'It says nothing while it looks.',
      failed: {
        answers: [refuses(repairs.listRepairs)],
        act: async ({ page }) => {
          await page.locator('.find-button').click();
          await page.getByRole('searchbox').fill('1001');
        },
        shows: ({ page }) => page.getByRole('alert').first(),
      },
      dialog: { act: ({ page }) => page.locator('.find-button').click(), shows: hand.dialog },
    },
  },
  errorPages: {
    who: 'staff',
    path: ({ home }) => `${home}/no/such/page`,
    states: {
      filled: shown,
      empty: 'They are what is left where there is nothing.',
      invalid: noForm,
      loading: 'They wait for nothing.',
      failed: { path: paths.home, answers: [refuses(auth.session)], shows: shown.shows },
      dialog: noDialog,
    },
    more: {
      outage: { path: paths.home, answers: [refuses(auth.session, 'ServiceUnavailable')], shows: shown.shows },
      'outside a region': { who: 'visitor', path: ({ prefix }) => `/${prefix}/n%20uk`, shows: shown.shows },
    },
  },
} as const satisfies Record<string, WalkedPage>;

export type WalkedName = keyof typeof walkedPages | keyof typeof walkedViews;

/** All of them, in the order of the report. */
export const walked: Readonly<Record<WalkedName, WalkedPage>> = { ...walkedPages, ...walkedViews };

/** Those of which pictures and readings are kept, in the state that a buyer would be shown. */
export const mainPages = {
  login: 'empty',
  home: 'filled',
  bookRepair: 'filled',
  submittedRepairs: 'filled',
  repairDetails: 'filled',
  bookReturn: 'filled',
  manageUsers: 'filled',
} as const satisfies { readonly [Name in WalkedName]?: string };

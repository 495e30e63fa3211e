import { paths } from '#shared/paths.ts';
import type { PageName, Place } from '#shared/paths.ts';
import { jobs } from '#shared/routes/jobs.ts';
import { stores } from '#shared/routes/stores.ts';
import { userFiles } from '#shared/routes/user-files.ts';
import { users } from '#shared/routes/users.ts';
import { answers, keepsWaiting, refuses } from '../answers.ts';
import { userNamed } from '../data.ts';
import * as hand from '../hands.ts';
import { importJob, obstacles, refusedUsersFile } from '../reports.ts';
import type { Visit, WalkedPage } from '../state.ts';
import {
  complains,
  hasNone,
  noDialog,
  noForm,
  offers,
  onlyFilters,
  pressed,
  says,
  shown,
  textsOf,
  waits,
} from './common.ts';

const userPath = (name: string) => (place: Place) =>
  paths.individualUserOperations(place, userNamed(name, place.region).sub);

const typeNewcomer = (visit: Visit) => {
  const { fields } = textsOf(visit).users;
  return hand.fill(visit, {
    [fields.email]: 'anna.lindqvist@nuk.example',
    [fields.storeId]: 'NEW-7',
    [fields.storeName]: 'Harbour',
  });
};

const jobRuns = [
  answers(jobs.latestJob, ({ region }) => ({ job: importJob(region, 'running') })),
  answers(jobs.findJob, ({ region }) => importJob(region, 'running')),
];

export const userPages = {
  manageUsers: {
    who: 'admin',
    path: paths.manageUsers,
    states: {
      filled: { shows: hand.rows },
      empty: hasNone(users.listUsers, (t) => t.users.list.empty.title),
      invalid: onlyFilters,
      loading: waits(users.listUsers, (t) => t.users.list.loading),
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
      stores: { path: (place) => `${paths.manageUsers(place)}?view=stores`, shows: hand.rows },
      'job runs': {
        answers: jobRuns,
        shows: ({ page }) => page.getByRole('progressbar'),
      },
      resend: pressed((t) => t.users.bulk.resend.button, hand.dialog),
    },
  },
  individualUserOperations: {
    who: 'admin',
    path: userPath('repairs'),
    states: {
      filled: { shows: offers((t) => t.users.operations.delete) },
      empty: {
        path: (place) => paths.individualUserOperations(place),
        shows: says((t) => t.users.user.notFound),
      },
      invalid: complains(async (visit) => {
        await hand.fill(visit, { [textsOf(visit).users.fields.storeId]: '' });
        await hand.press(visit, textsOf(visit).users.storeForm.save);
      }),
      loading: waits(users.findUser, (t) => t.users.user.loading),
      failed: { answers: [refuses(users.findUser)], shows: hand.alert },
      dialog: pressed((t) => t.users.operations.delete, hand.dialog),
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
        shows: says((t) => t.users.signIn.obstacles.disabled),
      },
    },
  },
  register: {
    who: 'admin',
    path: paths.register,
    states: {
      filled: { act: typeNewcomer, shows: hand.heading },
      empty: shown,
      invalid: pressed((t) => t.users.register.submit, hand.complaint),
      loading: {
        answers: [keepsWaiting(stores.listStores)],
        act: (visit) => visit.page.getByLabel(textsOf(visit).users.fields.storeId, { exact: true }).click(),
        shows: (visit) => visit.page.getByText(textsOf(visit).stores.loading).first(),
      },
      failed: complains(async (visit) => {
        await typeNewcomer(visit);
        await hand.press(visit, textsOf(visit).users.register.submit);
      }, refuses(users.registerUser)),
      dialog: {
        act: (visit) => visit.page.getByLabel(textsOf(visit).users.fields.storeId, { exact: true }).click(),
        shows: ({ page }) => page.getByRole('option').first(),
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
        shows: says((t) => t.users.file.refusals.UsersFileWrongHeaders),
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
        answers: jobRuns,
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
        shows: says((t) => t.errors.UsernameExistsException),
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
      loading: waits(users.findUser, (t) => t.users.user.loading),
      failed: { answers: [refuses(users.findUser)], shows: hand.alert },
      dialog: noDialog,
    },
  },
} as const satisfies Partial<Record<PageName, WalkedPage>>;

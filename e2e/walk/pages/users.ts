import { paths } from '#shared/api/paths.ts';
import type { PageName } from '#shared/api/paths.ts';
import { jobs } from '#shared/api/routes/jobs.ts';
import { stores } from '#shared/api/routes/stores.ts';
import { userFiles } from '#shared/api/routes/user-files.ts';
import { users } from '#shared/api/routes/users.ts';
import { userNamed } from '../data.ts';
import * as hand from '../interactions.ts';
import { importJob, obstacles, refusedUsersFile } from '../reports.ts';
import type { WalkedPage } from '../state.ts';
import { answers, keepsWaiting, refuses } from '../stubbed-responses.ts';
import * as state from './states.ts';

const typeNewUser = hand.fill(({ users: { fields } }) => ({
  [fields.email]: 'anna.lindqvist@nuk.example',
  [fields.storeId]: 'NEW-7',
  [fields.storeName]: 'Harbour',
}));
const openStores = hand.clickLabel((t) => t.users.fields.storeId);
const chooseFile = hand.chooseFile('users.csv');

const runningJobResponses = [
  answers(jobs.latestJob, ({ region }) => ({ jobs: [importJob(region, 'running')] })),
  answers(jobs.findJob, ({ region }) => importJob(region, 'running')),
];

export const userPages = {
  manageUsers: {
    who: 'admin',
    states: {
      filled: { shows: hand.rows },
      empty: state.hasNone(users.listUsers, (t) => t.users.list.empty.title),
      invalid: state.onlyFilters,
      loading: state.waits(users.listUsers, (t) => t.users.list.loading),
      failed: state.fails(users.listUsers),
      dialog: {
        acts: [
          ({ page }) => page.locator('tbody').getByRole('checkbox').nth(1).press('Space'),
          hand.press((t) => t.users.bulk.actions.button),
          ({ page, t }) => page.getByRole('menuitem', { name: t.users.bulk.actions.disable.item, exact: true }).click(),
        ],
        shows: hand.dialog,
      },
    },
    more: {
      look: { acts: [hand.openLook], shows: hand.dialog },
      history: { path: (place) => `${paths.manageUsers(place)}?view=audit`, shows: hand.rows },
      stores: { path: (place) => `${paths.manageUsers(place)}?view=stores`, shows: hand.rows },
      'job runs': state.after([], '[role=progressbar], progress', ...runningJobResponses),
      resend: state.pressed((t) => t.users.bulk.resend.button, hand.dialog),
    },
  },
  individualUserOperations: {
    who: 'admin',
    path: (place) => paths.individualUserOperations(place, userNamed('repairs', place.region).sub),
    states: {
      filled: { shows: state.offers((t) => t.users.operations.delete) },
      empty: state.at(
        (place) => paths.individualUserOperations(place),
        state.says((t) => t.users.user.notFound),
      ),
      invalid: state.complains([
        hand.fill((t) => ({ [t.users.fields.storeId]: '' })),
        hand.press((t) => t.users.storeForm.save),
      ]),
      loading: state.waits(users.findUser, (t) => t.users.user.loading),
      failed: state.fails(users.findUser),
      dialog: state.pressed((t) => t.users.operations.delete, hand.dialog),
    },
    more: {
      'cannot sign in': state.tells(
        (t) => t.users.signIn.obstacles.disabled,
        answers(users.findUser, ({ region }) => ({
          user: { ...userNamed('expired', region), enabled: false, roles: [] },
          sessions: [],
          obstacles,
        })),
      ),
    },
  },
  register: {
    who: 'admin',
    states: {
      filled: { acts: [typeNewUser] },
      empty: state.shown,
      invalid: state.pressed((t) => t.users.register.submit, hand.complaint),
      loading: state.after(
        [openStores],
        ({ page, t }) => page.getByText(t.stores.loading).first(),
        keepsWaiting(stores.listStores),
      ),
      failed: state.complains([typeNewUser, hand.press((t) => t.users.register.submit)], refuses(users.registerUser)),
      dialog: { acts: [openStores], shows: hand.option },
    },
  },
  registerUsersBulk: {
    who: 'admin',
    states: {
      filled: { acts: [chooseFile], shows: '.file-report-title' },
      empty: state.shown,
      invalid: state.after(
        [chooseFile],
        state.says((t) => t.users.file.refusals.UsersFileWrongHeaders),
        answers(userFiles.readUserFile, () => ({ report: refusedUsersFile })),
      ),
      loading: state.after([chooseFile], '.file-progress', keepsWaiting(userFiles.readUserFile)),
      failed: state.after(
        [chooseFile],
        state.says((t) => t.file.notRead.replace('{name}', 'users.csv')),
        refuses(userFiles.requestUserUpload),
        refuses(jobs.latestJob),
      ),
      dialog: state.after([hand.press((t) => t.users.bulk.stop.button)], hand.dialog, ...runningJobResponses),
    },
    more: {
      'import is undone': state.after(
        [hand.press((t) => t.users.bulk.undo.button)],
        hand.dialog,
        answers(jobs.latestJob, ({ region }) => ({ jobs: [importJob(region, 'done')] })),
      ),
      'job has ended': state.tells(
        (t) => t.errors.UsernameExistsException,
        answers(jobs.latestJob, ({ region }) => ({ jobs: [importJob(region, 'done', 1)] })),
        answers(jobs.listFailedRows, ({ region }) => {
          const { email, storeId, storeName, roles } = userNamed('repairs', region);
          return { items: [{ row: 17, email, storeId, storeName, roles, reason: 'UsernameExistsException' }] };
        }),
      ),
    },
  },
  registrationConfirmed: {
    who: 'admin',
    path: (place) => paths.registrationConfirmed(place, userNamed('invited', place.region).sub),
    states: {
      filled: {
        shows: ({ page, place }) => page.locator('main').getByText(userNamed('invited', place.region).email).first(),
      },
      empty: 'Without a user it redirects to “Register a user”.',
      invalid: state.noForm,
      loading: state.waits(users.findUser, (t) => t.users.user.loading),
      failed: state.fails(users.findUser),
      dialog: state.noDialog,
    },
  },
} as const satisfies Partial<Record<PageName, WalkedPage>>;

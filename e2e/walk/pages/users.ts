import { paths } from '#shared/api/paths.ts';
import type { PageName } from '#shared/api/paths.ts';
import { jobs } from '#shared/api/routes/jobs.ts';
import { stores } from '#shared/api/routes/stores.ts';
import { userFiles } from '#shared/api/routes/user-files.ts';
import { users } from '#shared/api/routes/users.ts';
import { findUser } from '../data.ts';
import * as interactions from '../interactions.ts';
import { importJob, obstacles, rejectedUsersFile } from '../reports.ts';
import type { WalkedPage } from '../state.ts';
import { stubResponse, stubPending, stubError } from '../stubbed-responses.ts';
import * as state from './states.ts';

const typeNewUser = interactions.fill(({ users: { fields } }) => ({
  [fields.email]: 'anna.lindqvist@nuk.example',
  [fields.storeId]: 'NEW-7',
  [fields.storeName]: 'Harbour',
}));
const openStores = interactions.clickLabel((t) => t.users.fields.storeId);
const chooseFile = interactions.chooseFile('users.csv');

const runningJobResponses = [
  stubResponse(jobs.latestJob, ({ region }) => ({ jobs: [importJob(region, 'running')] })),
  stubResponse(jobs.findJob, ({ region }) => importJob(region, 'running')),
];

export const userPages = {
  manageUsers: {
    who: 'admin',
    states: {
      filled: { shows: interactions.rows },
      empty: state.emptyState(users.listUsers, (t) => t.users.list.empty.title),
      invalid: state.onlyFilters,
      loading: state.loadingState(users.listUsers, (t) => t.users.list.loading),
      failed: state.failedState(users.listUsers),
      dialog: {
        acts: [
          ({ page }) => page.locator('tbody').getByRole('checkbox').nth(1).press('Space'),
          interactions.press((t) => t.users.bulk.actions.button),
          ({ page, t }) => page.getByRole('menuitem', { name: t.users.bulk.actions.disable.item, exact: true }).click(),
        ],
        shows: interactions.dialog,
      },
    },
    more: {
      look: { acts: [interactions.openPreferences], shows: interactions.dialog },
      history: { path: (place) => `${paths.manageUsers(place)}?view=audit`, shows: interactions.rows },
      stores: { path: (place) => `${paths.manageUsers(place)}?view=stores`, shows: interactions.rows },
      'job runs': state.stateAfterActs([], '[role=progressbar], progress', ...runningJobResponses),
      resend: state.stateAfterPress((t) => t.users.bulk.resend.button, interactions.dialog),
    },
  },
  individualUserOperations: {
    who: 'admin',
    path: (place) => paths.individualUserOperations(place, findUser('repairs', place.region).sub),
    states: {
      filled: { shows: state.buttonLocator((t) => t.users.operations.delete) },
      empty: state.stateAtPath(
        (place) => paths.individualUserOperations(place),
        state.textLocator((t) => t.users.user.notFound),
      ),
      invalid: state.formErrorState([
        interactions.fill((t) => ({ [t.users.fields.storeId]: '' })),
        interactions.press((t) => t.users.storeForm.save),
      ]),
      loading: state.loadingState(users.findUser, (t) => t.users.user.loading),
      failed: state.failedState(users.findUser),
      dialog: state.stateAfterPress((t) => t.users.operations.delete, interactions.dialog),
    },
    more: {
      'cannot sign in': state.textState(
        (t) => t.users.signIn.obstacles.disabled,
        stubResponse(users.findUser, ({ region }) => ({
          user: { ...findUser('expired', region), enabled: false, roles: [] },
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
      empty: state.defaultState,
      invalid: state.stateAfterPress((t) => t.users.register.submit, interactions.formErrors),
      loading: state.stateAfterActs(
        [openStores],
        ({ page, t }) => page.getByText(t.stores.loading).first(),
        stubPending(stores.listStores),
      ),
      failed: state.formErrorState(
        [typeNewUser, interactions.press((t) => t.users.register.submit)],
        stubError(users.registerUser),
      ),
      dialog: { acts: [openStores], shows: interactions.option },
    },
  },
  registerUsersBulk: {
    who: 'admin',
    states: {
      filled: { acts: [chooseFile], shows: '.file-report-title' },
      empty: state.defaultState,
      invalid: state.stateAfterActs(
        [chooseFile],
        state.textLocator((t) => t.users.file.refusals.UsersFileWrongHeaders),
        stubResponse(userFiles.readUserFile, () => ({ report: rejectedUsersFile })),
      ),
      loading: state.stateAfterActs([chooseFile], '.file-progress', stubPending(userFiles.readUserFile)),
      failed: state.stateAfterActs(
        [chooseFile],
        state.textLocator((t) => t.file.notRead.replace('{name}', 'users.csv')),
        stubError(userFiles.requestUserUpload),
        stubError(jobs.latestJob),
      ),
      dialog: state.stateAfterActs(
        [interactions.press((t) => t.users.bulk.stop.button)],
        interactions.dialog,
        ...runningJobResponses,
      ),
    },
    more: {
      'import is undone': state.stateAfterActs(
        [interactions.press((t) => t.users.bulk.undo.button)],
        interactions.dialog,
        stubResponse(jobs.latestJob, ({ region }) => ({ jobs: [importJob(region, 'done')] })),
      ),
      'job has ended': state.textState(
        (t) => t.errors.UsernameExistsException,
        stubResponse(jobs.latestJob, ({ region }) => ({ jobs: [importJob(region, 'done', 1)] })),
        stubResponse(jobs.listFailedRows, ({ region }) => {
          const { email, storeId, storeName, roles } = findUser('repairs', region);
          return { items: [{ row: 17, email, storeId, storeName, roles, reason: 'UsernameExistsException' }] };
        }),
      ),
    },
  },
  registrationConfirmed: {
    who: 'admin',
    path: (place) => paths.registrationConfirmed(place, findUser('invited', place.region).sub),
    states: {
      filled: {
        shows: ({ page, place }) => page.locator('main').getByText(findUser('invited', place.region).email).first(),
      },
      empty: 'Without a user it redirects to “Register a user”.',
      invalid: state.noForm,
      loading: state.loadingState(users.findUser, (t) => t.users.user.loading),
      failed: state.failedState(users.findUser),
      dialog: state.noDialog,
    },
  },
} as const satisfies Partial<Record<PageName, WalkedPage>>;

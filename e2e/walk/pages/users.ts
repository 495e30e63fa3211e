import { paths } from '#shared/api/paths.ts';
import type { PageName } from '#shared/api/paths.ts';
import { jobs } from '#shared/api/routes/jobs.ts';
import { stores } from '#shared/api/routes/stores.ts';
import { userFiles } from '#shared/api/routes/user-files.ts';
import { users } from '#shared/api/routes/users.ts';
import { findUser } from '../data.ts';
import * as interactions from '../interactions.ts';
import { createImportJob, obstacles, rejectedUsersFile } from '../reports.ts';
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
  stubResponse(jobs.latestJob, ({ region }) => ({ jobs: [createImportJob(region, 'running')] })),
  stubResponse(jobs.findJob, ({ region }) => createImportJob(region, 'running')),
];

/** States in which the walk (docs/walk.md) opens the pages for managing users. */
export const userPages = {
  manageUsers: {
    viewer: 'admin',
    states: {
      filled: { shows: interactions.firstRow },
      empty: state.emptyState(users.listUsers, (t) => t.users.list.empty.title),
      invalid: state.onlyFilters,
      loading: state.loadingState(users.listUsers, (t) => t.users.list.loading),
      failed: state.failedState(users.listUsers),
      dialog: {
        actions: [
          ({ page }) => page.locator('tbody').getByRole('checkbox').nth(1).press('Space'),
          interactions.press((t) => t.users.bulk.actions.button),
          ({ page, t }) => page.getByRole('menuitem', { name: t.users.bulk.actions.disable.item, exact: true }).click(),
        ],
        shows: interactions.dialog,
      },
    },
    moreStates: {
      preferences: { actions: [interactions.openPreferences], shows: interactions.dialog },
      history: { path: (place) => `${paths.manageUsers(place)}?view=audit`, shows: interactions.firstRow },
      stores: { path: (place) => `${paths.manageUsers(place)}?view=stores`, shows: interactions.firstRow },
      'job is running': state.stateAfterActions([], '[role=progressbar], progress', ...runningJobResponses),
      resend: state.stateAfterPress((t) => t.users.bulk.resend.button, interactions.dialog),
    },
  },
  individualUserOperations: {
    viewer: 'admin',
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
    moreStates: {
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
    viewer: 'admin',
    states: {
      filled: { actions: [typeNewUser] },
      empty: state.defaultState,
      invalid: state.stateAfterPress((t) => t.users.register.submit, interactions.formErrors),
      loading: state.stateAfterActions(
        [openStores],
        ({ page, t }) => page.getByText(t.stores.loading).first(),
        stubPending(stores.listStores),
      ),
      failed: state.formErrorState(
        [typeNewUser, interactions.press((t) => t.users.register.submit)],
        stubError(users.registerUser),
      ),
      dialog: { actions: [openStores], shows: interactions.option },
    },
  },
  registerUsersBulk: {
    viewer: 'admin',
    states: {
      filled: { actions: [chooseFile], shows: '.file-report-title' },
      empty: state.defaultState,
      invalid: state.stateAfterActions(
        [chooseFile],
        state.textLocator((t) => t.users.file.refusals.UsersFileWrongHeaders),
        stubResponse(userFiles.readUserFile, () => ({ report: rejectedUsersFile })),
      ),
      loading: state.stateAfterActions([chooseFile], '.file-progress', stubPending(userFiles.readUserFile)),
      failed: state.stateAfterActions(
        [chooseFile],
        state.textLocator((t) => t.file.notRead.replace('{name}', 'users.csv')),
        stubError(userFiles.requestUserUpload),
        stubError(jobs.latestJob),
      ),
      dialog: state.stateAfterActions(
        [interactions.press((t) => t.users.bulk.stop.button)],
        interactions.dialog,
        ...runningJobResponses,
      ),
    },
    moreStates: {
      'import is undone': state.stateAfterActions(
        [interactions.press((t) => t.users.bulk.undo.button)],
        interactions.dialog,
        stubResponse(jobs.latestJob, ({ region }) => ({ jobs: [createImportJob(region, 'done')] })),
      ),
      'job has ended': state.textState(
        (t) => t.errors.UsernameExistsException,
        stubResponse(jobs.latestJob, ({ region }) => ({ jobs: [createImportJob(region, 'done', 1)] })),
        stubResponse(jobs.listFailedRows, ({ region }) => {
          const { email, storeId, storeName, roles } = findUser('repairs', region);
          return { items: [{ row: 17, email, storeId, storeName, roles, reason: 'UsernameExistsException' }] };
        }),
      ),
    },
  },
  registrationConfirmed: {
    viewer: 'admin',
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

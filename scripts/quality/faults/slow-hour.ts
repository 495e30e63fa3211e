import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from '#scripts/testing/browser.ts';
import { routes } from '#shared/api/routes/table.ts';
import { createZeroFigure } from '../bench/figure.ts';
import type { Environment } from './environment.ts';
import { openEnvironment } from './environment.ts';
import type { Administrator, JobResult, FileRow } from './imports.ts';
import {
  startUntilAccepted,
  countEmailsLeft,
  createFileRows,
  disableUser,
  findJob,
  measureImport,
  uploadUsersFile,
  startWithoutQueue,
  waitForJob,
} from './imports.ts';
import { isSuccess, measureLosses, measureOutcome } from './ledger.ts';
import type { FaultScenario } from './scenario.ts';
import { createTillUsers, workAtTills } from './tills.ts';

const slowRates = { slow: 1 / 3 };

/** Duration of the simulated hour. `--part` does not shorten it, because its limits are in seconds. */
const hourMs = 120_000;

/** A job whose start never reached the queue counts as stopped after a minute; 15 more seconds allow for delays. */
const interruptedStartTimeoutMs = 75_000;

/** Time after which a disabled user must no longer have access. */
const maxAccessSeconds = 60;

/**
 * Sends requests as one user until a request is rejected or the hour is over. Returns the seconds until the last accepted
 * request.
 */
const measureAccess = async (browser: Browser): Promise<number> => {
  const startedAt = performance.now();
  let lastAccessAt = startedAt;
  while (performance.now() - startedAt < hourMs) {
    const sentAt = performance.now();
    const outcome = await measureOutcome(() =>
      browser.send(routes.repairs.listRepairs, 'nuk', { query: { limit: '10' } }),
    );
    if (outcome.status === 401) break;
    if (isSuccess(outcome)) lastAccessAt = sentAt;
    await wait(500);
  }
  return (lastAccessAt - startedAt) / 1000;
};

/** Signs in all users, and uploads the admins' files, before responses are slowed down. */
const prepareActors = async ({ portal, signIn }: Environment, scaleCount: (count: number) => number) => {
  const prepareAdmin = async (region: Administrator['region'], rows: number) => {
    const admin = { browser: await signIn(region, 'admin'), region };
    const file = createFileRows(region, scaleCount(rows));
    const jobId = await uploadUsersFile(admin, file);
    return { admin, file, jobId, emailsBefore: await countEmailsLeft(admin) };
  };
  return {
    staffEmails: await createTillUsers(portal, scaleCount(20)),
    disabledUser: await signIn('nuk', 'both'),
    nuk: await prepareAdmin('nuk', 250),
    ndach: await prepareAdmin('ndach', 50),
  };
};

type RegionalImport = {
  readonly admin: Administrator;
  readonly file: readonly FileRow[];
  readonly emailsBefore: number;
};

export const slowHour: FaultScenario = {
  description: "A third of DynamoDB's and Cognito's responses are 2 to 8 s late, although the calls succeeded",
  run: async ({ scaleCount }) => {
    const environment = await openEnvironment();
    const { faults } = environment;
    try {
      const { staffEmails, disabledUser, nuk, ndach } = await prepareActors(environment, scaleCount);

      const startedAt = performance.now();
      faults.set('DYNAMODB', slowRates);
      faults.set('COGNITO_IDENTITY_PROVIDER', slowRates);
      const tillsRun = workAtTills(environment, staffEmails, () => performance.now() - startedAt > hourMs);

      // Both starts are interrupted before any message reaches the queue.
      faults.set('SQS', { failed: 1 });
      const [abandonedId, repeatedId] = await Promise.all([
        startWithoutQueue(ndach.admin, ndach.jobId),
        startWithoutQueue(nuk.admin, nuk.jobId),
      ]);
      const interruptedAt = performance.now();
      faults.set('SQS', {});

      /** Repeats the start as the page does, and disables a user while that import runs. */
      const importAndDisable = async () => {
        const nukStart = await startUntilAccepted(nuk.admin, nuk.file, repeatedId);
        const disablingId = await disableUser(nuk.admin, 'both@nuk.example');
        return { nukStart, disablingId, accessSeconds: await measureAccess(disabledUser) };
      };
      /** Imports the file again a little over a minute later, as an admin who has left the page in between. */
      const importAfterwards = async () => {
        await wait(Math.max(0, interruptedStartTimeoutMs - (performance.now() - interruptedAt)));
        const abandonedJob = await findJob(ndach.admin, abandonedId);
        return {
          isAbandonedJobRunning: abandonedJob?.state === 'running',
          ndachStart: await startUntilAccepted(ndach.admin, ndach.file),
        };
      };
      const [
        { nukStart, disablingId, accessSeconds },
        { isAbandonedJobRunning, ndachStart },
        { signIns, bookings, acknowledgedBookings },
      ] = await Promise.all([importAndDisable(), importAfterwards(), tillsRun]);
      faults.clear();

      const waitForJobs = (regionalImport: RegionalImport, ids: readonly string[]): Promise<JobResult[]> =>
        Promise.all(ids.map((id) => waitForJob(regionalImport.admin, id)));
      const [nukJobs, ndachJobs, disablingJobs] = await Promise.all([
        waitForJobs(nuk, nukStart.ids),
        waitForJobs(ndach, [abandonedId, ...ndachStart.ids]),
        waitForJobs(nuk, [disablingId]),
      ]);
      const countStuck = (results: readonly JobResult[]) => results.filter((job) => job === 'stuck').length;

      return [
        createZeroFigure(`Tills locked out with the right password, of ${staffEmails.length}`, signIns.lockedOut),
        createZeroFigure('Sign-ins abandoned after many attempts', signIns.gaveUp),
        createZeroFigure('False "already exists"', bookings.filter(({ status }) => status === 409).length),
        ...(await measureLosses(environment, acknowledgedBookings)),
        createZeroFigure('Interrupted starts that still run a minute later', isAbandonedJobRunning ? 1 : 0),
        createZeroFigure('Starts rejected', [nukStart, ndachStart].filter(({ isRejected }) => isRejected).length),
        createZeroFigure('Imports that never end', countStuck([...nukJobs, ...ndachJobs])),
        createZeroFigure('Bulk actions that never end', countStuck(disablingJobs)),
        { label: 'Access of a disabled user lasted', value: accessSeconds, unit: 's', atMost: maxAccessSeconds },
        ...(await measureImport(environment, nuk, nukJobs)),
        ...(await measureImport(environment, ndach, ndachJobs)),
      ];
    } finally {
      await environment.close();
    }
  },
};

import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from '#scripts/testing/browser.ts';
import { routes } from '#shared/api/routes/table.ts';
import { zeroFigure } from '../bench/figure.ts';
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
  readFile,
  startWithoutQueue,
  waitForEnd,
} from './imports.ts';
import { isSuccess, lossFigures, measureOutcome } from './ledger.ts';
import type { FaultScenario } from './scenario.ts';
import { createTillUsers, workAtTills } from './tills.ts';

const slowRates = { slow: 1 / 3 };

/** Length of the slow hour. `--part` does not shorten it, because its limits are in seconds. */
const hourMs = 120_000;

/** A start that never reached the queue counts as stopped after a minute; the rest allows for detecting it. */
const cutOffIsOverAfterMs = 75_000;

const accessEndsWithinSeconds = 60;

/**
 * Sends requests as one user until one is rejected, or the hour is over. Returns the seconds until the last accepted
 * one.
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

/** Signs in all actors, and has the admins' files read, before responses are slowed down. */
const prepareActors = async ({ portal, signIn }: Environment, many: (count: number) => number) => {
  const prepareAdmin = async (region: Administrator['region'], rows: number) => {
    const admin = { browser: await signIn(region, 'admin'), region };
    const file = createFileRows(region, many(rows));
    const jobId = await readFile(admin, file);
    return { admin, file, jobId, emailsBefore: await countEmailsLeft(admin) };
  };
  return {
    staff: await createTillUsers(portal, many(20)),
    leaver: await signIn('nuk', 'both'),
    nuk: await prepareAdmin('nuk', 250),
    ndach: await prepareAdmin('ndach', 50),
  };
};

type Office = { readonly admin: Administrator; readonly file: readonly FileRow[]; readonly emailsBefore: number };

export const slowHour: FaultScenario = {
  about: "A third of DynamoDB's and Cognito's answers come 2 to 8 s late, with the work done",
  run: async ({ scaleCount }) => {
    const setting = await openEnvironment();
    const { faults } = setting;
    try {
      const { staff, leaver, nuk, ndach } = await prepareActors(setting, scaleCount);

      const startedAt = performance.now();
      faults.set('DYNAMODB', slowRates);
      faults.set('COGNITO_IDENTITY_PROVIDER', slowRates);
      const tillsRun = workAtTills(setting, staff, () => performance.now() - startedAt > hourMs);

      // Both starts are cut off before any message reaches the queue.
      faults.set('SQS', { failed: 1 });
      const [abandonedId, repeatedId] = await Promise.all([
        startWithoutQueue(ndach.admin, ndach.jobId),
        startWithoutQueue(nuk.admin, nuk.jobId),
      ]);
      const cutOffAt = performance.now();
      faults.set('SQS', {});

      /** The page repeats its start; while that import runs, a user is disabled. */
      const importAndDisable = async () => {
        const started = await startUntilAccepted(nuk.admin, nuk.file, repeatedId);
        const disablingId = await disableUser(nuk.admin, 'both@nuk.example');
        return { started, disablingId, accessSeconds: await measureAccess(leaver) };
      };
      /** The other admin has left the page; the same file is imported again a little over a minute later. */
      const importAfterwards = async () => {
        await wait(Math.max(0, cutOffIsOverAfterMs - (performance.now() - cutOffAt)));
        const abandoned = await findJob(ndach.admin, abandonedId);
        return { isRunning: abandoned?.state === 'running', next: await startUntilAccepted(ndach.admin, ndach.file) };
      };
      const [{ started, disablingId, accessSeconds }, { isRunning, next }, { signIns, bookings, acknowledged }] =
        await Promise.all([importAndDisable(), importAfterwards(), tillsRun]);
      faults.clear();

      const endAll = (office: Office, ids: readonly string[]): Promise<JobResult[]> =>
        Promise.all(ids.map((id) => waitForEnd(office.admin, id)));
      const [nukJobs, ndachJobs, disablingJobs] = await Promise.all([
        endAll(nuk, started.ids),
        endAll(ndach, [abandonedId, ...next.ids]),
        endAll(nuk, [disablingId]),
      ]);
      const countDead = (ended: readonly JobResult[]) => ended.filter((job) => job === 'dead').length;

      return [
        zeroFigure(`Tills locked out with the right password, of ${staff.length}`, signIns.lockedOut),
        zeroFigure('Sign-ins given up after many tries', signIns.gaveUp),
        zeroFigure('False "already exists"', bookings.filter(({ status }) => status === 409).length),
        ...(await lossFigures(setting, acknowledged)),
        zeroFigure('Starts cut off that still run a minute later', isRunning ? 1 : 0),
        zeroFigure('Starts rejected', [started, next].filter(({ isRejected }) => isRejected).length),
        zeroFigure('Imports that run for ever', countDead([...nukJobs, ...ndachJobs])),
        zeroFigure('Actions that run for ever', countDead(disablingJobs)),
        { what: 'Disabled: let in for', value: accessSeconds, unit: 's', atMost: accessEndsWithinSeconds },
        ...(await measureImport(setting, nuk, nukJobs)),
        ...(await measureImport(setting, ndach, ndachJobs)),
      ];
    } finally {
      await setting.close();
    }
  },
};

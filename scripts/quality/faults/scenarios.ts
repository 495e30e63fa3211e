import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { mapConcurrently } from '#lambdas/lib/aws/concurrency.ts';
import { toCells, buildGoodLines, headers } from '#lambdas/testing/files/lines.ts';
import { serve } from '#scripts/local-cloud/servers.ts';
import { openBrowser, postFile } from '#scripts/testing/browser.ts';
import { routes } from '#shared/api/routes/table.ts';
import { regions } from '#shared/config/regions.ts';
import { addDays, toCalendarDate } from '#shared/dates/dates.ts';
import { exactFigure, zeroFigure } from '../bench/figure.ts';
import { faultyProxy, refusals } from './faults.ts';
import {
  createBooking,
  clearErrorsFigure,
  isSuccess,
  createLedger,
  sendListRequest,
  lossFigures,
  waitForRmaNumbers,
  measureOutcome,
  sendBooking,
  waitUntilEmpty,
} from './ledger.ts';
import type { Outcome } from './ledger.ts';
import { createScenario } from './scenario.ts';
import type { FaultScenario } from './scenario.ts';
import { cognitoOutage, cognitoThrottled, secretsOutage } from './signing-in.ts';
import { slowHour } from './slow-hour.ts';

/** Maximum time until the provider has received all events and every repair has its RMA number. */
const caughtUpSeconds = 30;

/** Email address without an account: the response is the same, but no email is sent. */
const createUnknownEmail = () => `${randomUUID()}@nuk.example`;

const concurrentBookings = 200;

const race: FaultScenario = {
  about: `${concurrentBookings} bookings of one reference at once`,
  run: async ({ setting: openShared, scaleCount }) => {
    const setting = await openShared();
    const browser = await setting.signIn('nuk', 'repairs');
    const rounds = scaleCount(20);
    const outcomesOfAllRounds: Outcome[] = [];
    const winningBookings: ReturnType<typeof createBooking>[] = [];
    let decidedRounds = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { storeRefNo } = createBooking();
      const requests = Array.from({ length: concurrentBookings }, () => createBooking(storeRefNo));
      const outcomes = await Promise.all(requests.map((body) => sendBooking(browser, body)));
      const winners = requests.filter((_, index) => outcomes[index]?.status === 201);
      const rejected = outcomes.filter(({ code }) => code === 'RepairRequestExists');
      if (winners.length === 1 && rejected.length === concurrentBookings - 1) decidedRounds += 1;
      winningBookings.push(...winners);
      outcomesOfAllRounds.push(...outcomes);
    }
    return [
      exactFigure('Rounds that exactly one won, the others told so', decidedRounds, rounds),
      zeroFigure(
        'Answered with something else',
        outcomesOfAllRounds.filter(({ status }) => status !== 201 && status !== 409).length,
      ),
      // No time limit: 200 concurrent requests wait for four local processes, whereas Lambda would scale out.
      clearErrorsFigure('All', outcomesOfAllRounds),
      ...(await lossFigures(setting, winningBookings)),
    ];
  },
};

export const faultScenarios = {
  throttled: createScenario({
    about: "20 % of DynamoDB's calls are throttled",
    service: 'DYNAMODB',
    prepare: async (setting) => {
      const browser = await setting.signIn('nuk', 'repairs');
      const { book, checkGuarantees } = createLedger(setting, browser);
      const rates = { throttled: 0.2 };
      return {
        phases: [
          { what: 'Bookings', rates, count: 2000, work: book },
          { what: 'Lists', rates, count: 2000, work: () => sendListRequest(browser) },
        ],
        afterAll: checkGuarantees,
      };
    },
  }),

  'lost-answers': createScenario({
    about: 'The answers to 30 % of bookings are lost on their way to the browser, which sends them again',
    service: 'DYNAMODB',
    prepare: async (setting) => {
      const { portal } = setting;
      const browser = await setting.signIn('nuk', 'repairs');
      // Proxy between the browser and the site, started after the sign-in.
      const proxy = await serve(
        faultyProxy({ url: portal.siteUrl, refusals: refusals.DYNAMODB, rates: () => ({ lost: 0.3 }) }),
      );
      const lossyBrowser = openBrowser(
        { ...portal, siteUrl: `http://localhost:${proxy.port}` },
        { cookies: browser.jar },
      );
      const { bookUntilAnswered, checkGuarantees } = createLedger(setting, lossyBrowser);
      return {
        phases: [{ what: 'Bookings', rates: {}, count: 1000, work: bookUntilAnswered, atLeast: 100 }],
        afterAll: checkGuarantees,
        close: proxy.close,
      };
    },
  }),

  race,

  database: createScenario({
    about: 'DynamoDB is away',
    service: 'DYNAMODB',
    prepare: async (setting) => {
      const browser = await setting.signIn('nuk', 'repairs');
      const { book, resend, checkGuarantees } = createLedger(setting, browser);
      const listOnce = () => sendListRequest(browser);
      return {
        // As many at once as the function has local processes; further requests would wait for a process, not for the
        // database.
        duringOutage: [book, listOnce, book, listOnce],
        afterAll: async () => [await resend(), ...(await checkGuarantees())],
      };
    },
  }),

  'cognito-busy': cognitoThrottled,
  cognito: cognitoOutage,

  files: createScenario({
    about: "20 % of S3's calls are throttled; then S3 is away",
    service: 'S3',
    prepare: async ({ signIn }) => {
      const browser = await signIn('nuk', 'returns');
      const purchaseDate = addDays(toCalendarDate(new Date(), regions.nuk.timeZone), -5);
      const fixedCells = { storeId: 'UK-1001', storeRefNo: 'FILE-1', productDescription: 'Article', purchaseDate };
      const lines = buildGoodLines(20).map((line) => toCells({ ...line, ...fixedCells }));
      const csv = [headers, ...lines].map((cells) => `${cells.join(';')}\r\n`).join('');
      const { requestUpload, readReturnFile } = routes['return-files'];
      const read = (key: string) => measureOutcome(() => browser.send(readReturnFile, 'nuk', { body: { key } }));
      const unread = new Set<string>();
      const readOne = async () => {
        const { json } = await browser.send(requestUpload, 'nuk', { body: { bytes: csv.length } });
        const { status } = await postFile(json, csv);
        if (status !== 204) throw new Error(`S3 answered ${status}`);
        unread.add(json.key);
        const outcome = await read(json.key);
        if (isSuccess(outcome)) unread.delete(json.key);
        return outcome;
      };
      // A fast machine would otherwise reach the daily number of files of one user.
      const readOneAndWait = async () => {
        const outcome = await readOne();
        await wait(200);
        return outcome;
      };
      return {
        phases: [{ what: 'Files read', rates: { throttled: 0.2 }, count: 200, maxConcurrency: 3, work: readOne }],
        duringOutage: [readOneAndWait, readOneAndWait],
        before: async () => unread.clear(),
        after: async () => {
          const retried = await mapConcurrently(3, [...unread], read);
          return [
            exactFigure('… files that wait, and are read afterwards', retried.filter(isSuccess).length, retried.length),
          ];
        },
      };
    },
  }),

  queue: createScenario({
    about: "20 % of SQS's calls are throttled; then SQS is away (codes for forgotten passwords)",
    service: 'SQS',
    prepare: ({ portal, mails }) => {
      const requestCode = (email: string) => measureOutcome(() => openBrowser(portal).askForCode('nuk', email));
      const requestOneCode = () => requestCode(createUnknownEmail());
      // One request repeats the same address, which may ask for codes more often than it may fail to sign in.
      let repeatedEmail = createUnknownEmail();
      return {
        phases: [
          { what: 'Codes asked for', rates: { throttled: 0.2 }, count: 300, maxConcurrency: 4, work: requestOneCode },
        ],
        duringOutage: [requestOneCode, () => requestCode(repeatedEmail)],
        before: async () => void (repeatedEmail = createUnknownEmail()),
        afterAll: async () => {
          const lastMailId = Math.max(0, ...(await mails()).map(({ id }) => id));
          const emails = ['repairs@nuk.example', 'admin@nuk.example'];
          const accepted: string[] = [];
          for (const email of emails) if (isSuccess(await requestCode(email))) accepted.push(email);
          const missingEmails = await waitUntilEmpty(async () => {
            const arrived = new Set((await mails()).filter(({ id }) => id > lastMailId).map(({ to }) => to));
            return accepted.filter((email) => !arrived.has(email));
          }, 30_000);
          return [exactFigure('Codes that arrive afterwards', accepted.length - missingEmails.length, emails.length)];
        },
      };
    },
  }),

  secrets: secretsOutage,

  'slow-hour': slowHour,

  bus: createScenario({
    about: 'EventBridge throttles, is away: bookings go on, and every repair gets its number',
    service: 'EVENTBRIDGE',
    ownPortalOptions: { backOffice: { delayMs: 200 } },
    prepare: async (setting) => {
      const { book, acknowledged, rejected, checkGuarantees } = createLedger(
        setting,
        await setting.signIn('nuk', 'repairs'),
      );
      const bookAndRest = async () => {
        const outcome = await book();
        await wait(200);
        return outcome;
      };
      const rates = { throttled: 0.2 };
      return {
        phases: [{ what: 'Bookings', rates, count: 100, maxConcurrency: 4, work: book, atLeast: 100 }],
        duringOutage: [bookAndRest],
        afterAll: async () => {
          const { figures, seconds } = await waitForRmaNumbers(setting.stored, acknowledged(), 2000 * caughtUpSeconds);
          return [
            zeroFigure('Bookings that did not succeed', rejected().length),
            ...(await checkGuarantees()),
            ...figures,
            { what: 'Everything caught up after', value: seconds, unit: 's', atMost: caughtUpSeconds },
          ];
        },
      };
    },
  }),
} as const satisfies Record<string, FaultScenario>;

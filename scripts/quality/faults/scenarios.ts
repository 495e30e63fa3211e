import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { mapConcurrently } from '#lambdas/lib/aws/concurrency.ts';
import { toCells, buildGoodLines, headers } from '#lambdas/testing/files/lines.ts';
import { serve } from '#scripts/local-cloud/servers.ts';
import { openBrowser, postFile } from '#scripts/testing/browser.ts';
import { routes } from '#shared/api/routes/table.ts';
import { regions } from '#shared/config/regions.ts';
import { addDays, toCalendarDate } from '#shared/dates/dates.ts';
import { createExactFigure, createZeroFigure } from '../bench/figure.ts';
import { createFaultyProxy, errorResponses } from './faults.ts';
import {
  createBooking,
  createErrorCodeFigure,
  isSuccess,
  createLedger,
  sendListRequest,
  measureLosses,
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
const maxCatchUpSeconds = 30;

/** Email address without an account: the response is the same, but no email is sent. */
const createUnknownEmail = () => `${randomUUID()}@nuk.example`;

const bookingsPerRound = 200;

const race: FaultScenario = {
  description: `${bookingsPerRound} bookings of one reference at once`,
  run: async ({ openSharedEnvironment, scaleCount }) => {
    const environment = await openSharedEnvironment();
    const browser = await environment.signIn('nuk', 'repairs');
    const roundCount = scaleCount(20);
    const outcomesOfAllRounds: Outcome[] = [];
    const winningBookings: ReturnType<typeof createBooking>[] = [];
    let decidedRoundCount = 0;
    for (let round = 0; round < roundCount; round += 1) {
      const { storeRefNo } = createBooking();
      const requests = Array.from({ length: bookingsPerRound }, () => createBooking(storeRefNo));
      const outcomes = await Promise.all(requests.map((body) => sendBooking(browser, body)));
      const winners = requests.filter((_, index) => outcomes[index]?.status === 201);
      const rejectedOutcomes = outcomes.filter(({ code }) => code === 'RepairRequestExists');
      if (winners.length === 1 && rejectedOutcomes.length === bookingsPerRound - 1) decidedRoundCount += 1;
      winningBookings.push(...winners);
      outcomesOfAllRounds.push(...outcomes);
    }
    return [
      createExactFigure('Rounds with one booking, and all others rejected', decidedRoundCount, roundCount),
      createZeroFigure(
        'Other responses',
        outcomesOfAllRounds.filter(({ status }) => status !== 201 && status !== 409).length,
      ),
      // Response times have no limit, because 200 requests wait for four local processes, whereas Lambda would scale out.
      createErrorCodeFigure('All', outcomesOfAllRounds),
      ...(await measureLosses(environment, winningBookings)),
    ];
  },
};

export const faultScenarios = {
  throttled: createScenario({
    description: "20 % of DynamoDB's calls are throttled",
    service: 'DYNAMODB',
    prepare: async (environment) => {
      const browser = await environment.signIn('nuk', 'repairs');
      const { book, checkGuarantees } = createLedger(environment, browser);
      const rates = { throttled: 0.2 };
      return {
        phases: [
          { label: 'Bookings', rates, count: 2000, work: book },
          { label: 'Lists', rates, count: 2000, work: () => sendListRequest(browser) },
        ],
        afterAll: checkGuarantees,
      };
    },
  }),

  'lost-answers': createScenario({
    description: 'The responses to 30 % of bookings are lost on their way to the browser, which resends the bookings',
    service: 'DYNAMODB',
    prepare: async (environment) => {
      const { portal } = environment;
      const browser = await environment.signIn('nuk', 'repairs');
      // Proxy between the browser and the site, started after the sign-in.
      const proxy = await serve(
        createFaultyProxy({
          url: portal.siteUrl,
          errorResponses: errorResponses.DYNAMODB,
          getRates: () => ({ lost: 0.3 }),
        }),
      );
      const lossyBrowser = openBrowser(
        { ...portal, siteUrl: `http://localhost:${proxy.port}` },
        { cookies: browser.jar },
      );
      const { bookUntilAnswered, checkGuarantees } = createLedger(environment, lossyBrowser);
      return {
        phases: [{ label: 'Bookings', rates: {}, count: 1000, work: bookUntilAnswered, atLeast: 100 }],
        afterAll: checkGuarantees,
        close: proxy.close,
      };
    },
  }),

  race,

  database: createScenario({
    description: 'DynamoDB is unavailable',
    service: 'DYNAMODB',
    prepare: async (environment) => {
      const browser = await environment.signIn('nuk', 'repairs');
      const { book, resend, checkGuarantees } = createLedger(environment, browser);
      const listOnce = () => sendListRequest(browser);
      return {
        // One request for each local process of the function: a further one would wait for a process, not for the database.
        duringOutage: [book, listOnce, book, listOnce],
        afterAll: async () => [await resend(), ...(await checkGuarantees())],
      };
    },
  }),

  'cognito-busy': cognitoThrottled,
  cognito: cognitoOutage,

  files: createScenario({
    description: "20 % of S3's calls are throttled; then S3 is unavailable",
    service: 'S3',
    prepare: async ({ signIn }) => {
      const browser = await signIn('nuk', 'returns');
      const purchaseDate = addDays(toCalendarDate(new Date(), regions.nuk.timeZone), -5);
      const fixedCells = { storeId: 'UK-1001', storeRefNo: 'FILE-1', productDescription: 'Article', purchaseDate };
      const lines = buildGoodLines(20).map((line) => toCells({ ...line, ...fixedCells }));
      const csv = [headers, ...lines].map((cells) => `${cells.join(';')}\r\n`).join('');
      const { requestUpload, readReturnFile } = routes['return-files'];
      const read = (key: string) => measureOutcome(() => browser.send(readReturnFile, 'nuk', { body: { key } }));
      const unreadKeys = new Set<string>();
      const readOne = async () => {
        const { json } = await browser.send(requestUpload, 'nuk', { body: { bytes: csv.length } });
        const { status } = await postFile(json, csv);
        if (status !== 204) throw new Error(`S3 responded with ${status}`);
        unreadKeys.add(json.key);
        const outcome = await read(json.key);
        if (isSuccess(outcome)) unreadKeys.delete(json.key);
        return outcome;
      };
      // A fast machine would otherwise reach the daily number of files of one user.
      const readOneAndWait = async () => {
        const outcome = await readOne();
        await wait(200);
        return outcome;
      };
      return {
        phases: [{ label: 'Files read', rates: { throttled: 0.2 }, count: 200, maxConcurrency: 3, work: readOne }],
        duringOutage: [readOneAndWait, readOneAndWait],
        before: async () => unreadKeys.clear(),
        after: async () => {
          const retryOutcomes = await mapConcurrently(3, [...unreadKeys], read);
          return [
            createExactFigure(
              '… waiting files that are read afterwards',
              retryOutcomes.filter(isSuccess).length,
              retryOutcomes.length,
            ),
          ];
        },
      };
    },
  }),

  queue: createScenario({
    description: "20 % of SQS's calls are throttled; then SQS is unavailable (codes for forgotten passwords)",
    service: 'SQS',
    prepare: ({ portal, listSentEmails }) => {
      const requestCode = (email: string) => measureOutcome(() => openBrowser(portal).askForCode('nuk', email));
      const requestOneCode = () => requestCode(createUnknownEmail());
      // One of the requests repeats the same address, because failed requests must not count towards its limit.
      let repeatedEmail = createUnknownEmail();
      return {
        phases: [
          {
            label: 'Requests for a code',
            rates: { throttled: 0.2 },
            count: 300,
            maxConcurrency: 4,
            work: requestOneCode,
          },
        ],
        duringOutage: [requestOneCode, () => requestCode(repeatedEmail)],
        before: async () => void (repeatedEmail = createUnknownEmail()),
        afterAll: async () => {
          const lastMailId = Math.max(0, ...(await listSentEmails()).map(({ id }) => id));
          const emails = ['repairs@nuk.example', 'admin@nuk.example'];
          const acceptedEmails: string[] = [];
          for (const email of emails) if (isSuccess(await requestCode(email))) acceptedEmails.push(email);
          const missingEmails = await waitUntilEmpty(async () => {
            const receivers = new Set((await listSentEmails()).filter(({ id }) => id > lastMailId).map(({ to }) => to));
            return acceptedEmails.filter((email) => !receivers.has(email));
          }, 30_000);
          return [
            createExactFigure(
              'Codes that arrive afterwards',
              acceptedEmails.length - missingEmails.length,
              emails.length,
            ),
          ];
        },
      };
    },
  }),

  secrets: secretsOutage,

  'slow-hour': slowHour,

  bus: createScenario({
    description: "20 % of EventBridge's calls are throttled; then EventBridge is unavailable",
    service: 'EVENTBRIDGE',
    ownPortalOptions: { backOffice: { delayMs: 200 } },
    prepare: async (environment) => {
      const { book, listAcknowledgedBookings, listFailedBookings, checkGuarantees } = createLedger(
        environment,
        await environment.signIn('nuk', 'repairs'),
      );
      const bookAndWait = async () => {
        const outcome = await book();
        await wait(200);
        return outcome;
      };
      const rates = { throttled: 0.2 };
      return {
        phases: [{ label: 'Bookings', rates, count: 100, maxConcurrency: 4, work: book, atLeast: 100 }],
        duringOutage: [bookAndWait],
        afterAll: async () => {
          // Waits twice as long as allowed, so that a figure above its limit still shows how long it took.
          const { figures, seconds } = await waitForRmaNumbers(
            environment.storedData,
            listAcknowledgedBookings(),
            2000 * maxCatchUpSeconds,
          );
          return [
            createZeroFigure('Bookings that did not succeed', listFailedBookings().length),
            ...(await checkGuarantees()),
            ...figures,
            { label: 'All events processed after', value: seconds, unit: 's', atMost: maxCatchUpSeconds },
          ];
        },
      };
    },
  }),
} as const satisfies Record<string, FaultScenario>;

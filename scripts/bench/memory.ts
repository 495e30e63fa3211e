import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openBrowser } from '#e2e/api/browser.ts';
import type { Browser } from '#e2e/api/browser.ts';
import { postFile } from '#e2e/api/return-bookings.ts';
import type { Route } from '#shared/route.ts';
import { routes } from '#shared/routes/table.ts';
import { demoStores } from '../demo/accounts.ts';
import type { Portal } from '../demo/portal.ts';
import { startTemporaryPortal } from '../demo/temporary-portal.ts';
import { deployedFunctions } from './deployed-functions.ts';
import type { Bench } from './figure.ts';
import { peakMegabytes } from './function-processes.ts';
import { newBooking } from './repairs-function.ts';
import { returnsWorkbook } from './returns-files.ts';
import { newReturn } from './returns-function.ts';

const region = 'nuk';
const rounds = 40;
const importedUsers = 200;
const [{ id: storeId, name: storeName }] = demoStores.nuk;

const newcomer = (name: string) => ({
  email: `${name}@nuk.example`,
  storeId,
  storeName,
  roles: ['register-repairs'],
});

/** A busy machine says so; the same request sent again is the same booking. */
const retryWhenBusy = async <A extends { readonly status: number }>(send: () => Promise<A>): Promise<A> => {
  let answer = await send();
  for (let tries = 1; answer.status === 503 && tries < 5; tries += 1) {
    await wait(2000);
    answer = await send();
  }
  return answer;
};

/** Somebody who is signed in; a call that is not answered as it should be ends the bench. */
const personAt = async (portal: Portal, name: string) => {
  const browser = openBrowser(portal);
  const signIn = async (): Promise<void> => {
    const { status } = await retryWhenBusy(() => browser.login(region, `${name}@${region}.example`));
    if (status !== 200) throw new Error(`${name} could not sign in: ${status}`);
  };
  const call = async <R extends Route>(route: R, sent: Parameters<Browser['send']>[2] = {}) => {
    const { status, json } = await retryWhenBusy(() => browser.send(route, region, sent));
    if (status !== route.status) throw new Error(`${route.path} answered ${status} ${JSON.stringify(json)}`);
    return json;
  };
  await signIn();
  return { signIn, call };
};

/** Uses the portal as its people do, and asks of each function the largest that it may be asked. */
const exercise = async (portal: Portal): Promise<void> => {
  const admin = await personAt(portal, 'admin');
  const repairs = await personAt(portal, 'repairs');
  const returns = await personAt(portal, 'returns');
  const workbook = await returnsWorkbook({ storeId });

  for (let round = 0; round < rounds; round += 1) {
    await repairs.signIn();
    await repairs.call(routes.repairs.bookRepair, { body: newBooking(`memory-${round}`) });
    await repairs.call(routes.repairs.listRepairs);
    await returns.call(routes.returns.listReturns);
    await admin.call(routes.stores.listStores);
    await admin.call(routes.users.listUsers);
    await admin.call(routes.users.registerUser, { body: newcomer(`memory-${round}`) });
    if (round % 4 > 0) continue;
    await returns.call(routes.returns.bookReturn, { body: newReturn(`memory-${round}`, new Date()) });
    const posted = await returns.call(routes['return-files'].requestUpload, { body: { bytes: workbook.length } });
    const { status } = await postFile(posted, workbook);
    if (status !== 204) throw new Error(`S3 answered ${status}`);
    await returns.call(routes['return-files'].readReturnFile, { body: { key: posted.key } });
  }

  const id = randomUUID();
  const rows = Array.from({ length: importedUsers }, (_, row) => ({ row: row + 2, ...newcomer(`imported-${row}`) }));
  await admin.call(routes.jobs.startImport, { body: { id, updateExisting: false, rows } });
  while ((await admin.call(routes.jobs.findJob, { query: { id } })).state === 'running') await wait(500);
};

/** How far a function may fill its memory: the rest is for what nobody has tried. */
const fullest = 0.6;

/** What each function uses of its memory at most, by which its size is held (docs/functions.md). */
export const memory: Bench = {
  about: 'what functions use of their memory while the portal on this machine is used',
  run: async ({ say }) => {
    const functions = [...(await deployedFunctions(say)).values()];
    const portal = await startTemporaryPortal({ warm: false, backOffice: { delayMs: 0 }, say });
    try {
      await exercise(portal);
      const peaks = peakMegabytes(functions);
      return functions.flatMap(({ name, memoryMb }) => {
        const peak = peaks.get(name);
        return peak === undefined
          ? []
          : [{ what: `Function: ${name}`, value: Math.round(peak), unit: 'MB', atMost: fullest * memoryMb }];
      });
    } finally {
      await portal.stop();
    }
  },
};

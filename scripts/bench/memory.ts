import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from '#e2e/api/browser.ts';
import { openBrowser } from '#e2e/api/browser.ts';
import { postFile } from '#e2e/api/return-bookings.ts';
import type { Route } from '#shared/route.ts';
import { auth } from '#shared/routes/auth.ts';
import { jobs } from '#shared/routes/jobs.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { returnFiles } from '#shared/routes/return-files.ts';
import { returns } from '#shared/routes/returns.ts';
import { stores } from '#shared/routes/stores.ts';
import { users } from '#shared/routes/users.ts';
import { demoStores } from '../demo/accounts.ts';
import { startPortal } from '../demo/portal.ts';
import { temporaryFolder } from '../local-cloud/temporary-folder.ts';
import { deployedFunctions } from './deployed-functions.ts';
import type { Bench, Figure } from './figure.ts';
import { usedByFunctions } from './function-processes.ts';
import { newBooking } from './repairs-function.ts';
import { returnsWorkbook } from './returns-files.ts';
import { newReturn } from './returns-function.ts';

const region = 'nuk';

/** A busy machine says so; the same request sent again is the same booking. */
const patiently = async <A extends { readonly status: number }>(send: () => Promise<A>): Promise<A> => {
  let answer = await send();
  for (let tries = 1; answer.status === 503 && tries < 5; tries += 1) {
    await wait(2000);
    answer = await send();
  }
  return answer;
};

/** Somebody who is signed in; a call that is not answered as it should be ends the bench. */
const personAt = (browser: Browser) => ({
  signIn: async (name: string): Promise<void> => {
    const { status } = await patiently(() => browser.login(region, `${name}@${region}.example`));
    if (status !== 200) throw new Error(`${name} could not sign in: ${status}`);
  },
  call: async <R extends Route>(route: R, sent: Parameters<Browser['send']>[2] = {}) => {
    const { status, json } = await patiently(() => browser.send(route, region, sent));
    if (status !== route.status) throw new Error(`${route.path} answered ${status} ${JSON.stringify(json)}`);
    return json;
  },
});
type Person = ReturnType<typeof personAt>;

type People = { readonly admin: Person; readonly repairs: Person; readonly returns: Person };

/** What a function is mostly asked, so often that what it takes can be told from the kernel's clock. */
type Work = {
  readonly what: string;
  /** Whose processor is counted; those that follow by themselves are, too. */
  readonly of: readonly string[];
  readonly times: number;
  readonly once: (people: People, time: number) => Promise<unknown>;
};

const [{ id: storeId, name: storeName }] = demoStores.nuk;

const newcomer = (name: string) => ({
  email: `${name}@nuk.example`,
  storeId,
  storeName,
  roles: ['register-repairs'],
});

const works = (workbook: Uint8Array<ArrayBuffer>): readonly Work[] => [
  { what: 'a sign-in', of: ['auth'], times: 40, once: ({ repairs: who }) => who.signIn('repairs') },
  {
    what: 'a renewed session',
    of: ['auth'],
    times: 100,
    once: ({ returns: who }) => who.call(auth.refreshToken, { body: {} }),
  },
  {
    what: 'a booked repair',
    of: ['repairs', 'changes of records', 'reports of the back office'],
    times: 200,
    once: ({ repairs: who }, time) => who.call(repairs.bookRepair, { body: newBooking(`memory-${time}`) }),
  },
  {
    what: 'a list of 25 repairs',
    of: ['repairs'],
    times: 200,
    once: ({ repairs: who }) => who.call(repairs.listRepairs),
  },
  {
    what: 'a booked return of 1,000 lines',
    of: ['returns', 'changes of records', 'reports of the back office'],
    times: 10,
    once: ({ returns: who }, time) => who.call(returns.bookReturn, { body: newReturn(`memory-${time}`, new Date()) }),
  },
  { what: 'a list of returns', of: ['returns'], times: 100, once: ({ returns: who }) => who.call(returns.listReturns) },
  {
    what: 'a workbook of 1,000 lines, read',
    of: ['return-files'],
    times: 30,
    once: async ({ returns: who }) => {
      const posted = await who.call(returnFiles.requestUpload, { body: { bytes: workbook.length } });
      const { status } = await postFile(posted, workbook);
      if (status !== 204) throw new Error(`S3 answered ${status}`);
      await who.call(returnFiles.readReturnFile, { body: { key: posted.key } });
    },
  },
  { what: 'the list of stores', of: ['stores'], times: 100, once: ({ admin }) => admin.call(stores.listStores) },
  { what: 'a list of users', of: ['users'], times: 100, once: ({ admin }) => admin.call(users.listUsers) },
  {
    what: 'an invited user',
    of: ['users', 'emails', 'notices'],
    times: 40,
    once: ({ admin }, time) => admin.call(users.registerUser, { body: newcomer(`memory-${time}`) }),
  },
  {
    what: 'an import of 200 users',
    of: ['jobs', 'job-worker', 'emails', 'notices'],
    times: 1,
    once: async ({ admin }, time) => {
      const id = randomUUID();
      const rows = Array.from({ length: 200 }, (_, row) => ({ row: row + 2, ...newcomer(`imported-${time}-${row}`) }));
      await admin.call(jobs.startImport, { body: { id, updateExisting: false, rows } });
      while ((await admin.call(jobs.findJob, { query: { id } })).state === 'running') await wait(500);
    },
  },
];

/** How far a function may fill its memory: the rest is for what nobody has tried. */
const fullest = 0.6;

/** What each function uses of its memory and of a processor, by which its size is chosen (docs/functions.md). */
export const memory: Bench = {
  about: 'what functions use of their memory and of a processor while the portal on this machine is used',
  run: async ({ say }) => {
    const functions = [...(await deployedFunctions(say)).values()];
    const { path, remove } = temporaryFolder();
    const portal = await startPortal({ stateFolder: path, port: 0, warm: false, backOffice: { delayMs: 0 }, say });
    try {
      const people: People = {
        admin: personAt(openBrowser(portal)),
        repairs: personAt(openBrowser(portal)),
        returns: personAt(openBrowser(portal)),
      };
      const used = () => usedByFunctions(functions);
      const millisecondsOf = (name: string) => used().get(name)?.milliseconds ?? 0;
      /** What follows a booking follows within seconds. */
      const quiet = async () => {
        const sum = () =>
          used()
            .values()
            .reduce((total, { milliseconds }) => total + milliseconds, 0);
        for (let before = -1; before !== sum(); await wait(1500)) before = sum();
      };

      for (const [name, person] of Object.entries(people)) await person.signIn(name);
      const figures: Figure[] = [];
      for (const { what, of, times, once } of works(await returnsWorkbook({ storeId }))) {
        say(`${what} …`);
        // Nobody who is the first.
        await once(people, -1);
        await quiet();
        const before = of.map(millisecondsOf);
        for (let time = 0; time < times; time += 1) await once(people, time);
        await quiet();
        figures.push(
          ...of.map((name, index) => ({
            what: `${what}: processor, ${name}`,
            value: (millisecondsOf(name) - (before[index] ?? 0)) / times,
            unit: 'ms',
          })),
        );
      }
      for (const { name, memoryMb } of functions) {
        const { megabytes } = used().get(name) ?? { megabytes: 0 };
        if (megabytes === 0) continue;
        figures.push({
          what: `Function: ${name}, most memory`,
          value: Math.round(megabytes),
          unit: 'MB',
          atMost: fullest * memoryMb,
        });
      }
      return figures;
    } finally {
      await portal.stop();
      remove();
    }
  },
};

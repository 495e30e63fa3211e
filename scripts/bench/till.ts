import type { Browser, Locator, Page } from '@playwright/test';
import { limits } from '#shared/limits.ts';
import { texts } from '#shared/locales/texts.ts';
import { paths } from '#shared/paths.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { temporaryFolder } from '../local-cloud/temporary-folder.ts';
import { region } from '../testing/signed-in.ts';
import { slowProcessor, withBrowser, withPage } from './browser.ts';
import type { Bench, Figure } from './figure.ts';
import { constantWork, interactionsOf, p98, record } from './interactions.ts';
import { buildSite, withSite } from './site.ts';

const at = { prefix: 'UK', region } as const;
const t = texts.en;

/** What the constant work takes on the till that the targets are meant for: a processor four times slower than a usual one of today. */
const tillMs = 50;

/** As people type. */
const betweenKeysMs = 180;

type Step = {
  readonly name: string;
  /** What has to be done before, and isn't measured. */
  readonly before?: (page: Page) => Promise<unknown>;
} & (
  | { readonly typed: string }
  /** Pressed one after the other. */
  | { readonly pressed: (page: Page) => readonly Locator[]; readonly until?: (page: Page) => Locator }
);

type Use = {
  readonly path: string;
  readonly steps: readonly Step[];
};

const inField = (name: string) => (page: Page) => page.locator(`[data-field="${name}"] input`).first().click();

const button = (name: string) => (page: Page) => [page.getByRole('button', { name, exact: true })];

const headers = (page: Page) =>
  ['Products', 'Serial number', 'Status', 'Status', 'Submitted on', 'Store name'].map((name) =>
    page.getByRole('columnheader', { name }).getByRole('button'),
  );

const takeOver = t.returns.file.takeOver.replace('{count}', returnLimits.lines.toLocaleString('en-GB'));
const chooseFile = async (page: Page) => {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'returns.csv', mimeType: 'text/csv', buffer: Buffer.from('store id;…') });
  await page.getByRole('button', { name: takeOver }).waitFor();
};
const ofLine = (text: string) => button(text.replace('{line}', String(returnLimits.lines - 3)));

const listSteps = (rows: string): readonly Step[] => [
  { name: `Sorting ${rows}`, pressed: headers },
  { name: `A key in the search, ${rows}`, before: inField('search'), typed: 'XTW7000' },
];

/** THE scripted use of a till. */
const uses: readonly Use[] = [
  {
    path: paths.bookRepair(at),
    steps: [
      { name: 'A key in the reference of a repair', before: inField('storeRefNo'), typed: 'REF 2026 000123' },
      {
        name: 'A key in the description',
        before: (page) => page.locator('[data-field="detailedDescription"] textarea').click(),
        typed: 'The picture flickers.',
      },
      {
        name: 'Sending a form that is not complete',
        pressed: button(t.repairs.book.submit),
      },
      { name: 'A key after that', before: inField('storeRefNo'), typed: 'REF 2026 000123' },
    ],
  },
  {
    path: paths.bookReturn(at),
    steps: [
      { name: 'Taking over 1,000 lines', before: chooseFile, pressed: button(takeOver) },
      {
        name: 'A key in the reference, 1,000 lines',
        before: (page) => page.getByLabel(t.returns.fields.storeRefNo).click(),
        typed: 'RET 2026 000123',
      },
      { name: 'A key in a serial number, 1,000 lines', before: inField('entry.serialNumber'), typed: 'XTW712345' },
      {
        name: 'A line’s first button, 1,000 lines',
        before: (page) => page.getByRole('button', { name: t.returns.book.clear }).click(),
        pressed: ofLine(t.returns.book.edit),
      },
      {
        name: 'Saving a line, 1,000 lines',
        pressed: button(t.returns.book.save),
      },
      { name: 'Removing a line, 1,000 lines', pressed: ofLine(t.returns.book.remove) },
      {
        name: 'Turning the page of 1,000 lines',
        pressed: button(t.list.pages.next),
      },
      {
        name: 'Booking a return of 1,000 lines',
        pressed: button(t.returns.book.submit),
        until: (page) => page.getByRole('button', { name: t.returns.book.booked.next }),
      },
    ],
  },
  { path: paths.submittedRepairs(at), steps: listSteps('25 rows') },
  { path: `${paths.submittedRepairs(at)}?size=100`, steps: listSteps('100 rows') },
  { path: `${paths.submittedRepairs(at)}?size=all`, steps: listSteps('5,000 rows') },
];

const figureOf = (name: string, durations: readonly number[], work: number): Figure => {
  const worst = p98(durations);
  return {
    what: `${name}: p98 of ${durations.length}, ${Math.round(worst)} ms here`,
    value: Math.round((worst * tillMs) / work),
    unit: 'ms',
    atMost: 200,
  };
};

/** In how long something pressed is done, also where it goes on after the next paint. */
const betweenPressesMs = 700;

/** By its place on the screen: looking for an element would take the page's own time. */
const placeOf = async (locator: Locator) => {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
};

/** Finds out how a step is done, and hands back the doing. */
const prepared = async (page: Page, step: Step): Promise<() => Promise<void>> => {
  if ('typed' in step) return () => page.keyboard.type(step.typed, { delay: betweenKeysMs });
  const places: { readonly x: number; readonly y: number }[] = [];
  // oxlint-disable-next-line no-await-in-loop -- each may scroll the page
  for (const locator of step.pressed(page)) places.push(await placeOf(locator));
  return async () => {
    for (const { x, y } of places) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a reader does
      await page.mouse.click(x, y);
      // oxlint-disable-next-line no-await-in-loop
      await page.waitForTimeout(betweenPressesMs);
    }
    await step.until?.(page).waitFor();
  };
};

const used = (browser: Browser, origin: string, { path, steps }: Use): Promise<Figure[]> =>
  withPage(browser, { isSignedIn: true, watch: record }, async (page, session) => {
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const figures: Figure[] = [];
    for (const step of steps) {
      /* oxlint-disable no-await-in-loop -- one step of a use after the other */
      await step.before?.(page);
      const act = await prepared(page, step);
      await slowProcessor(session);
      const work = [await constantWork(page)];
      const { durations } = await interactionsOf(page, act);
      work.push(await constantWork(page));
      await slowProcessor(session, 1);
      /* oxlint-enable no-await-in-loop */
      figures.push(figureOf(step.name, durations, (Math.min(...work) + Math.max(...work)) / 2));
    }
    return figures;
  });

/** Runs in a page before anything of it does: notes when the first row of a list is there, and when all are. */
const watchRows = () => {
  const seen: Record<string, number> = {};
  Object.assign(window, { rowsSeen: seen });
  new MutationObserver(() => {
    if (document.querySelector('tbody th')) seen['first'] ??= performance.now();
    if (document.querySelector('table[aria-rowcount="5001"]')) seen['last'] ??= performance.now();
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-rowcount'] });
};

/** "All" with as many rows as it shows at most: from the address to the rows. */
const allRows = (browser: Browser, origin: string): Promise<Figure[]> =>
  withPage(browser, { isSignedIn: true, watch: record }, async (page, session) => {
    await page.addInitScript(watchRows);
    await slowProcessor(session);
    await page.goto(`${origin}${paths.submittedRepairs(at)}?size=all`);
    await page.locator('table[aria-rowcount="5001"]').waitFor({ timeout: 120_000 });
    const longestTask = await page.evaluate(() => Math.max(0, ...window.recorded.longTasks));
    const work = await constantWork(page);
    const { first = NaN, last = NaN } = await page.evaluate(
      () => (window as unknown as { rowsSeen: Record<string, number> }).rowsSeen,
    );
    const heap = await page.evaluate(
      () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 2 ** 20,
    );
    const onTill = (ms: number) => Math.round((ms * tillMs) / work);
    return [
      { what: `All: first row, ${Math.round(first)} ms here`, value: onTill(first), unit: 'ms' },
      { what: `All: last of 5,000 rows, ${Math.round(last)} ms here`, value: onTill(last), unit: 'ms', atMost: 8000 },
      { what: 'All: longest task', value: onTill(longestTask), unit: 'ms', atMost: 1000 },
      { what: 'All: memory of the page', value: heap, unit: 'MB', atMost: 64 },
    ];
  });

/** What a till's user feels: each interaction of a scripted use on a slow processor, by the browser's own timing. */
export const till: Bench = {
  about: `interactions on a slow processor, where a constant piece of work takes ${tillMs} ms`,
  run: async ({ say }) => {
    const { path, remove } = temporaryFolder();
    try {
      say('Building the page …');
      await buildSite(path);
      const portal = { groups: ['register-repairs', 'register-returns'], records: limits.allRows } as const;
      return await withSite(path, portal, (origin) =>
        withBrowser(async (browser) => {
          const figures: Figure[] = [];
          for (const use of uses) {
            say(`${use.path} …`);
            // oxlint-disable-next-line no-await-in-loop -- two at once would slow each other down
            figures.push(...(await used(browser, origin, use)));
          }
          return [...figures, ...(await allRows(browser, origin))];
        }),
      );
    } finally {
      remove();
    }
  },
};

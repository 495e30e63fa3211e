import type { Browser, Locator, Page } from '@playwright/test';
import type { Group } from '#shared/groups.ts';
import { limits } from '#shared/limits.ts';
import { texts } from '#shared/locales/texts.ts';
import { paths } from '#shared/paths.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { withChromium } from '../browsers.ts';
import { build } from '../build/build.ts';
import { region } from '../testing/signed-in.ts';
import { constantWork, interactionsOf, p98, processorTime, record, slowProcessor, withPage } from './browser.ts';
import type { Bench, Figure } from './figure.ts';
import { withSite } from './site.ts';

const at = { prefix: 'UK', region } as const;
const t = texts.en;

/** What the constant work takes on the till that the targets are meant for: a processor four times slower than a usual one of today. */
const tillMs = 50;

/** As people type; and in how long something pressed is done, also where it goes on after the next paint. */
const betweenKeysMs = 180;
const betweenPressesMs = 700;

/** A key in a return of 1,000 lines may take little more of the processor than the same key in an empty one. */
const mostTimesAnEmptyForm = 1.5;

type Step = {
  readonly name: string;
  /** What has to be done before, and isn't measured. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** An earlier step of the same page that does the same in an empty form. */
  readonly comparedWith?: string;
} & (
  | { readonly typed: string }
  | { readonly pressed: (page: Page) => readonly Locator[]; readonly until?: (page: Page) => Locator }
);

const inField = (name: string) => (page: Page) => page.locator(`[data-field="${name}"] input`).first().click();
const button = (name: string) => (page: Page) => [page.getByRole('button', { name, exact: true })];
const ofLine = (text: string) => button(text.replace('{line}', String(returnLimits.lines - 3)));
/** Five columns have room, whatever a list has more of; one is turned round. */
const headers = (page: Page) =>
  [0, 1, 2, 2, 3, 4].map((column) => page.getByRole('columnheader').getByRole('button').nth(column));

const takeOver = t.returns.file.takeOver.replace('{count}', returnLimits.lines.toLocaleString('en-GB'));
const chooseFile = async (page: Page) => {
  const file = { name: 'returns.csv', mimeType: 'text/csv', buffer: Buffer.from('store id;…') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: takeOver }).waitFor();
};

const returnReference = {
  before: (page: Page) => page.getByLabel(t.returns.fields.storeRefNo).click(),
  typed: 'RET 2026 000123',
};
/** The fields of the scan row. */
const scanRow = [
  { field: 'EAN', before: inField('entry.ean'), typed: '045496' },
  { field: 'purchase date', before: inField('entry.purchaseDate'), typed: '01/11/2026' },
  { field: 'serial number', before: inField('entry.serialNumber'), typed: 'XTW712345' },
  { field: 'description', before: inField('entry.productDescription'), typed: 'Console' },
] as const;
const clearScanRow = (page: Page) => page.getByRole('button', { name: t.returns.book.clear }).click();
const clearReference = async (page: Page) => {
  await page.getByLabel(t.returns.fields.storeRefNo).fill('');
  await clearScanRow(page);
};
const keepDates = (page: Page) => [page.getByRole('checkbox', { name: t.returns.book.keepDates })];

const reference = { before: inField('storeRefNo'), typed: 'REF 2026 000123' };

const listSteps = (rows: string): readonly Step[] => [
  { name: `Sorting ${rows}`, pressed: headers },
  { name: `A key in the search, ${rows}`, before: inField('search'), typed: 'XTW7000' },
];

const uses: Readonly<Record<string, readonly Step[]>> = {
  [paths.bookRepair(at)]: [
    { name: 'A key in the reference of a repair', ...reference },
    {
      name: 'A key in the description',
      before: (page) => page.locator('[data-field="detailedDescription"] textarea').click(),
      typed: 'The picture flickers.',
    },
    { name: 'Sending a form that is not complete', pressed: button(t.repairs.book.submit) },
    { name: 'A key after that', ...reference },
  ],
  [paths.bookReturn(at)]: [
    { name: 'A key in the reference, no line', ...returnReference },
    ...scanRow.map(({ field, ...step }) => ({ name: `A key in the ${field}, no line`, ...step })),
    {
      name: 'Taking over 1,000 lines',
      before: async (page) => {
        await clearReference(page);
        await chooseFile(page);
      },
      pressed: button(takeOver),
    },
    {
      name: 'A key in the reference, 1,000 lines',
      ...returnReference,
      comparedWith: 'A key in the reference, no line',
    },
    ...scanRow.map(({ field, ...step }) => ({
      name: `A key in the ${field}, 1,000 lines`,
      ...step,
      comparedWith: `A key in the ${field}, no line`,
    })),
    { name: 'The checkbox of the scan row, 1,000 lines', pressed: keepDates },
    { name: 'Opening a line, 1,000 lines', before: clearScanRow, pressed: ofLine(t.returns.book.edit) },
    { name: 'Saving a line, 1,000 lines', pressed: button(t.returns.book.save) },
    { name: 'Removing a line, 1,000 lines', pressed: ofLine(t.returns.book.remove) },
    { name: 'Turning the page of 1,000 lines', pressed: button(t.list.pages.next) },
    {
      name: 'Booking a return of 1,000 lines',
      pressed: button(t.returns.book.submit),
      until: (page) => page.getByRole('button', { name: t.returns.book.booked.next }),
    },
  ],
  [paths.submittedRepairs(at)]: listSteps('25 rows'),
  [`${paths.submittedRepairs(at)}?size=100`]: listSteps('100 rows'),
  [`${paths.submittedRepairs(at)}?size=all`]: listSteps('5,000 rows'),
};

const firstCheckboxes = (page: Page) => [1, 2, 3].map((row) => page.getByRole('checkbox').nth(row));

const adminUses: typeof uses = {
  [`${paths.manageUsers(at)}?size=all`]: [
    { name: 'A checkbox, 5,000 users', pressed: firstCheckboxes },
    { name: 'A key in the search, 5,000 users', before: inField('search'), typed: 'user-49' },
  ],
};

/** By its place on the screen: looking for an element would take the page's own time. */
const placeOf = async (locator: Locator) => {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return [x + width / 2, y + height / 2] as const;
};

/** Finds out how a step is done, and hands back the doing. */
const prepared = async (page: Page, step: Step): Promise<() => Promise<void>> => {
  if ('typed' in step) return () => page.keyboard.type(step.typed, { delay: betweenKeysMs });
  const places: (readonly [x: number, y: number])[] = [];
  // One after the other: each may scroll the page, and so does a reader.
  for (const locator of step.pressed(page)) places.push(await placeOf(locator));
  return async () => {
    for (const [x, y] of places) {
      await page.mouse.click(x, y);
      await page.waitForTimeout(betweenPressesMs);
    }
    await step.until?.(page).waitFor();
  };
};

const used = (browser: Browser, address: string, steps: readonly Step[]): Promise<Figure[]> =>
  withPage(browser, { isSignedIn: true, watch: record }, async (page, session) => {
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const figures: Figure[] = [];
    const processorTimes = new Map<string, number>();
    for (const step of steps) {
      await step.before?.(page);
      const act = await prepared(page, step);
      await slowProcessor(session);
      const before = await constantWork(page);
      let durations: number[] = [];
      const processorMs = await processorTime(session, async () => {
        durations = await interactionsOf(page, act);
      });
      processorTimes.set(step.name, processorMs);
      const work = (before + (await constantWork(page))) / 2;
      await slowProcessor(session, 1);
      figures.push({
        what: `${step.name}: p98 of ${durations.length}`,
        value: Math.round((p98(durations) * tillMs) / work),
        unit: 'ms',
        atMost: 200,
      });
      const emptyMs = step.comparedWith === undefined ? undefined : processorTimes.get(step.comparedWith);
      if (emptyMs !== undefined)
        figures.push({
          what: `${step.name}: processor time against an empty form`,
          value: processorMs / emptyMs,
          atMost: mostTimesAnEmptyForm,
        });
    }
    return figures;
  });

export const till: Bench = {
  about: `interactions on a slow processor, where a constant piece of work takes ${tillMs} ms`,
  run: async ({ say }) => {
    await build(say);
    const measure = (groups: readonly Group[], pages: typeof uses) =>
      withSite({ groups, records: limits.allRows }, (origin) =>
        withChromium(async (browser) => {
          const figures: Figure[] = [];
          // Two at once would slow each other down.
          for (const [path, steps] of Object.entries(pages)) {
            say(`${path} …`);
            figures.push(...(await used(browser, origin + path, steps)));
          }
          return figures;
        }),
      );
    const staffFigures = await measure(['register-repairs', 'register-returns'], uses);
    const adminFigures = await measure(['admin'], adminUses);
    return [...staffFigures, ...adminFigures];
  },
};

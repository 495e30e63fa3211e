import type { Browser, Locator, Page } from '@playwright/test';
import { runWithChromium } from '#scripts/browsers.ts';
import { build } from '#scripts/build/build.ts';
import { benchRegion } from '#scripts/testing/signed-in-user.ts';
import { paths } from '#shared/api/paths.ts';
import { limits } from '#shared/config/limits.ts';
import { texts } from '#shared/locales/texts.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import type { Group } from '#shared/users/groups.ts';
import {
  measureConstantWork,
  measureInteractions,
  p98,
  measureProcessorTime,
  recordInteractions,
  throttleProcessor,
  runWithPage,
} from './browser.ts';
import type { Bench, Figure } from './figure.ts';
import { runWithSite } from './site.ts';

const params = { prefix: 'UK', region: benchRegion } as const;
const t = texts.en;

/** Duration of the calibration work on the reference till, a store's slow computer: its processor is four times slower than a typical one of today. */
const referenceWorkMs = 50;

/** Interval between key presses, and between clicks, whose work may continue after the next paint. */
const keyIntervalMs = 180;
const clickIntervalMs = 700;

/** Maximum ratio of the processor time of a key press in a return of 1,000 lines to that of the same in an empty form. */
const maxRatioToEmptyForm = 1.5;

type Step = {
  readonly name: string;
  /** Preparation that isn't measured. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Name of the same step in an empty form, which runs earlier on the same page. */
  readonly emptyFormStep?: string;
} & (
  | { readonly typedText: string }
  | { readonly findClickTargets: (page: Page) => readonly Locator[]; readonly findResult?: (page: Page) => Locator }
);

const focusField = (name: string) => (page: Page) => page.locator(`[data-field="${name}"] input`).first().click();
const findButton = (name: string) => (page: Page) => [page.getByRole('button', { name, exact: true })];
/** Button of one of the newest lines, which the first page of the lines shows. */
const findLineButton = (text: string) => findButton(text.replace('{line}', String(returnLimits.lines - 3)));
/** Five columns fit in every list; the third one is clicked twice to reverse its order. */
const findColumnHeaders = (page: Page) =>
  [0, 1, 2, 2, 3, 4].map((column) => page.getByRole('columnheader').getByRole('button').nth(column));

const takeOverLabel = t.returns.file.takeOver.replace('{count}', returnLimits.lines.toLocaleString('en-GB'));
const chooseFile = async (page: Page) => {
  const file = { name: 'returns.csv', mimeType: 'text/csv', buffer: Buffer.from('store id;…') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: takeOverLabel }).waitFor();
};

const returnReferenceStep = {
  prepare: (page: Page) => page.getByLabel(t.returns.fields.storeRefNo).click(),
  typedText: 'RET 2026 000123',
};
/** Empties the date of all lines, because an invalid date prevents booking. */
const clearDate = (page: Page) => page.locator('[data-field="dates"] input').first().fill('');
const unfoldScanRow = async (page: Page) => {
  const toggle = page.getByRole('button', { name: t.returns.book.otherFields });
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
};
/** Fields of the scan row, in which staff type or scan one line after the other, and the date of all lines. */
const scanRowSteps = [
  { field: 'EAN', prepare: focusField('entry.ean'), typedText: '045496' },
  {
    field: 'purchase date',
    prepare: async (page: Page) => {
      await clearDate(page);
      await focusField('dates')(page);
    },
    typedText: '01/11/2026',
  },
  { field: 'serial number', prepare: focusField('entry.serialNumber'), typedText: 'XTW712345' },
  {
    field: 'description',
    prepare: async (page: Page) => {
      await unfoldScanRow(page);
      await focusField('entry.productDescription')(page);
    },
    typedText: 'Console',
  },
] as const;
const clearScanRow = async (page: Page) => {
  await clearDate(page);
  await page.getByRole('button', { name: t.returns.book.clear }).click();
};
const clearReference = async (page: Page) => {
  await page.getByLabel(t.returns.fields.storeRefNo).fill('');
  await clearScanRow(page);
};
const findSameProductCheckbox = (page: Page) => [page.getByRole('checkbox', { name: t.returns.book.sameProduct })];

const repairReferenceStep = { prepare: focusField('storeRefNo'), typedText: 'REF 2026 000123' };

const createListSteps = (rows: string): readonly Step[] => [
  { name: `Sorting ${rows}`, findClickTargets: findColumnHeaders },
  { name: `A key in the search, ${rows}`, prepare: focusField('search'), typedText: 'XTW7000' },
];

const staffSteps: Readonly<Record<string, readonly Step[]>> = {
  [paths.bookRepair(params)]: [
    { name: 'A key in the reference of a repair', ...repairReferenceStep },
    {
      name: 'A key in the description',
      prepare: (page) => page.locator('[data-field="detailedDescription"] textarea').click(),
      typedText: 'The picture flickers.',
    },
    { name: 'Sending a form that is not complete', findClickTargets: findButton(t.repairs.book.submit) },
    { name: 'A key after that', ...repairReferenceStep },
  ],
  [paths.bookReturn(params)]: [
    { name: 'A key in the reference, no line', ...returnReferenceStep },
    ...scanRowSteps.map(({ field, ...step }) => ({ name: `A key in the ${field}, no line`, ...step })),
    {
      name: 'Taking over 1,000 lines',
      prepare: async (page) => {
        await clearReference(page);
        await chooseFile(page);
      },
      findClickTargets: findButton(takeOverLabel),
    },
    {
      name: 'A key in the reference, 1,000 lines',
      ...returnReferenceStep,
      emptyFormStep: 'A key in the reference, no line',
    },
    ...scanRowSteps.map(({ field, ...step }) => ({
      name: `A key in the ${field}, 1,000 lines`,
      ...step,
      emptyFormStep: `A key in the ${field}, no line`,
    })),
    { name: 'The switch of the scan row, 1,000 lines', findClickTargets: findSameProductCheckbox },
    {
      name: 'Opening a line, 1,000 lines',
      prepare: clearScanRow,
      findClickTargets: findLineButton(t.returns.book.edit),
    },
    { name: 'Saving a line, 1,000 lines', findClickTargets: findButton(t.returns.book.save) },
    { name: 'Removing a line, 1,000 lines', findClickTargets: findLineButton(t.returns.book.remove) },
    { name: 'Turning the page of 1,000 lines', findClickTargets: findButton(t.list.pages.next) },
    {
      name: 'Booking a return of 1,000 lines',
      findClickTargets: findButton(t.returns.book.submit),
      findResult: (page) => page.getByRole('button', { name: t.returns.book.booked.next }),
    },
  ],
  [paths.submittedRepairs(params)]: createListSteps('25 rows'),
  [`${paths.submittedRepairs(params)}?size=100`]: createListSteps('100 rows'),
  [`${paths.submittedRepairs(params)}?size=all`]: createListSteps('5,000 rows'),
};

const findFirstCheckboxes = (page: Page) => [1, 2, 3].map((row) => page.getByRole('checkbox').nth(row));

const adminSteps: typeof staffSteps = {
  [`${paths.manageUsers(params)}?size=all`]: [
    { name: 'A checkbox, 5,000 users', findClickTargets: findFirstCheckboxes },
    { name: 'A key in the search, 5,000 users', prepare: focusField('search'), typedText: 'user-49' },
  ],
};

/** Returns the center of an element on the screen, so that clicking by coordinates takes none of the page's time. */
const findCenter = async (locator: Locator) => {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return [x + width / 2, y + height / 2] as const;
};

/** Locates the elements of a step and returns a function that performs it. */
const prepareStep = async (page: Page, step: Step): Promise<() => Promise<void>> => {
  if ('typedText' in step) return () => page.keyboard.type(step.typedText, { delay: keyIntervalMs });
  const positions: (readonly [x: number, y: number])[] = [];
  // The elements are located one after the other, because locating one may scroll the page.
  for (const locator of step.findClickTargets(page)) positions.push(await findCenter(locator));
  return async () => {
    for (const [x, y] of positions) {
      await page.mouse.click(x, y);
      await page.waitForTimeout(clickIntervalMs);
    }
    await step.findResult?.(page).waitFor();
  };
};

const measureSteps = (browser: Browser, url: string, steps: readonly Step[]): Promise<Figure[]> =>
  runWithPage(browser, true, async (page, session) => {
    await page.addInitScript(recordInteractions);
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const figures: Figure[] = [];
    const processorTimes = new Map<string, number>();
    for (const step of steps) {
      await step.prepare?.(page);
      const performStep = await prepareStep(page, step);
      await throttleProcessor(session);
      const workBefore = await measureConstantWork(page);
      let durations: number[] = [];
      const processorMs = await measureProcessorTime(session, async () => {
        durations = await measureInteractions(page, performStep);
      });
      processorTimes.set(step.name, processorMs);
      const work = (workBefore + (await measureConstantWork(page))) / 2;
      await throttleProcessor(session, 1);
      figures.push({
        label: `${step.name}: p98 of ${durations.length}`,
        value: Math.round((p98(durations) * referenceWorkMs) / work),
        unit: 'ms',
        atMost: 200,
      });
      const emptyMs = step.emptyFormStep === undefined ? undefined : processorTimes.get(step.emptyFormStep);
      if (emptyMs !== undefined)
        figures.push({
          label: `${step.name}: processor time against an empty form`,
          value: processorMs / emptyMs,
          atMost: maxRatioToEmptyForm,
        });
    }
    return figures;
  });

export const till: Bench = {
  description: `interactions on a slow processor, on which a fixed workload takes ${referenceWorkMs} ms`,
  run: async ({ say }) => {
    await build(say);
    const measure = (groups: readonly Group[], pages: typeof staffSteps) =>
      runWithSite({ groups, recordCount: limits.allRows }, (origin) =>
        runWithChromium(async (browser) => {
          const figures: Figure[] = [];
          // The pages are measured one at a time, because two would slow each other down.
          for (const [path, steps] of Object.entries(pages)) {
            say(`${path} …`);
            figures.push(...(await measureSteps(browser, origin + path, steps)));
          }
          return figures;
        }),
      );
    const staffFigures = await measure(['register-repairs', 'register-returns'], staffSteps);
    const adminFigures = await measure(['admin'], adminSteps);
    return [...staffFigures, ...adminFigures];
  },
};

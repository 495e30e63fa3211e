import type { Download, Locator, Page } from '@playwright/test';
import { expect } from './portal.ts';
import type { JourneyPlace } from './portal.ts';

export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The row headers of a list. */
export const rows = (page: Page) => page.getByRole('rowheader');

/** The value of a label in a record's details. */
export const factValue = (page: Page, label: string) =>
  page
    .locator('dt')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .first()
    .locator('xpath=following-sibling::dd[1]');

/** Opens the menu of a record's details. */
export const openMoreActions = (page: Page, t: JourneyPlace['t']) => button(page, t.progress.more).click();

/** Replaces the `{name}` placeholders of a text. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

type TabKey = 'Tab' | 'Shift+Tab';

/** Presses Tab (or Shift+Tab) until a control has the focus. */
export const tabTo = async (page: Page, target: Locator, tabKey: TabKey = 'Tab') => {
  for (let count = 0; count < 100; count += 1) {
    const hasFocus = (element: Element) =>
      element === element.ownerDocument.activeElement && element.ownerDocument.hasFocus();
    if ((await target.count()) === 1 && (await target.evaluate(hasFocus))) return;
    await page.keyboard.press(tabKey);
  }
  throw new Error('Tab did not reach the control.');
};

/** Moves the focus to a control and presses a key on it. */
export const pressAt = async (page: Page, target: Locator, key = 'Enter', tabKey: TabKey = 'Tab') => {
  await tabTo(page, target, tabKey);
  await page.keyboard.press(key);
};

/** Moves the focus to a field and types. */
export const typeAt = async (page: Page, target: Locator, text: string) => {
  await tabTo(page, target);
  await page.keyboard.type(text);
};

/** Returns the position and size of a visible element. */
export const getBox = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return box;
};

/** Expects all fields and buttons of the page's forms to have one height, in pixels. */
export const expectControlHeight = async (page: Page, height: number) => {
  const controls = page.locator(
    'main :is(.plain-button, .date-field-button, .auth-field > input, input[class*=awsui_input_], [class*=awsui_button-trigger_], [class*=awsui_button_]:is([class*=awsui_variant-normal_], [class*=awsui_variant-primary_]):is(button, a))',
  );
  await expect(controls.filter({ visible: true }).first()).toBeVisible();
  const heights = await controls.evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .map((element) => Math.round(element.getBoundingClientRect().height)),
  );
  expect([...new Set(heights)]).toEqual([height]);
};

export const chooseFile = (page: Page, name: string, content: string | Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

/** Opens a menu of formats and downloads the file in one of them. */
export const download = async (page: Page, menu: string, format: string): Promise<Download> => {
  await page.getByRole('button', { name: menu }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ]);
  return file;
};

/** Opens a list at a path with a search and reloads until it has `count` rows, since bookings become searchable with a delay. */
export const openSearchResults = (page: Page, path: string, count: number) =>
  expect(async () => {
    await page.goto(path);
    await expect(rows(page)).toHaveCount(count, { timeout: 5000 });
  }).toPass();

/** Counts the page's calls of `window.print`, because a headless browser has no print dialog. */
export const countPrintCalls = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => {
      const { dataset } = document.documentElement;
      dataset['printed'] = String(Number(dataset['printed'] ?? 0) + 1);
    };
  });

/** Returns the width and height of each printed page in millimeters. */
export const measurePrintedPages = async (page: Page) => {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const toMillimeters = (points = '') => Math.round((Number(points) * 25.4) / 72);
  return [...pdf.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => ({
    width: toMillimeters(width),
    height: toMillimeters(height),
  }));
};

/** Returns the path of the list of repairs or returns. */
export const toListPath = (kind: 'repairs' | 'returns', { home }: JourneyPlace, query: Record<string, string> = {}) =>
  `${home}/${kind}/submitted?${new URLSearchParams(query)}`;

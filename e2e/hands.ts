import type { Download, Locator, Page } from '@playwright/test';
import { expect } from './portal.ts';
import type { JourneyPlace } from './portal.ts';

export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A list's rows, by the cell that names each. */
export const rows = (page: Page) => page.getByRole('rowheader');

/** What a record's details say under a label. */
export const fact = (page: Page, label: string) =>
  page
    .locator('dt')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .first()
    .locator('xpath=following-sibling::dd[1]');

/** A text with its `{name}`s replaced. */
export const filled = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** Goes by Tab, or back by Shift+Tab, until a control has the focus. */
export const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
  for (let count = 0; count < 100; count += 1) {
    const isThere = (element: Element) =>
      element === element.ownerDocument.activeElement && element.ownerDocument.hasFocus();
    if ((await target.count()) === 1 && (await target.evaluate(isThere))) return;
    await page.keyboard.press(key);
  }
  throw new Error('Tab never got there.');
};

/** Goes to a control by Tab, or back, and presses a key on it. */
export const pressAt = async (page: Page, target: Locator, key = 'Enter', by?: Parameters<typeof tabTo>[2]) => {
  await tabTo(page, target, by);
  await page.keyboard.press(key);
};

/** Goes to a field by Tab and types. */
export const typeAt = async (page: Page, target: Locator, text: string) => {
  await tabTo(page, target);
  await page.keyboard.type(text);
};

/** Where something stands that is shown. */
export const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return box;
};

export const chooseFile = (page: Page, name: string, content: string | Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

/** Opens a menu of formats by its button and saves the file in one of them. */
export const download = async (page: Page, menu: string, format: string): Promise<Download> => {
  await page.getByRole('button', { name: menu }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ]);
  return file;
};

/** Opens a list on what a search finds, once it finds so many: what was booked a moment ago is found a moment later. */
export const openFound = (page: Page, address: string, count: number) =>
  expect(async () => {
    await page.goto(address);
    await expect(rows(page)).toHaveCount(count, { timeout: 5000 });
  }).toPass();

/** A headless browser has no print dialog: the page's calls are only counted. */
export const watchPrinting = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => {
      const { dataset } = document.documentElement;
      dataset['printed'] = String(Number(dataset['printed'] ?? 0) + 1);
    };
  });

/** The pages of what would be printed, as [width, height] in millimetres. */
export const printedPages = async (page: Page) => {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return [...pdf.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)].map((sizes) =>
    sizes.slice(1).map((points) => Math.round((Number(points) * 25.4) / 72)),
  );
};

/** The address of a kind's list. */
export const listOf = (kind: 'repairs' | 'returns', { home }: JourneyPlace, query: Record<string, string> = {}) =>
  `${home}/${kind}/submitted?${new URLSearchParams(query)}`;

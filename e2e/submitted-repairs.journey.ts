import type { Page } from '@playwright/test';
import { regions } from '#shared/config/regions.ts';
import { addDays, toCalendarDate } from '#shared/dates/dates.ts';
import { repairStates } from '#shared/repairs/lifecycle.ts';
import { createReference } from './booking.ts';
import { getBox, toListPath, openSearchResults, pressAt, rows, typeAt } from './interactions.ts';
import { expect, expectAccessible, expectNoOverflow, france, germany, signIn, test, uk } from './portal.ts';
import type { JourneyPlace } from './portal.ts';
import { postRepair } from './post-records.ts';

const filterButton = (page: Page, name: string) => page.getByRole('search').getByRole('button', { name });
const searchField = (page: Page, { t }: JourneyPlace) => page.getByRole('searchbox', { name: t.list.filter });

/** Books `count` repairs whose references share a prefix, and opens the list with them. */
const bookAndOpenList = async (page: Page, place: JourneyPlace, count: number, query: Record<string, string> = {}) => {
  const prefix = createReference('List');
  for (let index = 0; index < count; index += 1)
    await postRepair(page, place, { storeRefNo: `${prefix} ${index}`, serialNumber: `HAW${10_000_000_000 + index}` });
  await openSearchResults(page, toListPath('repairs', place, { search: prefix, size: '50' }), count);
  await page.goto(toListPath('repairs', place, { search: prefix, ...query }));
  await expect(rows(page).first()).toBeVisible();
  return prefix;
};

test('repairs can be found, filtered and opened with the keyboard alone', async ({ page }) => {
  const { t } = germany;
  await signIn(page, germany, 'repairs');
  const prefix = await bookAndOpenList(page, germany, 2);
  await page.goto(toListPath('repairs', germany));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.repairs.list.title);
  await expectAccessible(page);

  // A scanner types fast and sends Enter.
  await typeAt(page, searchField(page, germany), prefix.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === prefix.toUpperCase());

  await pressAt(page, filterButton(page, t.repairs.fields.state));
  for (let pressCount = 0; pressCount <= repairStates.indexOf('dispatched'); pressCount += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL((url) => url.searchParams.get('state') === 'dispatched');
  await expect(page.getByText(t.list.noMatch.title)).toBeVisible();
  await expectAccessible(page);
  await pressAt(page, page.getByRole('button', { name: t.list.clear }));
  await expect(searchField(page, germany)).toBeFocused();
  await expect(searchField(page, germany)).toHaveValue('');

  await page.goBack();
  await page.goBack();
  await expect(rows(page)).toHaveCount(2);
  const link = page.getByRole('link', { name: `${prefix} 0`, exact: true });
  await pressAt(page, link);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${prefix} 0`);
  await pressAt(page, page.getByRole('button', { name: t.repairs.details.back }), 'Enter', 'Shift+Tab');
  await expect(link).toBeFocused();
  await expect(rows(page)).toHaveCount(2);
});

/** Maximum height in pixels of a row with two lines of text. */
const twoLinesHeight = 72;

/** Expects the height of two lines of text, or of three, which long references and RMA numbers need. */
const expectPhoneRowHeight = (height: number) => {
  expect(height).toBeGreaterThanOrEqual(64);
  if (height > twoLinesHeight) {
    expect(height).toBeGreaterThanOrEqual(84);
    expect(height).toBeLessThanOrEqual(92);
  }
};

test('the list of repairs and the dialog of its preferences fit a phone', async ({ page }) => {
  const { t } = france;
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, france, 'admin');
  await page.goto(toListPath('repairs', france));
  await expect(rows(page).first()).toBeVisible();
  const row = page.locator('tbody tr').first();
  const { y, height } = await getBox(row);
  expect(y).toBeLessThanOrEqual(200);
  expectPhoneRowHeight(height);
  // A click anywhere on the row, except on a link, opens the details.
  await row.click({ position: { x: 300, y: height - 12 } });
  await expect(page.getByRole('button', { name: t.repairs.details.back })).toBeVisible();
  await page.goto(toListPath('repairs', france, { from: '2026-01-01', to: '2026-12-31' }));
  await expect(rows(page).first()).toBeInViewport();
  // The RMA number links to tracking.
  await page.locator('tbody td a').first().click({ trial: true });
  const from = page.getByLabel(t.list.period.from, { exact: true });
  await expect(from).toBeHidden();
  await page.getByRole('button', { name: t.list.moreFiltersSet.replace('{count}', '1') }).click();
  await expect(from).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: t.list.look }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessible(page);
});

test('Home counts overdue repairs, and links to all repairs with a deadline', async ({ page }) => {
  const { home, t } = germany;
  await signIn(page, germany, 'repairs');
  await page.goto(home);
  await expect(page.locator('.hits .is-late').first()).toBeVisible();
  const tile = page.getByRole('button', { name: t.home.attention.groups.late });
  const count = Number.parseInt((await tile.textContent()) ?? '', 10);
  await pressAt(page, tile);
  const tasks = page.getByRole('list', { name: t.home.attention.turn }).getByRole('listitem');
  await expect(tasks).toHaveCount(count);
  await expect(tasks.locator('.is-late')).toHaveCount(count);
  await pressAt(page, page.getByRole('link', { name: t.home.attention.all }));
  await expect(page).toHaveURL((url) => url.searchParams.get('due') === 'all');
  await expect(page.locator('tbody .due.is-late').first()).toBeVisible();

  await pressAt(page, filterButton(page, t.repairs.list.nextShort));
  await expect(page.getByText(t.repairs.list.dueAlone).first()).toBeVisible();
  await page.getByRole('option', { name: t.repairs.list.due.week }).click();
  await expect(page).toHaveURL((url) => url.searchParams.get('due') === 'week');
  await expect(page.locator('tbody .due.is-late')).toHaveCount(0);

  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(toListPath('repairs', germany, { due: 'all' }));
  await expect(rows(page).first()).toBeVisible();
  // Only the demo's repairs are measured, because repairs of other journeys may need a fourth line.
  const heights = await page
    .locator('tbody tr')
    .filter({ hasText: /2001-\d{4}/ })
    .evaluateAll((tableRows) => tableRows.map(({ clientHeight }) => clientHeight));
  expect(heights.length).toBeGreaterThan(0);
  for (const height of heights) expectPhoneRowHeight(height);
  expect(Math.min(...heights)).toBeLessThanOrEqual(twoLinesHeight);
  await expectNoOverflow(page);
});

test('sorting orders the rows, and returning restores the scroll position', async ({ page }) => {
  const { t } = uk;
  await signIn(page, uk, 'repairs');
  const prefix = await bookAndOpenList(page, uk, 12, { size: '50' });
  await page.getByRole('columnheader', { name: t.list.columns.storeRefNo }).getByRole('button').click();
  await expect(rows(page)).toHaveText(Array.from({ length: 12 }, (_, index) => `${prefix} ${index}`));
  await expect(page).toHaveURL((url) => url.searchParams.get('sort') === 'storeRefNo');
  await page.setViewportSize({ width: 1280, height: 500 });
  const link = page.getByRole('link', { name: `${prefix} 11`, exact: true });
  await link.scrollIntoViewIfNeeded();
  const scrollPosition = await page.evaluate(() => scrollY);
  expect(scrollPosition).toBeGreaterThan(0);
  await link.click();
  await page.getByRole('button', { name: t.repairs.details.back }).click();
  await expect(link).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(scrollPosition);
});

/** Returns the texts in the list that do not fit their cell. */
const findCutCells = (page: Page) =>
  page
    .locator(
      '.data-table :is(tbody .data-table-prose, tbody a, tbody .due, tbody .state-pill, tbody .no-wrap, thead button)',
    )
    .evaluateAll((elements) =>
      elements
        .filter((element) => {
          const cell = element.closest('th, td');
          if (!cell || !element.checkVisibility()) return false;
          const isCut = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
          // A text may extend into the padding of the next cell.
          return isCut || element.getBoundingClientRect().right > cell.getBoundingClientRect().right + 8;
        })
        .map((element) => element.textContent),
    );

test('no cell is cut at common widths in any language', async ({ page }) => {
  await signIn(page, germany, 'admin');
  // Other journeys book references of any length, and the run may have started before midnight.
  const twoDaysAgo = addDays(toCalendarDate(new Date(), regions[germany.region].timeZone), -2);
  for (const prefix of ['DE', 'FR', 'UK'])
    for (const width of [1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/${prefix}/ndach/repairs/submitted?size=50&to=${twoDaysAgo}`);
      await expect(rows(page).first()).toBeVisible();
      // The padding simulates a scrollbar, which a headless browser does not show.
      await page.locator('main').evaluate((main) => main.style.setProperty('padding-inline-end', '17px'));
      await expect(page.locator('.data-table.is-scrollable')).toHaveCount(0);
      expect([prefix, width, await findCutCells(page)]).toEqual([prefix, width, []]);
    }
});

test('top bar, navigation and column headers stay in view and never cover the focus', async ({ page }) => {
  const { t } = uk;
  await page.setViewportSize({ width: 1280, height: 600 });
  await signIn(page, uk, 'repairs');
  await page.goto(toListPath('repairs', uk));
  for (const name of [t.repairs.list.nextShort, t.list.columns.rma, t.repairs.fields.serialNumber])
    await expect(page.getByRole('columnheader', { name })).toBeVisible();
  const lastLink = rows(page).last().getByRole('link');
  await lastLink.focus();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300);
  expect((await getBox(page.getByRole('banner'))).y).toBe(0);
  expect((await getBox(page.getByRole('link', { name: t.shell.nav.home, exact: true }))).y).toBeGreaterThan(0);
  const header = await getBox(page.getByRole('columnheader').first());
  // The top bar is 56 pixels high.
  expect(Math.round(header.y)).toBe(56);
  /** Positions of links that got the focus while the header covered them. */
  const coveredTops: number[] = [];
  for (let count = 0; count < 60; count += 1) {
    await page.keyboard.press('Shift+Tab');
    const top = await page.evaluate(() => {
      const focusedElement = document.activeElement;
      return focusedElement?.closest('tbody') ? focusedElement.getBoundingClientRect().top : undefined;
    });
    if (top === undefined) break;
    if (top < header.y + header.height) coveredTops.push(top);
  }
  expect(coveredTops).toEqual([]);
});

test("an admin's rows take one line, and the list prints completely", async ({ page }) => {
  await signIn(page, uk, 'admin');
  await page.goto(toListPath('repairs', uk));
  await expect(rows(page).first()).toBeVisible();
  const { y, height } = await getBox(page.locator('tbody tr').first());
  expect(y).toBeLessThanOrEqual(240);
  expect(Math.round(height)).toBe(40);
  const columns = await page.locator('thead th').allTextContents();
  const readColors = () =>
    page.locator('html, main, thead th, tbody td').evaluateAll((elements) =>
      elements.map((element) => {
        const { color, backgroundColor, borderBottomColor } = getComputedStyle(element);
        return [color, backgroundColor, borderBottomColor].join();
      }),
    );
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  const lightColors = await readColors();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await readColors()).toEqual(lightColors);
  await page.setViewportSize({ width: 686, height: 900 });
  await expect(page.getByRole('columnheader')).toHaveText(columns);
  const { x, width } = await getBox(page.getByRole('columnheader').last());
  expect(x + width).toBeLessThanOrEqual(686);
  await expect(searchField(page, uk)).toBeHidden();
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(columns.length);
});

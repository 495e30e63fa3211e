import type { Page } from '@playwright/test';
import { repairStates } from '#shared/repairs/lifecycle.ts';
import { report } from './back-office.ts';
import { postRepair } from './booked.ts';
import { newReference } from './booking.ts';
import { listOf, openFound, rows, tabTo } from './hands.ts';
import { expect, expectAccessible, expectNoOverflow, openAccountMenu, places, signIn, test } from './portal.ts';
import type { JourneyPlace } from './portal.ts';

const [uk] = places as [JourneyPlace, ...JourneyPlace[]];

const filter = (page: Page, name: string) => page.getByRole('search').getByRole('button', { name });
const search = (page: Page, { t }: JourneyPlace) => page.getByRole('searchbox', { name: t.list.search });

/** Books so many repairs whose references begin alike, and opens the list on them. */
const openBooked = async (page: Page, place: JourneyPlace, count: number, query: Record<string, string> = {}) => {
  const begin = newReference('List');
  for (let at = 0; at < count; at += 1)
    await postRepair(page, place, { storeRefNo: `${begin} ${at}`, serialNumber: `HAW${10_000_000_000 + at}` });
  await openFound(page, listOf('repairs', place, { search: begin, size: '50' }), count);
  await page.goto(listOf('repairs', place, { search: begin, ...query }));
  await expect(rows(page).first()).toBeVisible();
  return begin;
};

for (const place of places) {
  const { region, t } = place;

  test(`${region}: found, narrowed down, opened and left again with the keyboard alone`, async ({ page }) => {
    await signIn(page, place, 'repairs');
    const begin = await openBooked(page, place, 2);
    await page.goto(listOf('repairs', place));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.repairs.list.title);
    await expectAccessible(page);

    // A scanner types fast and ends with Enter.
    await tabTo(page, search(page, place));
    await page.keyboard.type(begin.toUpperCase());
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(2);
    await expect(page).toHaveURL((url) => url.searchParams.get('search') === begin.toUpperCase());

    await tabTo(page, filter(page, t.repairs.fields.state));
    await page.keyboard.press('Enter');
    for (let down = 0; down <= repairStates.indexOf('dispatched'); down += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL((url) => url.searchParams.get('state') === 'dispatched');
    await expect(page.getByText(t.list.noMatch.title)).toBeVisible();
    await expectAccessible(page);
    await tabTo(page, page.getByRole('button', { name: t.list.clear }));
    await page.keyboard.press('Enter');
    await expect(search(page, place)).toBeFocused();
    await expect(search(page, place)).toHaveValue('');

    await page.goBack();
    await page.goBack();
    await expect(rows(page)).toHaveCount(2);
    const link = page.getByRole('link', { name: `${begin} 0`, exact: true });
    await tabTo(page, link);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`${begin} 0`);
    await tabTo(page, page.getByRole('button', { name: t.repairs.details.back }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(link).toBeFocused();
    await expect(rows(page)).toHaveCount(2);
  });

  test(`${region}: on a phone the list stays usable, with its dialog open too`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await signIn(page, place, 'admin');
    await page.goto(listOf('repairs', place));
    await expect(rows(page).first()).toBeVisible();
    const row = page.locator('tbody tr').first();
    const { y, height } = (await row.boundingBox()) ?? { y: 1000, height: 0 };
    expect(y).toBeLessThanOrEqual(200);
    expect(height).toBeGreaterThanOrEqual(64);
    expect(height).toBeLessThanOrEqual(72);
    // Wherever one hits it, it leads to its details.
    await row.click({ position: { x: 300, y: height - 12 } });
    await expect(page.getByRole('button', { name: t.repairs.details.back })).toBeVisible();
    await page.goto(listOf('repairs', place, { from: '2026-01-01', to: '2026-12-31' }));
    await expect(rows(page).first()).toBeInViewport();
    // But for its RMA number, which is tracked.
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
}

for (const place of places) {
  const { region, home, t } = place;

  test(`${region}: Home counts what is overdue and leads to it; by keyboard to what is due in a week`, async ({
    page,
  }) => {
    await signIn(page, place, 'repairs');
    await page.goto(home);
    const tile = page.getByRole('link', { name: t.home.attention.overdue });
    const count = Number.parseInt((await tile.textContent()) ?? '', 10);
    await expect(page.locator('.todo .is-late').first()).toBeVisible();
    await expectAccessible(page);
    await tabTo(page, tile);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL((url) => url.searchParams.get('due') === 'overdue');
    await expect(rows(page)).toHaveCount(count);
    await expect(page.locator('tbody .due.is-late')).toHaveCount(count);
    await expectAccessible(page);

    await tabTo(page, filter(page, t.home.attention.title));
    await page.keyboard.press('Enter');
    await expect(page.getByText(t.repairs.list.dueAlone).first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL((url) => url.searchParams.get('due') === 'week');
    await expect(page.locator('tbody .due.is-late')).toHaveCount(0);

    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(listOf('repairs', place, { due: 'all' }));
    await expect(rows(page).first()).toBeVisible();
    const heights = await page.locator('tbody tr').evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(64);
    expect(Math.max(...heights)).toBeLessThanOrEqual(72);
    await expectNoOverflow(page);
    await expectAccessible(page);
  });
}

test('pages turn by keyboard; back, reload and a bookmark in another tab find the same one', async ({
  page,
  context,
}) => {
  const { t } = uk;
  await signIn(page, uk, 'repairs');
  await openBooked(page, uk, 12, { size: '10' });
  await expect(rows(page)).toHaveCount(10);
  const next = page.getByRole('button', { name: t.list.pages.next });
  await tabTo(page, next);
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await expect(next).toBeFocused();
  const shown = await rows(page).allTextContents();

  await page.reload();
  await expect(rows(page)).toHaveText(shown);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(rows(other)).toHaveText(shown);
  await expect(other.getByRole('button', { name: t.list.pages.first })).toBeEnabled();
  await other.close();

  await page.goBack();
  await expect(rows(page)).toHaveCount(10);
  await page.goForward();
  await expect(rows(page)).toHaveText(shown);
  await page.getByRole('button', { name: t.list.pages.previous }).click();
  await expect(rows(page)).toHaveCount(10);
});

test('sorting orders what is shown, and the details give the list back where it was scrolled to', async ({ page }) => {
  const { t } = uk;
  await signIn(page, uk, 'repairs');
  const begin = await openBooked(page, uk, 12, { size: '50' });
  await page.getByRole('button', { name: t.repairs.fields.storeRefNo }).click();
  await expect(rows(page)).toHaveText(Array.from({ length: 12 }, (_, at) => `${begin} ${at}`));
  await expect(page).toHaveURL((url) => url.searchParams.get('sort') === 'storeRefNo');
  await page.setViewportSize({ width: 1280, height: 500 });
  const link = page.getByRole('link', { name: `${begin} 11`, exact: true });
  await link.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(0);
  await link.click();
  await page.getByRole('button', { name: t.repairs.details.back }).click();
  await expect(link).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await expect(rows(page).last()).toHaveText(`${begin} 11`);
});

test('an RMA number arrives by itself: nothing moves, nothing loads, and it is announced', async ({ page }) => {
  const { t } = uk;
  await signIn(page, uk, 'repairs');
  const repair = await postRepair(page, uk, { storeRefNo: newReference('Awaited') });
  await page.goto(listOf('repairs', uk));
  const row = page.getByRole('row').filter({ hasText: repair.storeRefNo });
  await expect(row).toContainText(t.repairs.list.pending);
  await page.getByRole('link', { name: repair.storeRefNo }).focus();
  await report(repair.id, 'rma', 'RMA-LIST.1');
  await expect(row).toContainText('RMA-LIST.1', { timeout: 30_000 });
  await expect(page.getByRole('link', { name: repair.storeRefNo })).toBeFocused();
  await expect(page.locator('[data-announcer]')).toHaveText(
    t.repairs.list.arrived.replace('{reference}', repair.storeRefNo).replace('{rma}', 'RMA-LIST.1'),
  );
});

test('columns and page size are remembered, for whoever chose them', async ({ page }) => {
  const { t } = uk;
  await signIn(page, uk, 'repairs');
  await page.goto(listOf('repairs', uk));
  const dialog = page.getByRole('dialog');
  const open = () => page.getByRole('button', { name: t.list.look }).click();
  const size = (rowsPerPage: string) => dialog.getByRole('radio', { name: rowsPerPage, exact: true });
  await open();
  // In a window of this width there is no room for it: switched on, it shows all the same.
  await dialog.getByRole('checkbox', { name: t.repairs.fields.issue }).click();
  await size('50').click();
  await dialog.getByRole('button').last().click();
  await page.goto(listOf('repairs', uk));
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: t.repairs.fields.issue })).toBeVisible();
  await open();
  await expect(size('50')).toBeChecked();
  await page.keyboard.press('Escape');

  await openAccountMenu(page, t);
  await page.getByRole('button', { name: t.shell.signOut }).click();
  await page.waitForURL(/\/auth\/login/);
  await signIn(page, uk, 'both');
  await page.goto(listOf('repairs', uk));
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: t.repairs.fields.issue })).toBeHidden();
  await open();
  await expect(size('25')).toBeChecked();
});

test('on paper a list has all its columns on any sheet, nothing to press, and is light', async ({ page }) => {
  await signIn(page, uk, 'repairs');
  await page.goto(listOf('repairs', uk));
  await expect(rows(page).first()).toBeVisible();
  const columns = await page.locator('thead th').allTextContents();
  const inks = () =>
    page.locator('html, main, thead th, tbody td').evaluateAll((elements) =>
      elements.map((element) => {
        const { color, backgroundColor, borderBottomColor } = getComputedStyle(element);
        return [color, backgroundColor, borderBottomColor].join();
      }),
    );
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  const light = await inks();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await inks()).toEqual(light);
  await page.setViewportSize({ width: 686, height: 900 });
  await expect(page.getByRole('columnheader')).toHaveText(columns);
  const edge = await page.getByRole('columnheader').last().boundingBox();
  expect((edge?.x ?? 0) + (edge?.width ?? 686)).toBeLessThanOrEqual(686);
  await expect(search(page, uk)).toBeHidden();
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(columns.length);
});

test('an admin sees the region and narrows it down to a store; staff see their own', async ({ page }) => {
  const { t } = uk;
  await signIn(page, uk, 'admin');
  await page.goto(listOf('repairs', uk, { size: '100' }));
  await expect(rows(page).first()).toBeVisible();
  const { y, height } = (await page.locator('tbody tr').first().boundingBox()) ?? { y: 1000, height: 0 };
  expect(y).toBeLessThanOrEqual(240);
  expect(Math.round(height)).toBeLessThanOrEqual(41);
  await filter(page, t.stores.label).click();
  await page.getByRole('option', { name: /UK-1002/ }).click();
  await expect(page.getByRole('cell', { name: 'Dublin Grafton Street' }).first()).toBeVisible();
  await expect(page.getByRole('cell', { name: 'London Oxford Street' })).toHaveCount(0);
  await expect(page).toHaveURL((url) => url.searchParams.get('storeId') === 'UK-1002');
});

test('what anybody writes into the address breaks nothing', async ({ page }) => {
  await signIn(page, uk, 'repairs');
  for (const query of [
    'size=0&sort=x&page=-1&cursor=%00',
    'storeId=UK-1002&from=2026-01-01&to=2025-01-01',
    'cursor=Zm9yZ2Vk&page=9',
    `search=${'x'.repeat(500)}&state=__proto__`,
    'storeId=%22&ref=%3Cb%3E&id=1',
  ]) {
    await page.goto(`${uk.home}/repairs/submitted?${query}`);
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});

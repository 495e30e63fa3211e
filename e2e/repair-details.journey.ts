import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { paths } from '#shared/paths.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { recordAddress } from '#web/features/records/record-address.ts';
import { report } from './back-office.ts';
import { postRepair } from './booked.ts';
import { newReference } from './booking.ts';
import { fact } from './hands.ts';
import { expect, expectAccessible, expectNoOverflow, places, signIn, test } from './portal.ts';
import type { JourneyPlace } from './portal.ts';

const [uk] = places as [JourneyPlace, ...JourneyPlace[]];

/** The entries of the timeline, without what is still to come. */
const happened = (page: Page, { t }: JourneyPlace) =>
  page
    .getByRole('list', { name: t.repairs.timeline.title })
    .getByRole('listitem')
    .filter({ hasNotText: t.progress.open });

for (const place of places) {
  const { region, home, t } = place;
  const { details } = t.repairs;

  test(`${region}: from the list to a repair and back, and withdrawing it`, async ({ page }) => {
    await signIn(page, place, 'repairs');
    const reference = newReference(`Détails ${region}`);
    const repair = await postRepair(page, place, { storeRefNo: reference, detailedDescription: 'It fell.\nTwice.' });
    await page.goto(`${home}/repairs/submitted`);
    await page.getByRole('link', { name: reference }).click();

    const heading = page.getByRole('heading', { level: 1, name: 'Nintendo Switch 2' });
    await expect(heading).toBeFocused();
    await expect(page).toHaveTitle(new RegExp(`^${details.title.replace('{reference}', reference)} –`));
    await expect(fact(page, t.repairs.fields.serialNumber)).toHaveText('HAW10012345678');
    await expect(fact(page, t.repairs.fields.rma)).toContainText(t.repairs.list.pending);
    await expect(happened(page, place)).toHaveCount(1);
    await expectAccessible(page);

    await page.getByRole('button', { name: details.back }).click();
    await expect(page.getByRole('link', { name: reference })).toBeFocused();
    await page.goto(recordAddress(paths.submittedRepairs(place), repair));
    await page.setViewportSize({ width: 320, height: 640 });
    await expect(fact(page, t.repairs.fields.serialNumber)).toBeVisible();
    await expectNoOverflow(page);

    await page.getByRole('button', { name: details.withdraw, exact: true }).click();
    await expect(
      page.getByRole('dialog', { name: details.withdrawal.title.replace('{reference}', reference) }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: details.withdrawal.confirm }).click();
    await expect(page.getByText(details.withdrawn.replace('{reference}', reference)).first()).toBeVisible();
    await expect(fact(page, t.repairs.fields.state)).toContainText(t.repairs.states.withdrawn);
    await expect(page.getByRole('button', { name: details.correct, exact: true })).toHaveCount(0);
    await expectAccessible(page);
    await expectNoOverflow(page);
    // Its reference is free again.
    expect(await postRepair(page, place, { storeRefNo: reference })).toMatchObject({ state: 'submitted', version: 1 });
  });
}

for (const place of places) {
  const { region, t } = place;
  const { due, answer } = t.repairs;

  test(`${region}: a fee quote has its date until it is answered, and the customer theirs`, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, place, 'repairs');
    const repair = await postRepair(page, place, { storeRefNo: newReference(`Quote ${region}`) });
    await page.goto(recordAddress(paths.submittedRepairs(place), repair));
    await expect(page.getByText(due.then.rma)).toBeVisible();
    /** The sentence up to its date, once the reports have arrived. */
    const told = (sentence: string) =>
      expect(async () => {
        await page.reload();
        await expect(page.getByText(sentence.split('{date}')[0] ?? '')).toBeVisible({ timeout: 3000 });
      }).toPass();
    await report(repair.id, 'rma');
    for (const state of ['received', 'quoted']) await report(repair.id, state);
    await told(due.next.feeAnswer);
    await expect(page.getByText(due.then.feeAnswer)).toBeVisible();
    await expect(page.getByText(due.paused)).toBeVisible();
    await expect(page.getByRole('list', { name: t.repairs.timeline.title })).toContainText(due.names.feeAnswer);
    await expectAccessible(page);

    // By keyboard alone: the answer in another language, and the date for the calendar.
    await page.getByRole('button', { name: answer.copy, exact: true }).focus();
    await page.keyboard.press('Enter');
    const french = page.getByRole('button', { name: /Français$/ });
    await french.focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^Pour votre réparation Quote/);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: due.calendar }).press('Enter');
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file).toContain(`UID:${repair.id}-feeAnswer@`);

    for (const state of ['repaired', 'dispatched']) await report(repair.id, state);
    await page.setViewportSize({ width: 320, height: 640 });
    await told(due.next.arrival);
    await expect(page.getByText(due.then.arrival)).toBeVisible();
    await expect(page.getByText(due.next.warranty.split('{date}')[0] ?? '')).toBeVisible();
    await expect(
      page.getByText(due.kept.replace('{promise}', due.names.feeAnswer).split('{date}')[0] ?? ''),
    ).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
}

test('what is corrected stands in the timeline as it was before', async ({ page }) => {
  const { t } = uk;
  await signIn(page, uk, 'repairs');
  const repair = await postRepair(page, uk, { storeRefNo: newReference('Correct') });
  await page.goto(recordAddress(paths.submittedRepairs(uk), repair));
  await page.getByRole('button', { name: t.repairs.details.correct, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel(t.repairs.fields.serialNumber).fill('haw10087654321');
  await page.getByRole('button', { name: t.repairs.book.correct.submit }).click();
  await expect(
    page.getByText(t.repairs.details.corrected.replace('{reference}', repair.storeRefNo)).first(),
  ).toBeVisible();
  await expect(fact(page, t.repairs.fields.serialNumber)).toHaveText('HAW10087654321');
  await page.getByRole('button', { name: t.repairs.timeline.changes }).click();
  await expect(page.getByText('HAW10012345678 → HAW10087654321')).toBeVisible();
  await expectAccessible(page);
  // Nothing of it is lost with the page.
  await page.reload();
  await expect(happened(page, uk)).toHaveCount(2);
});

test('of two who edit at once the second sees what the first has saved, and puts their own on top', async ({
  page,
  browser,
}) => {
  const { t } = uk;
  await signIn(page, uk, 'repairs');
  const repair = await postRepair(page, uk, { storeRefNo: newReference('Conflict') });
  const other = await (await browser.newContext()).newPage();
  await signIn(other, uk, 'admin');
  for (const [editor, serialNumber] of [
    [page, 'HAW10000000001'],
    [other, 'HAW10000000002'],
  ] as const) {
    await editor.goto(recordAddress(paths.submittedRepairs(uk), repair));
    await editor.getByRole('button', { name: t.repairs.details.correct, exact: true }).click();
    await editor.getByLabel(t.repairs.fields.serialNumber).fill(serialNumber);
  }
  await other.getByLabel(t.repairs.fields.detailedDescription).fill('It fell.');
  await other.getByRole('button', { name: t.repairs.book.correct.submit }).click();
  await expect(fact(other, t.repairs.fields.serialNumber)).toHaveText('HAW10000000002');
  await page.getByRole('button', { name: t.repairs.book.correct.submit }).click();
  const panel = page.getByRole('region', { name: t.correction.changed });
  await expect(panel).toBeFocused();
  await expect(panel.getByRole('listitem')).toHaveText([
    /HAW10000000002.*HAW10000000001/,
    new RegExp(t.correction.takenOver),
  ]);
  // What was typed is still there, and what only the other has changed beside it.
  await expect(page.getByRole('textbox', { name: t.repairs.fields.serialNumber })).toHaveValue('HAW10000000001');
  await expect(page.getByRole('textbox', { name: t.repairs.fields.detailedDescription })).toHaveValue('It fell.');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(page);
  await page.getByRole('button', { name: t.repairs.book.correct.submit }).click();
  await expect(fact(page, t.repairs.fields.serialNumber)).toHaveText('HAW10000000001');
  await expect(fact(page, t.repairs.fields.detailedDescription)).toHaveText('It fell.');
  await other.close();
});

test('an RMA number appears by itself, on the home page and in the details, and leads to the tracking', async ({
  page,
  context,
}) => {
  const { t, home } = uk;
  await signIn(page, uk, 'both');
  const repair = await postRepair(page, uk, { storeRefNo: newReference('Arrives') });
  await page.goto(home);
  const entry = page.getByRole('listitem').filter({ hasText: repair.storeRefNo });
  await expect(entry).toContainText(t.repairs.list.pending);
  const details = await context.newPage();
  await details.goto(recordAddress(paths.submittedRepairs(uk), repair));
  await expect(fact(details, t.repairs.fields.rma)).toContainText(t.repairs.list.pending);

  await report(repair.id, 'rma', 'RMA-2026.77');
  await expect(fact(details, t.repairs.fields.rma)).toContainText('RMA-2026.77', { timeout: 25_000 });
  await expect(details.getByRole('button', { name: t.repairs.details.withdraw, exact: true })).toHaveCount(0);
  await expect(details.getByText(t.errors.RepairNotPending)).toBeVisible();
  await page.bringToFront();
  await expect(entry).toContainText('RMA-2026.77', { timeout: 25_000 });
  await expectAccessible(page);

  await entry.getByRole('link', { name: repair.storeRefNo }).click();
  await page.getByRole('link', { name: 'RMA-2026.77' }).click();
  await expect(page).toHaveURL(paths.trackRepair(uk, 'RMA-2026.77'));
  await expect(page.getByText(t.track.warning)).toBeVisible();
  const out = page.getByRole('link', { name: t.track.open });
  await expect(out).toHaveAttribute('target', '_blank');
  await expect(out).toHaveAttribute('href', /^https:\/\/tracking\./);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: t.track.copy }).click();
  await expect(page.getByText(t.track.copied)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('RMA-2026.77');
  await expectAccessible(page);
});

test('a withdrawal that comes too late says so', async ({ page }) => {
  const { t } = uk;
  await signIn(page, uk, 'repairs');
  const repair = await postRepair(page, uk, { storeRefNo: newReference('Late') });
  await page.goto(recordAddress(paths.submittedRepairs(uk), repair));
  await page.getByRole('button', { name: t.repairs.details.withdraw, exact: true }).click();
  await report(repair.id, 'rma', 'RMA-LATE.1');
  const isAssigned = () =>
    page.evaluate(
      async (path) => ((await (await fetch(path)).json()) as Repair).rma,
      `/api/repairs/nuk/repair?${new URLSearchParams({ storeId: repair.storeId, storeRefNo: repair.storeRefNo, id: repair.id })}`,
    );
  await expect.poll(isAssigned).toBe('RMA-LATE.1');
  await page.getByRole('button', { name: t.repairs.details.withdrawal.confirm }).click();
  await expect(page.getByText(t.errors.RepairNotPending).first()).toBeVisible();
  await page.getByRole('button', { name: t.repairs.details.showCurrent }).click();
  await expect(page.getByRole('link', { name: 'RMA-LATE.1' })).toBeVisible();
});

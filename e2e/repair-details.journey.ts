import { paths } from '#shared/api/paths.ts';
import { toRecordPath } from '#shared/records/record-path.ts';
import { sendProviderEvent } from './back-office.ts';
import { createReference } from './booking.ts';
import { factValue, openMoreActions } from './interactions.ts';
import { expect, expectAccessible, expectNoOverflow, france, signIn, test, uk } from './portal.ts';
import { postRepair } from './post-records.ts';

test('a repair can be opened from the list, corrected and withdrawn', async ({ page }) => {
  const { home, t } = france;
  const { details } = t.repairs;
  await signIn(page, france, 'repairs');
  const reference = createReference('Détails');
  await postRepair(page, france, { storeRefNo: reference, detailedDescription: 'It fell.\nTwice.' });
  await page.goto(`${home}/repairs/submitted`);
  await page.getByRole('link', { name: reference }).click();

  const heading = page.getByRole('heading', { level: 1, name: 'Nintendo Switch 2' });
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle(new RegExp(`^${details.title.replace('{reference}', reference)} –`));
  await expect(factValue(page, t.repairs.fields.serialNumber)).toHaveText('HAW10012345678');
  await expect(factValue(page, t.repairs.fields.rma)).toContainText(t.repairs.list.pending);
  await expectAccessible(page);

  await page.getByRole('button', { name: details.back }).click();
  await expect(page.getByRole('link', { name: reference })).toBeFocused();
  await page.keyboard.press('Enter');
  await openMoreActions(page, t);
  await page.getByRole('button', { name: details.correct, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel(t.repairs.fields.serialNumber).fill('haw10087654321');
  await page.setViewportSize({ width: 375, height: 500 });
  await page.evaluate(() => scrollTo(0, 1000));
  await page.getByRole('button', { name: t.repairs.book.correct.submit }).click();
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.getByText(details.corrected.replace('{reference}', reference)).first()).toBeVisible();
  await expect(factValue(page, t.repairs.fields.serialNumber)).toHaveText('HAW10087654321');
  await page.getByRole('button', { name: t.repairs.timeline.changes }).click();
  await expect(page.getByText('HAW10012345678 → HAW10087654321')).toBeVisible();
  await expectAccessible(page);
  // The correction persists across a reload.
  await page.reload();
  await expect(factValue(page, t.repairs.fields.serialNumber)).toHaveText('HAW10087654321');
  await openMoreActions(page, t);
  await page.getByRole('button', { name: details.withdraw, exact: true }).click();
  await expect(
    page.getByRole('dialog', { name: details.withdrawal.title.replace('{reference}', reference) }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: details.withdrawal.confirm }).click();
  await expect(page.getByText(details.withdrawn.replace('{reference}', reference)).first()).toBeVisible();
  await expect(factValue(page, t.repairs.fields.state)).toContainText(t.repairs.states.withdrawn);
  await expect(page.getByRole('button', { name: details.correct, exact: true })).toHaveCount(0);
  // The reference of a withdrawn repair can be used again.
  expect(await postRepair(page, france, { storeRefNo: reference })).toMatchObject({ state: 'submitted', version: 1 });
});

test('the details show two actions (on a phone one), and the others in a menu', async ({ page }) => {
  const { t } = uk;
  await signIn(page, uk, 'repairs');
  const repair = await postRepair(page, uk, { storeRefNo: createReference('Menu') });
  await page.goto(toRecordPath(paths.submittedRepairs(uk), repair));
  const actions = page.locator('.record-actions').getByRole('button');
  const copyLabel = t.repairs.answer.copy;
  const slipLabel = t.repairs.slip.printA4;
  /** The button of the menu shows three dots, which are an image. */
  const menuLabel = '';
  const itemLabels = [
    t.repairs.slip.print62,
    t.repairs.due.calendar,
    t.repairs.details.correct,
    t.repairs.details.withdraw,
  ];
  const expectActions = (labels: readonly string[]) => expect(actions).toHaveText(labels);
  await expectActions([copyLabel, slipLabel, menuLabel]);
  await openMoreActions(page, t);
  await expectActions([copyLabel, slipLabel, menuLabel, ...itemLabels]);
  await page.setViewportSize({ width: 375, height: 812 });
  await expectActions([copyLabel, menuLabel, slipLabel, ...itemLabels]);
  await expectNoOverflow(page);
  await openMoreActions(page, t);
  await expectActions([copyLabel, menuLabel]);
});

test('an RMA number appears on Home without a reload, and links to tracking', async ({ page, context }) => {
  const { t, home } = uk;
  await signIn(page, uk, 'both');
  const repair = await postRepair(page, uk, { storeRefNo: createReference('Arrives') });
  await page.goto(home);
  const entry = page.getByRole('listitem').filter({ hasText: repair.storeRefNo });
  await expect(entry).toContainText(t.repairs.states.submitted);
  await sendProviderEvent(repair.id, 'rma', 'RMA-2026.77');
  await expect(entry).toContainText(t.repairs.states.registered, { timeout: 25_000 });

  await entry.getByRole('link', { name: repair.storeRefNo }).click();
  await page.getByRole('link', { name: 'RMA-2026.77' }).click();
  await expect(page).toHaveURL(paths.trackRepair(uk, 'RMA-2026.77'));
  await expect(page.getByText(t.track.warning)).toBeVisible();
  const trackingLink = page.getByRole('link', { name: t.track.open });
  await expect(trackingLink).toHaveAttribute('target', '_blank');
  await expect(trackingLink).toHaveAttribute('href', /^https:\/\/tracking\./);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: t.track.copy }).click();
  await expect(page.getByText(t.track.copied)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('RMA-2026.77');
  await expectAccessible(page);
});

import { demoPassword } from '#scripts/demo/accounts.ts';
import { regions } from '#shared/config/regions.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { sendProviderEvent } from './back-office.ts';
import { bookedHeading, fillBooking, createReference, sendBooking } from './booking.ts';
import { button, pressAt, tabTo, typeAt } from './interactions.ts';
import {
  expect,
  expectAccessible,
  expectCaptchaTicked,
  france,
  places,
  signIn,
  test,
  tickCaptcha,
  uk,
} from './portal.ts';
import { settle } from './walk/checks.ts';

test('a repair can be booked and gets its RMA number', async ({ page }) => {
  const { region, home, prefix, t } = france;
  await page.goto('/');
  await page.goto(`/${prefix}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.landing.title);
  await page.getByRole('link', { name: regions[region].title }).click();

  // Without a session, the home page redirects to the sign-in page, which returns to it afterwards.
  await expect(page).toHaveURL(`${home}/auth/login`);
  await expect(page).toHaveTitle(new RegExp(t.login.title));
  await page.getByLabel(t.login.email, { exact: true }).fill(` Repairs@${region}.example `);
  await page.getByLabel(t.login.password, { exact: true }).fill(demoPassword);
  await tickCaptcha(page);
  await page.getByRole('button', { name: t.login.submit, exact: true }).click();

  await expect(page).toHaveURL(home);
  await expect(page.getByRole('main')).toContainText(`repairs@${region}.example`);
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expectAccessible(page);

  await page.getByRole('link', { name: t.shell.nav.bookRepair, exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.repairs.book.title);
  await expect(page.getByLabel(t.repairs.fields.serialNumber)).toBeFocused();
  const reference = createReference(`Journey ${region}`);
  await fillBooking(page, france, { reference });
  await expectAccessible(page);
  const bookingResponse = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith(`/api/repairs/${region}`),
  );
  await page.evaluate(() => scrollTo(0, 1000));
  await sendBooking(page, france);
  await expect(page.locator('[data-announcer]')).toHaveText(t.repairs.book.done.replace('{reference}', reference));
  const bookedTitle = bookedHeading(page, france, reference);
  await expect(bookedTitle).toBeFocused();
  await expect(bookedTitle).toBeInViewport();
  await expectAccessible(page);
  const { id } = (await (await bookingResponse).json()) as Repair;
  await sendProviderEvent(id, 'rma', 'RMA-BOOKED.1');
  await expect(page.getByRole('link', { name: 'RMA-BOOKED.1' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: t.repairs.book.booked.see }).click();

  await expect(page.getByRole('heading', { level: 1 })).toContainText(reference);
  await expect(page.getByText('XKW10012345678')).toBeVisible();
  await page.getByRole('button', { name: t.repairs.details.back }).click();
  await expect(page).toHaveURL(`${home}/repairs/submitted`);
  const row = page.getByRole('row').filter({ hasText: reference });
  await expect(row).toContainText('RMA-BOOKED.1');
});

test('the booking form fits a till screen in every language', async ({ page }) => {
  await signIn(page, uk, 'repairs');
  for (const { prefix, t } of places) {
    await page.goto(`/${prefix}/nuk/repairs/book`);
    await page.getByRole('checkbox').last().waitFor();
    await settle(page);
    for (const lastControl of [
      page.getByRole('checkbox').last(),
      page.getByRole('button', { name: t.repairs.book.submit, exact: true }),
    ]) {
      await expect(lastControl).toBeInViewport({ ratio: 1 });
      // The trial click fails if something covers the control, such as the sticky bar at the window's edge.
      await lastControl.click({ trial: true });
    }
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
});

test('a repair can be booked with the keyboard alone', async ({ page }) => {
  const { t, home } = uk;
  await page.goto(`${home}/auth/login`);
  await page.getByLabel(t.login.email, { exact: true }).waitFor();
  await typeAt(page, page.getByLabel(t.login.email, { exact: true }), 'repairs@nuk.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type(demoPassword);
  await pressAt(page, page.frameLocator('iframe').getByRole('checkbox'), 'Space');
  await expectCaptchaTicked(page);
  await pressAt(page, button(page, t.login.submit));
  await expect(page).toHaveURL(home);
  // Wait for the page before pressing Tab.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The search field has the focus, so that a scan needs no click.
  await expect(page.getByRole('searchbox')).toBeFocused();

  await pressAt(page, page.getByRole('link', { name: t.shell.nav.bookRepair, exact: true }).first());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.repairs.book.title);
  await tabTo(page, page.getByLabel(t.repairs.fields.serialNumber));
  // A scanner sends Enter, which must not submit the form.
  await page.keyboard.type('xkw10099999999\n');
  await tabTo(page, page.getByRole('button', { name: t.repairs.fields.product }));
  await page.keyboard.press('Enter');
  await page.keyboard.type('Switch 2');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await pressAt(page, page.getByRole('button', { name: t.repairs.fields.issue }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await typeAt(page, page.getByLabel(t.repairs.fields.purchaseDate), '1/2/2026');
  await tabTo(page, page.getByLabel(t.repairs.fields.storeRefNo));
  const reference = createReference('Keys');
  await page.keyboard.type(reference);
  await tabTo(page, page.getByRole('checkbox', { name: t.repairs.book.customerPresence }));
  await page.keyboard.press('Space');
  await pressAt(page, page.getByRole('checkbox').last(), 'Space');
  await pressAt(page, button(page, t.repairs.book.submit));

  await expect(bookedHeading(page, uk, reference)).toBeFocused();
  await pressAt(page, page.getByRole('link', { name: t.repairs.book.booked.see }));
  await expect(page.getByText('XKW10099999999')).toBeVisible();
});

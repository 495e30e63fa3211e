import type { Page } from '@playwright/test';
import type { Mail } from './inbox.ts';
import { letHoursPass, listMails } from './inbox.ts';
import type { JourneyPlace } from './portal.ts';
import { expect, expectAccessible, expectNoOverflow, places, fillLogin, signIn, test, uk } from './portal.ts';

const panel = (page: Page, { t }: JourneyPlace) => page.getByRole('region', { name: t.account.dailyEmail.title });

const findDailyEmail = async (email: string): Promise<Mail | undefined> =>
  (await listMails()).find(({ to, headers = {} }) => to === email && headers['List-Unsubscribe'] !== undefined);

/** Lets three hours pass at a time until a user's daily email has come; it is sent on the next morning, within four hours. */
const waitForDailyEmail = async (email: string): Promise<Mail> => {
  let mail: Mail | undefined;
  await expect(async () => {
    await letHoursPass(3);
    await expect(async () => {
      mail = await findDailyEmail(email);
      expect(mail).toBeDefined();
    }).toPass({ timeout: 2000 });
  }).toPass({ timeout: 120_000 });
  if (!mail) throw new Error('the email is missing');
  return mail;
};

for (const place of places)
  test(`a store gets its daily email, whose links open records after signing in (${place.prefix})`, async ({
    page,
    browser,
  }) => {
    test.slow();
    const { t, home, region } = place;
    const email = `repairs@${region}.example`;
    await signIn(page, place, 'repairs');
    await page.goto(`${home}/auth/change-password`);
    const dailyEmailPanel = panel(page, place);
    await expect(dailyEmailPanel.getByText(t.account.dailyEmail.off, { exact: true })).toBeVisible();
    await dailyEmailPanel.getByRole('button', { name: t.account.dailyEmail.start }).focus();
    await page.keyboard.press('Enter');
    await expect(dailyEmailPanel.getByText(t.account.dailyEmail.on, { exact: true })).toBeVisible();
    await expect(page.getByText(t.account.dailyEmail.started)).toBeVisible();
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoOverflow(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);

    const mail = await waitForDailyEmail(email);
    const mailPage = await (await browser.newContext({ colorScheme: 'dark' })).newPage();
    await mailPage.setViewportSize({ width: 320, height: 640 });
    await mailPage.setContent(mail.html);
    await expectNoOverflow(mailPage);
    await expectAccessible(mailPage);
    await expect(mailPage.locator('html')).toHaveAttribute(
      'lang',
      place.prefix === 'UK' ? 'en' : place.prefix.toLowerCase(),
    );
    const link = mailPage.getByRole('listitem').getByRole('link').first();
    const reference = (await link.textContent())?.split(/\u00A0?:/)[0] ?? '';
    const url = (await link.getAttribute('href')) ?? '';
    await mailPage.goto(url);
    await expect(mailPage).toHaveURL(/auth\/login/);
    await fillLogin(mailPage, place, 'repairs');
    await expect(mailPage).toHaveURL(/[?&]id=/);
    await expect(mailPage.getByRole('main')).toContainText(reference);
  });

test('an admin chooses the store of the daily email, and switches it off', async ({ page }) => {
  const { t, home } = uk;
  await signIn(page, uk, 'admin');
  await page.goto(`${home}/auth/change-password`);
  const dailyEmailPanel = panel(page, uk);
  await dailyEmailPanel.getByRole('button', { name: t.stores.label }).click();
  await page.getByRole('option', { name: 'Dublin Grafton Street' }).click();
  await expectAccessible(page);
  await dailyEmailPanel.getByRole('button', { name: t.account.dailyEmail.start }).click();
  await expect(dailyEmailPanel.getByText(t.account.dailyEmail.on, { exact: true })).toBeVisible();
  await page.reload();
  await expect(dailyEmailPanel).toContainText('Dublin Grafton Street');
  await dailyEmailPanel.getByRole('button', { name: t.account.dailyEmail.stop }).click();
  await expect(dailyEmailPanel.getByText(t.account.dailyEmail.off, { exact: true })).toBeVisible();
});

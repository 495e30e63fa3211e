import type { Page, Request } from '@playwright/test';
import { expect, test as base } from '@playwright/test';
import { demoPassword } from '#scripts/demo/accounts.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { prefixes, regionIds, regions } from '#shared/config/regions.ts';
import { emailTexts } from '#shared/locales/email-texts.ts';
import { texts } from '#shared/locales/texts.ts';
import { findAxeViolations, findOverflow, settle } from './walk/checks.ts';

/** Problems reported by the browser: content policy violations and uncaught errors. */
type Violations = { readonly list: string[] };

/** Requests of the page that have no response yet, and the times at which they were sent. */
type PendingRequests = ReadonlyMap<Request, number>;

/**
 * Playwright's test, which fails if the browser reports a violation in its page, and prints the requests without a
 * response when it fails.
 */
export const test = base.extend<{ violations: Violations; pendingRequests: PendingRequests }>({
  pendingRequests: [
    async ({ page }, use, testInfo) => {
      const pending = new Map<Request, number>();
      page.on('request', (request) => pending.set(request, Date.now()));
      page.on('requestfinished', (request) => pending.delete(request));
      page.on('requestfailed', (request) => pending.delete(request));
      await use(pending);
      if (testInfo.status === testInfo.expectedStatus) return;
      for (const [request, sentAt] of pending)
        console.log(`No response to ${request.method()} ${request.url()} after ${Date.now() - sentAt} ms.`);
    },
    { auto: true },
  ],
  violations: [
    async ({ page }, use) => {
      const list: string[] = [];
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) list.push(message.text());
      });
      page.on('pageerror', (error) => list.push(String(error)));
      await use({ list });
      expect(list).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Each region in its own language: prefix, region, texts of the page and of emails. */
export const places = regionIds.map((region) => createPlace(region));

function createPlace(region: RegionId) {
  const { prefix } = regions[region];
  return {
    prefix,
    region,
    home: `/${prefix}/${region}`,
    t: texts[prefixes[prefix].language],
    emails: emailTexts[prefixes[prefix].language],
  };
}

/** A region and the language in which a journey uses it, with the texts of that language. */
export type JourneyPlace = ReturnType<typeof createPlace>;

export const [uk, germany, france] = places as [JourneyPlace, JourneyPlace, JourneyPlace];

/** Returns a form summary's entry for a required field; in French there is a space before the colon. */
export const requiredFieldError = ({ t }: JourneyPlace, field: string) =>
  t.common.labelled.replace('{field}', field).replace('{text}', t.validation.required);

/** Opens the menu with the languages and, on a phone, the sign-out button. */
export const openAccountMenu = (page: Page, t: JourneyPlace['t']) =>
  page.getByRole('button', { name: new RegExp(`^${t.shell.nav.account}`) }).click();

/** Fills in the open login page and submits it. */
export const fillLogin = async (page: Page, { region, t }: JourneyPlace, name: string, password = demoPassword) => {
  await page.getByLabel(t.login.email, { exact: true }).fill(`${name}@${region}.example`);
  await sendPassword(page, t, password);
};

/** Fills in the rest of the login page after the email, and submits it. */
export const sendPassword = async (page: Page, t: JourneyPlace['t'], password: string) => {
  await page.getByLabel(t.login.password, { exact: true }).fill(password);
  await tickCaptcha(page);
  await page.getByRole('button', { name: t.login.submit, exact: true }).click();
};

/** Signs a demo account in through the login page. */
export const signIn = async (page: Page, place: JourneyPlace, name: string) => {
  await page.goto(`${place.home}/auth/login`);
  await fillLogin(page, place, name);
  await page.waitForURL(place.home);
};

/** Signs out with the top bar's button, which leads to the login. */
export const signOut = async (page: Page, { home, t }: JourneyPlace) => {
  await page.getByRole('banner').getByRole('button', { name: t.shell.signOut }).click();
  await expect(page).toHaveURL(new RegExp(`${home}/auth/login`));
};

/** Ticks the captcha. Retries, because Chromium ignores clicks in a frame that moved within the last half second. */
export const tickCaptcha = async (page: Page) => {
  const box = page.frameLocator('iframe').getByRole('checkbox');
  await expect(async () => {
    if (!(await box.isChecked())) await box.click({ timeout: 5000 });
    await expect(box).toBeChecked({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await expectCaptchaTicked(page);
};

/** Waits until the captcha is ticked and the page has received its token, which arrives with a delay. */
export const expectCaptchaTicked = async (page: Page) => {
  await expect(page.frameLocator('iframe').getByRole('checkbox')).toBeChecked();
  await expect(page.locator('textarea[name=g-recaptcha-response]')).not.toHaveValue('');
};

/** Expects no axe violations. */
export const expectAccessible = async (page: Page) => {
  // Wait for transitions to end, because intermediate colors can fail the contrast check.
  await settle(page);
  expect(await findAxeViolations(page)).toEqual([]);
};

/** Expects no horizontal overflow, once the page has adapted to the size of its window. */
export const expectNoOverflow = (page: Page) => expect.poll(() => findOverflow(page)).toEqual([]);

import type { Page } from '@playwright/test';
import { expect, test as base } from '@playwright/test';
import { demoPassword } from '#scripts/demo/accounts.ts';
import { emailTexts } from '#shared/locales/email-texts.ts';
import { texts } from '#shared/locales/texts.ts';
import type { RegionId } from '#shared/regions.ts';
import { prefixes, regionIds, regions } from '#shared/regions.ts';
import { axeFindings, overflowFindings, settle } from './walk/checks.ts';

/** What the browser itself holds against a page: violations of the content policy and uncaught errors. */
type Complaints = { readonly list: string[] };

/** Playwright's test; every page is watched, and a journey that ends with a complaint fails. */
export const test = base.extend<{ complaints: Complaints }>({
  complaints: [
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

/** Each region in its own language: prefix, region, texts of the page and of the emails. */
export const places = regionIds.map((region) => placeOf(region));

function placeOf(region: RegionId) {
  const { prefix } = regions[region];
  return {
    prefix,
    region,
    home: `/${prefix}/${region}`,
    t: texts[prefixes[prefix].language],
    emails: emailTexts[prefixes[prefix].language],
  };
}

export type JourneyPlace = ReturnType<typeof placeOf>;

export const [uk, germany, france] = places as [JourneyPlace, JourneyPlace, JourneyPlace];

/** What a form's summary says of a field that has to be filled in: in French a blank stands before the colon, too. */
export const demanded = ({ t }: JourneyPlace, field: string) =>
  t.common.labelled.replace('{field}', field).replace('{text}', t.validation.required);

/** Opens the menu with the languages and the way out. */
export const openAccountMenu = (page: Page, t: JourneyPlace['t']) =>
  page.getByRole('button', { name: new RegExp(`^${t.shell.nav.account}`) }).click();

/** Fills in the login page, on which one is, and sends it. */
export const fillLogin = async (page: Page, { region, t }: JourneyPlace, name: string, password = demoPassword) => {
  await page.getByLabel(t.login.email, { exact: true }).fill(`${name}@${region}.example`);
  await sendPassword(page, t, password);
};

/** Fills in what the login page still lacks when the address is there. */
export const sendPassword = async (page: Page, t: JourneyPlace['t'], password: string) => {
  await page.getByLabel(t.login.password, { exact: true }).fill(password);
  await tickCaptcha(page);
  await page.getByRole('button', { name: t.login.submit, exact: true }).click();
};

/** Signs a demo account in through the page, as a person does. */
export const signIn = async (page: Page, place: JourneyPlace, name: string) => {
  await page.goto(`${place.home}/auth/login`);
  await fillLogin(page, place, name);
  await page.waitForURL(place.home);
};

/** Signs out by the menu, which leads to the login. */
export const signOut = async (page: Page, { home, t }: JourneyPlace) => {
  await openAccountMenu(page, t);
  await page.getByRole('button', { name: t.shell.signOut }).click();
  await expect(page).toHaveURL(new RegExp(`${home}/auth/login`));
};

/** Ticks the box. Chromium ignores a click into a frame that has moved within the last half second: then it is clicked again. */
export const tickCaptcha = async (page: Page) => {
  const box = page.frameLocator('iframe').getByRole('checkbox');
  await expect(async () => {
    if (!(await box.isChecked())) await box.click({ timeout: 5000 });
    await expect(box).toBeChecked({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await expectTicked(page);
};

/** The box is ticked, and the page has heard of it: the token comes a moment after the tick. */
export const expectTicked = async (page: Page) => {
  await expect(page.frameLocator('iframe').getByRole('checkbox')).toBeChecked();
  await expect(page.locator('textarea[name=g-recaptcha-response]')).not.toHaveValue('');
};

/** No violation that axe can find. */
export const expectAccessible = async (page: Page) => {
  // Colours in the middle of a transition are nobody's.
  await settle(page);
  expect(await axeFindings(page)).toEqual([]);
};

/** Nothing sticks out sideways. */
export const expectNoOverflow = async (page: Page) => expect(await overflowFindings(page)).toEqual([]);

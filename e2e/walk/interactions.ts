import { expect } from '@playwright/test';
import { fillBooking } from '../booking.ts';
import { chooseFile as choose } from '../interactions.ts';
import { openAccountMenu, tickCaptcha } from '../portal.ts';
import { eanAt, entryField, purchaseDateField, referenceField, sendReturn } from '../return-form.ts';
import { openScanner } from '../scanner.ts';
import type { Act, Visit } from './state.ts';

export type Words = (texts: Visit['t']) => string;

export const dialog = ({ page }: Visit) => page.getByRole('dialog');
export const option = ({ page }: Visit) => page.getByRole('option').first();
export const alert = ({ page }: Visit) => page.locator('main').getByRole('alert').first();
export const captcha = ({ page }: Visit) => page.frameLocator('iframe').getByRole('checkbox');
export const button = ({ page }: Visit, name: string) => page.getByRole('button', { name, exact: true });
export const rows = ({ page }: Visit) => page.getByRole('rowheader').first();
export const formErrors = '.form-errors';
/** For visitors this menu only contains the languages. */
export const menu = '.account-menu';

export const press =
  (words: Words): Act =>
  (visit) =>
    button(visit, words(visit.t)).click();
/** Limited to the dialog: in French the button that opens it has the same name. */
export const confirm =
  (words: Words): Act =>
  (visit) =>
    dialog(visit)
      .getByRole('button', { name: words(visit.t), exact: true })
      .click();
export const click =
  (selector: string): Act =>
  ({ page }) =>
    page.locator(selector).first().click();
/** Opens the list of a field. */
export const openField = (field: string) => click(`[data-field=${field}] button`);
export const clickLabel =
  (words: Words): Act =>
  ({ page, t }) =>
    page.getByLabel(words(t), { exact: true }).click();

export const fill =
  (createValues: (texts: Visit['t'], visit: Visit) => Readonly<Record<string, string>>): Act =>
  async (visit) => {
    for (const [label, value] of Object.entries(createValues(visit.t, visit)))
      await visit.page.getByLabel(label, { exact: true }).fill(value);
  };

export const openLanguages = click('.top-bar button[popovertarget]:not([popovertarget=news])');
export const openAccount: Act = ({ page, t }) => openAccountMenu(page, t);

/** Opens a list's preferences: rows per page, columns and density. */
export const openPreferences = press((t) => t.list.look);

export const typeLogin = fill((t, { place }) => ({
  [t.login.email]: `staff@${place.region}.example`,
  [t.login.password]: 'Harbour-Lantern-42!',
}));

export const tick: Act = ({ page }) => tickCaptcha(page);

/** Submits a form whose captcha is loaded but not ticked. */
export const pressUnticked = (words: Words): Act[] => [(visit) => captcha(visit).waitFor(), press(words)];

export const sendLogin = [typeLogin, tick, press((t) => t.login.submit)];

/** Fills in a new password and its confirmation. */
export const typePasswords = (password = 'Harbour-Lantern-42!') =>
  fill((t) => ({ [t.password.new]: password, [t.password.confirm]: password }));

export const typeRepair: Act = ({ page, place }) =>
  fillBooking(page, place, { reference: '1001-0033', serialNumber: 'HAW10012345678' });

/** Scans a code, wherever the focus is. */
export const scan =
  (code: string): Act =>
  async ({ page }) =>
    (await openScanner(page)).scan(code);

export const typeReference: Act = ({ page, place }) => referenceField(page, place).fill('RET-1001-015');
/** Fills in the fields instead of typing, because typing is a scan or not depending on the machine's speed. */
export const enterThreeLines: Act = async (visit) => {
  const { page } = visit;
  await typeReference(visit);
  await purchaseDateField(page).fill('09.11.2026');
  for (const [index, serialNumber] of ['XKW10000000001', 'XKW10000000002', 'XKW10000000003'].entries()) {
    await entryField(page, 'ean').fill(eanAt(index));
    await entryField(page, 'ean').press('Enter');
    await entryField(page, 'serialNumber').fill(serialNumber);
    await entryField(page, 'serialNumber').press('Enter');
    await expect(entryField(page, 'ean')).toHaveValue('');
  }
};
export const sendLines: Act = ({ page, place }) => sendReturn(page, place);

/** The EAN has a wrong check digit. */
export const typeWrongEan: Act = async ({ page }) => {
  await entryField(page, 'ean').fill('9520001000073');
  await entryField(page, 'ean').press('Enter');
};

export const chooseFile =
  (name: string): Act =>
  ({ page }) =>
    choose(page, name, 'rows');

/** Advances the page's clock by some minutes and makes the page notice. */
export const wait =
  (minutes: number): Act =>
  ({ page }) =>
    page.evaluate((minutesPassed) => {
      const { walk } = window as typeof window & { walk: { now: number } };
      walk.now += minutesPassed * 60_000;
      document.dispatchEvent(new Event('visibilitychange'));
    }, minutes);

import { expect } from '@playwright/test';
import { fillBooking } from '../booking.ts';
import { chooseFile as chooseFileOnPage } from '../interactions.ts';
import { openAccountMenu, tickCaptcha } from '../portal.ts';
import { eanAt, entryField, purchaseDateField, referenceField, sendReturn } from '../return-form.ts';
import { openScanner } from '../scanner.ts';
import type { Action, Visit } from './state.ts';

// Locators, and actions that bring a page into a state of the walk (docs/walk.md).

/** Selects a text of the page's language. */
export type TextSelector = (texts: Visit['t']) => string;

export const dialog = ({ page }: Visit) => page.getByRole('dialog');
export const option = ({ page }: Visit) => page.getByRole('option').first();
export const alert = ({ page }: Visit) => page.locator('main').getByRole('alert').first();
export const captcha = ({ page }: Visit) => page.frameLocator('iframe').getByRole('checkbox');
export const button = ({ page }: Visit, name: string) => page.getByRole('button', { name, exact: true });
/** Locates the first row of a list, which appears once the list is loaded. */
export const firstRow = ({ page }: Visit) => page.getByRole('rowheader').first();
export const formErrors = '.form-errors';
/** For visitors this menu only contains the languages. */
export const menu = '.account-menu';

export const press =
  (selectText: TextSelector): Action =>
  (visit) =>
    button(visit, selectText(visit.t)).click();
/** Opens the menu of a record's details, and presses a button in it. */
export const pressMore = (selectText: TextSelector): readonly Action[] => [
  press((t) => t.progress.more),
  press(selectText),
];
/** Presses a button of the dialog only, because in French the button that opens it has the same name. */
export const confirm =
  (selectText: TextSelector): Action =>
  (visit) =>
    dialog(visit)
      .getByRole('button', { name: selectText(visit.t), exact: true })
      .click();
export const click =
  (selector: string): Action =>
  ({ page }) =>
    page.locator(selector).first().click();
/** Opens the list of a field. */
export const openField = (field: string) => click(`[data-field=${field}] button`);
export const clickLabel =
  (selectText: TextSelector): Action =>
  ({ page, t }) =>
    page.getByLabel(selectText(t), { exact: true }).click();

export const fill =
  (createValues: (texts: Visit['t'], visit: Visit) => Readonly<Record<string, string>>): Action =>
  async (visit) => {
    for (const [label, value] of Object.entries(createValues(visit.t, visit)))
      await visit.page.getByLabel(label, { exact: true }).fill(value);
  };

export const openLanguages = click('.top-bar button[popovertarget]:not([popovertarget=news])');
export const openUserMenu: Action = ({ page, t }) => openAccountMenu(page, t);

/** Opens a list's preferences: rows per page, columns and density. */
export const openPreferences = press((t) => t.list.look);

export const typeLogin = fill((t, { place }) => ({
  [t.login.email]: `staff@${place.region}.example`,
  [t.login.password]: 'Harbour-Lantern-42!',
}));

export const solveCaptcha: Action = ({ page }) => tickCaptcha(page);

/** Submits a form whose captcha is loaded but not ticked. */
export const pressWithoutCaptcha = (selectText: TextSelector): Action[] => [
  (visit) => captcha(visit).waitFor(),
  press(selectText),
];

export const sendLogin = [typeLogin, solveCaptcha, press((t) => t.login.submit)];

/** Fills in a new password and its confirmation. */
export const typePasswords = (password = 'Harbour-Lantern-42!') =>
  fill((t) => ({ [t.password.new]: password, [t.password.confirm]: password }));

export const typeRepair: Action = ({ page, place }) =>
  fillBooking(page, place, { reference: '1001-0033', serialNumber: 'HAW10012345678' });

/** Scans a code, wherever the focus is. */
export const scan =
  (code: string): Action =>
  async ({ page }) =>
    (await openScanner(page)).scan(code);

export const typeReference: Action = ({ page, place }) => referenceField(page, place).fill('RET-1001-015');
/** Fills in the fields without key presses, because the page takes fast key presses for a scan. */
export const enterThreeLines: Action = async (visit) => {
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
export const sendLines: Action = ({ page, place }) => sendReturn(page, place);

/** Enters an EAN with a wrong check digit. */
export const typeWrongEan: Action = async ({ page }) => {
  await entryField(page, 'ean').fill('9520001000073');
  await entryField(page, 'ean').press('Enter');
};

export const chooseFile =
  (name: string): Action =>
  ({ page }) =>
    chooseFileOnPage(page, name, 'rows');

/** Advances the page's clock by some minutes and makes the page check the time. */
export const advanceMinutes =
  (minutes: number): Action =>
  ({ page }) =>
    page.evaluate((minutesPassed) => {
      const { walk } = window as typeof window & { walk: { now: number } };
      walk.now += minutesPassed * 60_000;
      document.dispatchEvent(new Event('visibilitychange'));
    }, minutes);

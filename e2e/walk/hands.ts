import { fillBooking } from '../booking.ts';
import { chooseFile as choose } from '../hands.ts';
import { openAccountMenu, tickCaptcha } from '../portal.ts';
import { entry, referenceField, scanLines, sendReturn } from '../returning.ts';
import type { Act, Visit } from './state.ts';

export type Words = (texts: Visit['t']) => string;

export const dialog = ({ page }: Visit) => page.getByRole('dialog');
export const option = ({ page }: Visit) => page.getByRole('option').first();
export const alert = ({ page }: Visit) => page.locator('main').getByRole('alert').first();
export const captcha = ({ page }: Visit) => page.frameLocator('iframe').getByRole('checkbox');
export const button = ({ page }: Visit, name: string) => page.getByRole('button', { name, exact: true });
export const rows = ({ page }: Visit) => page.getByRole('rowheader').first();
export const complaint = '.form-errors';
/** The menu that a visitor has is that of the languages. */
export const menu = '.account-menu';

export const press =
  (words: Words): Act =>
  (visit) =>
    button(visit, words(visit.t)).click();
/** In French what asks is called as what confirms. */
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
/** The button of a field with a list. */
export const openField = (field: string) => click(`[data-field=${field}] button`);
export const clickLabel =
  (words: Words): Act =>
  ({ page, t }) =>
    page.getByLabel(words(t), { exact: true }).click();

export const fill =
  (fieldsOf: (texts: Visit['t'], visit: Visit) => Readonly<Record<string, string>>): Act =>
  async (visit) => {
    for (const [label, value] of Object.entries(fieldsOf(visit.t, visit)))
      await visit.page.getByLabel(label, { exact: true }).fill(value);
  };

export const openLanguages = click('.top-bar button[popovertarget]');
export const openAccount: Act = ({ page, t }) => openAccountMenu(page, t);

/** Rows per page, columns and density of a list. */
export const openLook = press((t) => t.list.look);

export const typeLogin = fill((t, { place }) => ({
  [t.login.email]: `staff@${place.region}.example`,
  [t.login.password]: 'Harbour-Lantern-42!',
}));

export const tick: Act = ({ page }) => tickCaptcha(page);

/** Sends a form whose captcha is there, and not ticked. */
export const pressUnticked = (words: Words): Act[] => [(visit) => captcha(visit).waitFor(), press(words)];

export const sendLogin = [typeLogin, tick, press((t) => t.login.submit)];

/** A new password twice: one that is taken, or one that is not. */
export const typePasswords = (password = 'Harbour-Lantern-42!') =>
  fill((t) => ({ [t.password.new]: password, [t.password.confirm]: password }));

export const typeRepair: Act = ({ page, place }) =>
  fillBooking(page, place, { reference: '1001-0033', serialNumber: 'HAW10012345678' });

export const typeReference: Act = ({ page, place }) => referenceField(page, place).fill('RET-1001-015');
export const scanThree: Act = async (visit) => {
  await typeReference(visit);
  await scanLines(visit.page, visit.place, ['XKW10000000001', 'XKW10000000002', 'XKW10000000003'], '09.11.2026');
};
export const sendLines: Act = ({ page, place }) => sendReturn(page, place);

/** Its check digit is wrong. */
export const typeWrongEan: Act = async ({ page }) => {
  await entry(page, 'ean').fill('9520001000073');
  await entry(page, 'ean').press('Enter');
};

export const chooseFile =
  (name: string): Act =>
  ({ page }) =>
    choose(page, name, 'rows');

/** Time passes, in minutes; whoever looks at the page again sees it. */
export const wait =
  (minutes: number): Act =>
  ({ page }) =>
    page.evaluate((passed) => {
      const { walk } = window as typeof window & { walk: { now: number } };
      walk.now += passed * 60_000;
      document.dispatchEvent(new Event('visibilitychange'));
    }, minutes);

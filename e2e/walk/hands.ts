import { fillBooking } from '../booking.ts';
import { openAccountMenu, tickCaptcha } from '../portal.ts';
import { referenceField, scanLines } from '../returning.ts';
import type { Visit } from './state.ts';

export const heading = ({ page }: Visit) => page.getByRole('heading', { level: 1 });
export const dialog = ({ page }: Visit) => page.getByRole('dialog');
export const alert = ({ page }: Visit) => page.locator('main').getByRole('alert').first();
export const complaint = ({ page }: Visit) => page.locator('.form-errors').first();
export const button = ({ page }: Visit, name: string) => page.getByRole('button', { name, exact: true });
export const press = (visit: Visit, name: string) => button(visit, name).click();
/** In French what asks is called as what confirms. */
export const confirm = (visit: Visit, name: string) => dialog(visit).getByRole('button', { name, exact: true }).click();
export const text = ({ page }: Visit, words: string) => page.locator('main').getByText(words).first();
export const rows = ({ page }: Visit) => page.getByRole('rowheader').first();

export const fill = async ({ page }: Visit, fields: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
};

/** The menu that a visitor has: the languages. */
export const openLanguages = ({ page }: Visit) => page.locator('.top-bar button[popovertarget]').click();
export const languages = ({ page }: Visit) => page.locator('.account-menu');
export const openAccount = ({ page, place }: Visit) => openAccountMenu(page, place.t);

/** Rows per page, columns and density of a list. */
export const openLook = (visit: Visit) => press(visit, visit.place.t.list.look);

export const typeLogin = (visit: Visit) =>
  fill(visit, {
    [visit.place.t.login.email]: `staff@${visit.place.region}.example`,
    [visit.place.t.login.password]: 'Harbour-Lantern-42!',
  });

export const tickAndPress = async (visit: Visit, name: string) => {
  await tickCaptcha(visit.page);
  await press(visit, name);
};

/** Sends a form whose captcha is there, and not ticked. */
export const pressUnticked = async (visit: Visit, name: string) => {
  await visit.page.frameLocator('iframe').getByRole('checkbox').waitFor();
  await press(visit, name);
};

export const sendLogin = async (visit: Visit) => {
  await typeLogin(visit);
  await tickAndPress(visit, visit.place.t.login.submit);
};

/** A new password twice: one that is taken, or one that is not. */
export const typePasswords = (visit: Visit, password = 'Harbour-Lantern-42!') =>
  fill(visit, { [visit.place.t.password.new]: password, [visit.place.t.password.confirm]: password });

export const typeRepair = ({ page, place }: Visit) =>
  fillBooking(page, place, { reference: '1001-0033', serialNumber: 'HAW10012345678' });

export const scanThree = async ({ page, place }: Visit) => {
  await referenceField(page, place).fill('RET-1001-015');
  await scanLines(page, place, ['XKW10000000001', 'XKW10000000002', 'XKW10000000003'], '09.11.2026');
};

export const chooseFile = ({ page }: Visit, name: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from('rows') });

/** Time passes, in minutes; whoever looks at the page again sees it. */
export const wait = ({ page }: Visit, minutes: number) =>
  page.evaluate((passed) => {
    const { walk } = window as typeof window & { walk: { now: number } };
    walk.now += passed * 60_000;
    document.dispatchEvent(new Event('visibilitychange'));
  }, minutes);

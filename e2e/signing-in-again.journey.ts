import type { BrowserContext, Page } from '@playwright/test';
import { bookedHeading, fillBooking, newReference, sendBooking } from './booking.ts';
import { heading, rows } from './hands.ts';
import { expect as expectSoon, fillLogin, signIn, test, uk } from './portal.ts';

/** These journeys are also run on a busy machine, where nothing is quick. */
const expect = expectSoon.configure({ timeout: 60_000 });
test.setTimeout(300_000);

const notice = (page: Page) => page.getByRole('complementary').getByText(uk.t.session.over);

/** A form that is filled in. */
const openForm = async (page: Page, reference: string) => {
  await page.goto(`${uk.home}/repairs/book`);
  await fillBooking(page, uk, { reference });
  await expect(page).toHaveURL(/draft=/);
};

/** Signs in beside a page, by the link of its notice. */
const signInBeside = async (page: Page, name: string) => {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: uk.t.session.signIn }).click();
  const beside = await opened;
  await fillLogin(beside, uk, name);
  await beside.waitForURL(uk.home);
  return beside;
};

/** Books what is filled in. What a tab decides by what it has seen of another one shows within the next half minute. */
const book = async (page: Page, reference: string) => {
  await expect(notice(page)).toBeHidden();
  await sendBooking(page, uk);
  await expect(bookedHeading(page, uk, reference)).toBeVisible();
};

const expectToStay = async (context: BrowserContext, beside: Page, booked: ReadonlyMap<Page, string>) => {
  await context.clock.runFor('00:30');
  for (const [page, reference] of booked) await expect(bookedHeading(page, uk, reference)).toBeVisible();
  await expect(beside).toHaveURL(uk.home);
  await beside.getByRole('navigation').getByRole('link', { name: uk.t.shell.nav.submittedRepairs }).click();
  for (const reference of booked.values()) await expect(rows(beside).filter({ hasText: reference })).toBeVisible();
};

/** Another tab's changes of the storage show in this page after a while, as on a busy machine. */
const delayStorage = (page: Page, delayMs: number) =>
  page.addInitScript((delay) => {
    const { getItem, setItem, removeItem } = Storage.prototype;
    const isDelayed = (storage: Storage, name: string) => storage === localStorage && name.startsWith('session.');
    const seen = new Map<string, string | null>();
    addEventListener('storage', ({ key, oldValue, newValue }) => {
      if (key === null) return;
      if (!seen.has(key)) seen.set(key, oldValue);
      setTimeout(() => seen.set(key, newValue), delay);
    });
    Storage.prototype.getItem = function get(name) {
      const value = isDelayed(this, name) ? seen.get(name) : undefined;
      return value === undefined ? getItem.call(this, name) : value;
    };
    Storage.prototype.setItem = function set(name, value) {
      seen.delete(name);
      setItem.call(this, name, value);
    };
    Storage.prototype.removeItem = function remove(name) {
      seen.delete(name);
      removeItem.call(this, name);
    };
  }, delayMs);

const throttle = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
};

test.beforeEach(({ context }) => context.clock.install());

const speeds = {
  'at once': async () => {},
  'with marks that arrive 300 ms late': (page: Page) => delayStorage(page, 300),
  'with marks that arrive 3 s late': (page: Page) => delayStorage(page, 3000),
  'with a quarter of the processor': throttle,
} as const;

for (const [speed, slowDown] of Object.entries(speeds)) {
  test(`two tabs: signing in beside a form lets both go on, ${speed}`, async ({ page, context }) => {
    await slowDown(page);
    await signIn(page, uk, 'repairs');
    const reference = newReference('Two');
    await openForm(page, reference);
    await context.clearCookies();
    await sendBooking(page, uk);
    const beside = await signInBeside(page, 'repairs');
    await book(page, reference);
    await expectToStay(context, beside, new Map([[page, reference]]));
  });
}

test('three tabs: signing in beside two forms lets all go on', async ({ page, context }) => {
  await delayStorage(page, 300);
  await signIn(page, uk, 'repairs');
  const other = await context.newPage();
  const booked = new Map([
    [page, newReference('First')],
    [other, newReference('Second')],
  ]);
  for (const [form, reference] of booked) await openForm(form, reference);
  await context.clearCookies();
  await sendBooking(page, uk);
  // The second tab finds the marks gone and asks the server itself.
  for (const form of booked.keys()) await expect(notice(form)).toBeVisible();
  const beside = await signInBeside(page, 'repairs');
  for (const [form, reference] of booked) await book(form, reference);
  await expectToStay(context, beside, booked);
});

test('two tabs: a refusal that is late does not end the session that begins meanwhile', async ({ page, context }) => {
  await signIn(page, uk, 'repairs');
  const reference = newReference('Late');
  await openForm(page, reference);
  await context.clearCookies();
  let answerNow = () => {};
  const isHeld = new Promise<void>((resolve) => (answerNow = resolve));
  const refusal = page.waitForRequest('**/refresh-token');
  await page.route('**/refresh-token', async (route) => {
    const response = await route.fetch();
    await isHeld;
    await route.fulfill({ response });
  });
  await sendBooking(page, uk);
  await refusal;
  const beside = await context.newPage();
  await beside.goto(`${uk.home}/auth/login`);
  await fillLogin(beside, uk, 'repairs');
  answerNow();
  await beside.waitForURL(uk.home);
  await page.unroute('**/refresh-token');
  await book(page, reference);
  await expectToStay(context, beside, new Map([[page, reference]]));
});

test('where somebody else signs in beside it a form is not sent under their name', async ({ page }) => {
  await signIn(page, uk, 'repairs');
  const reference = newReference('Anna');
  await openForm(page, reference);
  await page.context().clearCookies();
  await sendBooking(page, uk);
  const beside = await signInBeside(page, 'both');
  await expect(page.getByText(uk.t.moved.otherUser, { exact: true })).toBeVisible();
  await expect(heading(page)).toHaveText(uk.t.repairs.book.title);
  await expect(page.getByLabel(uk.t.repairs.fields.storeRefNo)).toHaveValue('');
  await expect(page.locator('.parked')).toHaveCount(0);
  await beside.goto(`${uk.home}/repairs/submitted?search=${encodeURIComponent(reference)}`);
  await expect(heading(beside)).toHaveText(uk.t.repairs.list.title);
  await expect(rows(beside).filter({ hasText: reference })).toHaveCount(0);
});

import type { BrowserContext, Page } from '@playwright/test';
import { bookedHeading, fillBooking, createReference, sendBooking } from './booking.ts';
import { heading, rows } from './interactions.ts';
import { expect as baseExpect, fillLogin, signIn, test, uk } from './portal.ts';

/** The timeouts are long, because these journeys also run on busy machines. */
const expect = baseExpect.configure({ timeout: 60_000 });
test.setTimeout(300_000);

/** Notice that the session has ended, with a link for signing in again. */
const notice = (page: Page) => page.getByRole('complementary').getByText(uk.t.session.over);

/** Opens the booking page and fills it in. */
const openForm = async (page: Page, reference: string) => {
  await page.goto(`${uk.home}/repairs/book`);
  await fillBooking(page, uk, { reference });
  await expect(page).toHaveURL(/draft=/);
};

/** Signs in in a second tab, which the link of the page's notice opens. */
const signInInSecondTab = async (page: Page, name: string) => {
  const newPage = page.context().waitForEvent('page');
  await page.getByRole('link', { name: uk.t.session.signIn }).click();
  const signInTab = await newPage;
  await fillLogin(signInTab, uk, name);
  await signInTab.waitForURL(uk.home);
  return signInTab;
};

/** Books the filled-in form. */
const book = async (page: Page, reference: string) => {
  await expect(notice(page)).toBeHidden();
  await sendBooking(page, uk);
  await expect(bookedHeading(page, uk, reference)).toBeVisible();
};

/** Expects that, after half a minute, the booked pages and the second tab are unchanged and still signed in. */
const expectTabsToStay = async (
  context: BrowserContext,
  signInTab: Page,
  referencesByPage: ReadonlyMap<Page, string>,
) => {
  await context.clock.runFor('00:30');
  for (const [page, reference] of referencesByPage) await expect(bookedHeading(page, uk, reference)).toBeVisible();
  await expect(signInTab).toHaveURL(uk.home);
  await signInTab.getByRole('navigation').getByRole('link', { name: uk.t.shell.nav.submittedRepairs }).click();
  for (const reference of referencesByPage.values())
    await expect(rows(signInTab).filter({ hasText: reference })).toBeVisible();
};

/** Delays other tabs' storage changes in this page, as on a busy machine. */
const delayStorage = (page: Page, delayMs: number) =>
  page.addInitScript((delay) => {
    const { getItem, setItem, removeItem } = Storage.prototype;
    const isDelayed = (storage: Storage, name: string) => storage === localStorage && name.startsWith('session.');
    const delayedValues = new Map<string, string | null>();
    addEventListener('storage', ({ key, oldValue, newValue }) => {
      if (key === null) return;
      if (!delayedValues.has(key)) delayedValues.set(key, oldValue);
      setTimeout(() => delayedValues.set(key, newValue), delay);
    });
    Storage.prototype.getItem = function get(name) {
      const value = isDelayed(this, name) ? delayedValues.get(name) : undefined;
      return value === undefined ? getItem.call(this, name) : value;
    };
    Storage.prototype.setItem = function set(name, value) {
      delayedValues.delete(name);
      setItem.call(this, name, value);
    };
    Storage.prototype.removeItem = function remove(name) {
      delayedValues.delete(name);
      removeItem.call(this, name);
    };
  }, delayMs);

const throttleCpu = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
};

test.beforeEach(({ context }) => context.clock.install());

const speeds = {
  immediately: async () => {},
  'with storage delayed by 300 ms': (page: Page) => delayStorage(page, 300),
  'with storage delayed by 3 s': (page: Page) => delayStorage(page, 3000),
  'with a quarter of the CPU': throttleCpu,
} as const;

for (const [speed, slowDown] of Object.entries(speeds)) {
  test(`two tabs: signing in again in a second tab resumes a form, ${speed}`, async ({ page, context }) => {
    await slowDown(page);
    await signIn(page, uk, 'repairs');
    const reference = createReference('Two');
    await openForm(page, reference);
    await context.clearCookies();
    await sendBooking(page, uk);
    const signInTab = await signInInSecondTab(page, 'repairs');
    await book(page, reference);
    await expectTabsToStay(context, signInTab, new Map([[page, reference]]));
  });
}

test('three tabs: signing in again resumes two forms', async ({ page, context }) => {
  await delayStorage(page, 300);
  await signIn(page, uk, 'repairs');
  const otherTab = await context.newPage();
  const referencesByPage = new Map([
    [page, createReference('First')],
    [otherTab, createReference('Second')],
  ]);
  for (const [form, reference] of referencesByPage) await openForm(form, reference);
  await context.clearCookies();
  await sendBooking(page, uk);
  // `otherTab` finds the stored session gone and asks the server.
  for (const form of referencesByPage.keys()) await expect(notice(form)).toBeVisible();
  const signInTab = await signInInSecondTab(page, 'repairs');
  for (const [form, reference] of referencesByPage) await book(form, reference);
  await expectTabsToStay(context, signInTab, referencesByPage);
});

test('two tabs: a delayed rejection does not end a newer session', async ({ page, context }) => {
  await signIn(page, uk, 'repairs');
  const reference = createReference('Late');
  await openForm(page, reference);
  await context.clearCookies();
  let releaseResponse = () => {};
  const responseRelease = new Promise<void>((resolve) => (releaseResponse = resolve));
  const refreshRequest = page.waitForRequest('**/refresh-token');
  await page.route('**/refresh-token', async (route) => {
    const response = await route.fetch();
    await responseRelease;
    await route.fulfill({ response });
  });
  await sendBooking(page, uk);
  await refreshRequest;
  const signInTab = await context.newPage();
  await signInTab.goto(`${uk.home}/auth/login`);
  await fillLogin(signInTab, uk, 'repairs');
  releaseResponse();
  await signInTab.waitForURL(uk.home);
  await page.unroute('**/refresh-token');
  await book(page, reference);
  await expectTabsToStay(context, signInTab, new Map([[page, reference]]));
});

test('a form is not sent if a different user signs in in a second tab', async ({ page }) => {
  await signIn(page, uk, 'repairs');
  const reference = createReference('Anna');
  await openForm(page, reference);
  await page.context().clearCookies();
  await sendBooking(page, uk);
  const signInTab = await signInInSecondTab(page, 'both');
  await expect(page.getByText(uk.t.moved.otherUser, { exact: true })).toBeVisible();
  await expect(heading(page)).toHaveText(uk.t.repairs.book.title);
  await expect(page.getByLabel(uk.t.repairs.fields.storeRefNo)).toHaveValue('');
  await expect(page.locator('.parked')).toHaveCount(0);
  await signInTab.goto(`${uk.home}/repairs/submitted?search=${encodeURIComponent(reference)}`);
  await expect(heading(signInTab)).toHaveText(uk.t.repairs.list.title);
  await expect(rows(signInTab).filter({ hasText: reference })).toHaveCount(0);
});

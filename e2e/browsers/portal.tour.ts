import { writeFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { Key } from 'selenium-webdriver';
import { findBrowser, isBrowserName } from '#scripts/browsers.ts';
import { demoPassword } from '#scripts/demo/accounts.ts';
import { toProductLabel, createReference } from '../booking.ts';
import { germany, uk } from '../portal.ts';
import type { JourneyPlace } from '../portal.ts';
import { formatDaysAgo, eanAt } from '../return-form.ts';
import { writeReturnsCsv } from '../returns-csv.ts';
import type { Driver, Tab } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { createInteractions } from './interactions.ts';
import type { Interactions } from './interactions.ts';
import { startWebKit } from './webkit.ts';

// Tour of the portal in Firefox and WebKit; the journeys cover Chromium in more detail.
const siteUrl = process.env['PORTAL_URL'] ?? '';
const browserName = process.env['PORTAL_BROWSER'] ?? '';

const startersByName = { firefox: startFirefox, webkit: startWebKit };

/** Tab of the browser that all tests share, because each test continues where the previous one ended. */
let mainTab: Interactions<Driver>;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  if (!isBrowserName(browserName) || browserName === 'chromium')
    throw new Error(`There is no driver for “${browserName}”.`);
  mainTab = createInteractions(await startersByName[browserName](findBrowser(browserName)));
  await mainTab.resize(1280, 900);
});
test.afterEach(async () => {
  const info = test.info();
  if (info.status === 'passed') return;
  await info.attach('window', {
    body: Buffer.from(await mainTab.takeScreenshot(), 'base64'),
    contentType: 'image/png',
  });
});
test.afterAll(() => mainTab.close());

/** Ticks the captcha of the open sign-in page and submits it. */
const sendLogin = async (tab: Interactions<Tab>, { t }: JourneyPlace) => {
  await expect(async () => {
    const box = await tab.waitForText('iframe');
    // The captcha's checkbox is 28 pixels from the left edge of its frame.
    await tab.clickAt(box.left + 28, box.y);
    await expect.poll(() => tab.readValue('textarea[name=g-recaptcha-response]'), { timeout: 2000 }).not.toBe('');
  }).toPass();
  await tab.click('button', t.login.submit);
};

const signIn = async (place: JourneyPlace, name: string) => {
  const { region, home, t } = place;
  await mainTab.open(`${siteUrl}${home}/auth/login`);
  await mainTab.fill(t.login.email, `${name}@${region}.example`);
  await mainTab.fill(t.login.password, demoPassword);
  await sendLogin(mainTab, place);
  await mainTab.waitForPath(place.home);
};

const measureOverflow = () =>
  mainTab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Chooses an option of a list by its text. Retries if the list closes during the click. */
const choose = (field: string, option: string) =>
  expect(async () => {
    await mainTab.click(`[data-field=${field}] button`);
    await mainTab.click('[role=option]', option, 3000);
    await mainTab.waitForText(`[data-field=${field}] button`, option);
  }).toPass();

const reference = createReference('Tour');
const bookedHeading = uk.t.repairs.book.booked.title.replace('{reference}', reference);

test('signing in persists across a reload', async () => {
  await signIn(uk, 'both');
  await mainTab.waitForText('h2', uk.t.repairs.latest.title);
  await mainTab.open(`${siteUrl}${uk.home}`);
  await mainTab.waitForText('h2', uk.t.repairs.latest.title);
  await mainTab.waitForPath(uk.home);
});

test('signing in to a second region keeps the first session', async () => {
  await signIn(germany, 'repairs');
  await mainTab.open(`${siteUrl}${uk.home}`);
  await mainTab.waitForText('h2', uk.t.repairs.latest.title);
});

const fillBooking = async (storeRefNo: string) => {
  await choose('product', toProductLabel('switch-2', uk));
  await choose('issue', uk.t.repairs.issues.screenDefect);
  await mainTab.fill(uk.t.repairs.fields.serialNumber, `XKW${String(Date.now()).slice(-11)}`);
  await mainTab.fill(uk.t.repairs.fields.purchaseDate, '15 Jan 2026');
  await mainTab.fill(uk.t.repairs.fields.storeRefNo, storeRefNo);
  expect(await mainTab.readValue('[data-field=purchaseDate] input')).toBe('15/01/2026');
  await mainTab.click('main span', uk.t.repairs.book.customerPresence);
  await mainTab.click('[data-field=termsAcceptance] input');
};

test('a repair can be booked with a typed date', async () => {
  await mainTab.click('nav a', uk.t.shell.nav.bookRepair);
  await mainTab.waitForPath(`${uk.home}/repairs/book`);
  await fillBooking(reference);
  await mainTab.click('button', uk.t.repairs.book.submit);
  await mainTab.waitForText('h1', bookedHeading);
  expect(await mainTab.evaluate(() => document.activeElement?.textContent)).toContain(reference);
});

/** Returns the elements that are printed, by temporarily swapping print and screen styles. */
const findPrintedElements = () => {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) =>
    [...cssRules].filter((rule) => rule instanceof CSSMediaRule && /^(print|screen)$/.test(rule.conditionText)),
  ) as CSSMediaRule[];
  const swapMedia = (oldMedia: string, newMedia: string) => {
    for (const { media } of rules) media.mediaText = media.mediaText === oldMedia ? newMedia : oldMedia;
  };
  swapMedia('print', 'screen');
  const visibleElements = [...document.body.children].filter((element) => element.checkVisibility());
  const sheets = visibleElements.map((element) => ({
    name: element.className,
    widthMm: Math.round((element.clientWidth * 25.4) / 96),
    barcodes: element.querySelectorAll('.print-code').length,
  }));
  swapMedia('print', 'screen');
  return sheets;
};

test('the slip prints as one sheet', async () => {
  await mainTab.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await mainTab.click('button', uk.t.repairs.slip.printA4);
  await expect.poll(() => mainTab.evaluate(() => document.documentElement.hasAttribute('data-printed'))).toBe(true);
  expect(await mainTab.evaluate(findPrintedElements)).toEqual([
    { name: 'print-sheet slip-sheet is-a4', widthMm: 180, barcodes: 2 },
  ]);
});

/** Returns truncated content of the list: sort arrows outside the table, and one-word states on two lines. */
const findTruncatedElements = () => {
  const { right } = document.querySelector('.data-table')?.getBoundingClientRect() ?? { right: 0 };
  const headers = [...document.querySelectorAll('.data-table thead svg')].filter(
    (arrow) => arrow.getBoundingClientRect().right > right,
  );
  const states = [...document.querySelectorAll('.state-label')].filter((state) => {
    const line = document.createRange();
    line.selectNodeContents(state);
    return !/\s/.test(state.textContent ?? '') && line.getClientRects().length > 1;
  });
  return [...headers, ...states].map((element) => element.textContent);
};

test('the list shows every column without truncation', async () => {
  await mainTab.click('a', uk.t.repairs.book.booked.see);
  await mainTab.waitForPath(`${uk.home}/repairs/submitted`);
  await mainTab.click('button', uk.t.repairs.details.back);
  await mainTab.waitForText('tbody th a', reference);
  // In a low window the list needs a scrollbar, which takes some of the width.
  await mainTab.resize(1280, 500);
  expect(await mainTab.evaluate(findTruncatedElements)).toEqual([]);
  expect(await measureOverflow()).toBe(0);
  await mainTab.resize(1280, 900);
});

test('pages fit a phone without truncation', async () => {
  await mainTab.resize(375, 800);
  for (const path of ['', '/repairs/submitted', '/repairs/book', '/returns/book']) {
    await mainTab.open(`${siteUrl}${uk.home}${path}`);
    await mainTab.waitForText('main h1');
    expect([path, await measureOverflow()]).toEqual([path, 0]);
    if (path === '/repairs/submitted') {
      await mainTab.waitForText('tbody th a', reference);
      expect(await mainTab.evaluate(findTruncatedElements)).toEqual([]);
    }
  }
  await mainTab.click('button', uk.t.shell.menu);
  await mainTab.click('nav a', uk.t.shell.nav.submittedRepairs);
  await mainTab.waitForPath(`${uk.home}/repairs/submitted`);
  await mainTab.resize(1280, 900);
});

test('a repair can be found with the keyboard alone', async () => {
  await mainTab.open(`${siteUrl}${uk.home}`);
  await mainTab.waitForText('h2', uk.t.repairs.latest.title);
  await mainTab.press('/');
  await mainTab.type(reference);
  await mainTab.waitForText('.find-results', reference);
});

test('menus open, and close with Escape', async () => {
  await mainTab.press(Key.ESCAPE);
  await mainTab.click('button[popovertarget]:not([popovertarget=news])');
  await mainTab.waitForText('[popover] a', 'Deutsch');
  await mainTab.press(Key.ESCAPE);
  await expect
    .poll(() => mainTab.evaluate(() => [...document.querySelectorAll('[popover]:popover-open')].length))
    .toBe(0);
});

test('the lines of a file can be booked as a return', async () => {
  const file = test.info().outputPath('lines.csv');
  const booking = { storeId: 'UK-1002', storeRefNo: reference, purchaseDate: formatDaysAgo(5, uk) };
  const row = { ...booking, ean: eanAt(0), productDescription: '', serialNumber: 'T-1001' };
  await writeFile(file, writeReturnsCsv('en', [row]));
  await mainTab.open(`${siteUrl}${uk.home}/returns/book`);
  await mainTab.waitForText('button', uk.t.returns.file.title);
  await mainTab.chooseFile('input[type=file]', file);
  await mainTab.click('button', uk.t.returns.file.takeOver.replace('{count}', '1'));
  await mainTab.waitForText('[data-line]', 'T-1001');
  expect(await mainTab.readValue('[data-field=storeRefNo] input')).toBe(reference);
  await mainTab.click('button', uk.t.returns.book.submit);
  await mainTab.waitForText('h1', uk.t.returns.book.booked.title.replace('{reference}', reference));
});

test('a draft is restored after a reload', async () => {
  await mainTab.open(`${siteUrl}${uk.home}/repairs/book`);
  await mainTab.fill(uk.t.repairs.fields.storeRefNo, 'Half a booking');
  // The draft is saved with a delay.
  await expect(async () => {
    await mainTab.evaluate(() => location.reload());
    await mainTab.waitForText('[data-field=storeRefNo] input');
    await expect
      .poll(() => mainTab.readValue('[data-field=storeRefNo] input'), { timeout: 3000 })
      .toBe('Half a booking');
  }).toPass();
});

test('signing out ends the session', async () => {
  await mainTab.click('.top-bar button', uk.t.shell.signOut);
  await mainTab.waitForPath(`${uk.home}/auth/login`);
  await mainTab.open(`${siteUrl}${uk.home}`);
  await mainTab.waitForPath(`${uk.home}/auth/login`);
});

test('Back after signing out does not show the page of the previous user', async () => {
  await signIn(uk, 'repairs');
  await mainTab.waitForText('h2', uk.t.repairs.latest.title);
  await mainTab.evaluate(() =>
    addEventListener('pageshow', () =>
      sessionStorage.setItem('isRestoredInView', String(document.documentElement.checkVisibility())),
    ),
  );
  await mainTab.click('.top-bar button', uk.t.shell.signOut);
  await mainTab.waitForPath(`${uk.home}/auth/login`);
  await mainTab.evaluate(() => history.back());
  await expect(async () => {
    await mainTab.waitForPath(`${uk.home}/auth/login`);
    await mainTab.waitForText('main h1', uk.t.login.title);
  }).toPass();
  // The entry is missing in a browser that has not cached the page.
  expect(await mainTab.evaluate(() => sessionStorage.getItem('isRestoredInView'))).not.toBe('true');
});

test('the login page shows that a session has expired', async () => {
  await signIn(uk, 'repairs');
  await mainTab.waitForText('h2', uk.t.repairs.latest.title);
  await mainTab.deleteCookies();
  await mainTab.click('nav a', uk.t.shell.nav.submittedRepairs);
  await mainTab.waitForPath(`${uk.home}/auth/login`);
  await mainTab.waitForText('main p, main div', uk.t.errors.ExpiredToken);
});

test('a form continues after signing in again in another tab', async () => {
  test.skip(browserName === 'webkit', 'WebKitGTK’s driver sends neither keys nor clicks to a second tab.');
  // Otherwise the page that the previous test requested would follow after signing in.
  await mainTab.open(`${siteUrl}${uk.home}/auth/login`);
  await mainTab.evaluate(() => sessionStorage.clear());
  await mainTab.deleteCookies();
  await signIn(uk, 'repairs');
  await mainTab.click('nav a', uk.t.shell.nav.bookRepair);
  await mainTab.waitForPath(`${uk.home}/repairs/book`);
  const secondReference = createReference('Again');
  await fillBooking(secondReference);
  await mainTab.deleteCookies();
  await mainTab.click('button', uk.t.repairs.book.submit);
  await mainTab.waitForText('.session-notice p', uk.t.session.over);

  const secondTab = createInteractions(await mainTab.openTab());
  await secondTab.open(`${siteUrl}${uk.home}/auth/login`);
  await secondTab.fillByScript(uk.t.login.email, `repairs@${uk.region}.example`);
  await secondTab.fillByScript(uk.t.login.password, demoPassword);
  await sendLogin(secondTab, uk);
  await secondTab.waitForPath(uk.home);
  await expect.poll(() => mainTab.evaluate(() => document.querySelector('.session-notice'))).toBeNull();
  await mainTab.click('button', uk.t.repairs.book.submit);
  const bookedTitle = uk.t.repairs.book.booked.title.replace('{reference}', secondReference);
  await mainTab.waitForText('h1', bookedTitle);
  // A tab checks its session again when it becomes visible.
  await mainTab.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
  await secondTab.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
  await secondTab.click('nav a', uk.t.shell.nav.submittedRepairs);
  await secondTab.waitForText('tbody th a', secondReference);
  await mainTab.waitForText('h1', bookedTitle);
});

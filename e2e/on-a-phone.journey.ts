import { demoStores } from '#scripts/demo/accounts.ts';
import { expectControlHeight, getBox } from './interactions.ts';
import { expect, expectNoOverflow, openAccountMenu, signIn, test, uk } from './portal.ts';

test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

test('the top bar and its menus work by touch and keyboard on a phone', async ({ page }) => {
  const { t } = uk;
  await signIn(page, uk, 'repairs');
  // After signing in, the heading has the focus without a visible ring.
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();
  await expect(heading).toHaveCSS('outline-style', 'none');
  // No font is preloaded, because it would delay the first paint.
  await expect(page.locator('link[rel=preload][as=font]')).toHaveCount(0);
  const fontDisplays = await page.evaluate(() =>
    [...document.fonts].filter(({ family }) => /^.?Open Sans/.test(family)).map(({ display }) => display),
  );
  expect(new Set(fontDisplays)).toEqual(new Set(['swap']));

  const banner = page.getByRole('banner');
  const [email, store] = await banner.locator('.bar-who > span').all();
  await expect(email ?? banner).toHaveText('repairs@nuk.example');
  await expect(store ?? banner).toContainText(demoStores.nuk[0].name);
  expect((await getBox(email ?? banner)).width).toBeGreaterThan(80);
  const isStoreIdFullyVisible = await (store ?? banner).evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element.lastChild ?? element);
    return range.getBoundingClientRect().right <= element.getBoundingClientRect().right + 1;
  });
  expect(isStoreIdFullyVisible).toBe(true);
  await expect(banner.getByRole('button', { name: t.shell.signOut })).toBeHidden();
  const menu = page.getByRole('button', { name: t.shell.menu });
  const drawer = page.getByRole('navigation', { name: t.shell.nav.label });
  await menu.click();
  const links = drawer.getByRole('link');
  await expect(links.first()).toBeVisible();
  for (const link of await links.all()) expect((await getBox(link)).height).toBeGreaterThanOrEqual(44);
  await page.keyboard.press('Tab');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(menu).toBeFocused();

  await openAccountMenu(page, t);
  await expect(page.getByRole('button', { name: t.shell.signOut })).toBeVisible();
  await expect(page.getByText(t.shell.find.shortcut)).toBeHidden();
  await expectNoOverflow(page);

  await page.goto(`${uk.home}/repairs/book`);
  await expectControlHeight(page, 44);
  const button = page.getByRole('button', { name: t.repairs.book.submit });
  const buttonBox = await getBox(button);
  const labelBox = await getBox(button.getByText(t.repairs.book.submit));
  expect(Math.abs(buttonBox.x + buttonBox.width / 2 - labelBox.x - labelBox.width / 2)).toBeLessThan(2);
});

test('the search text survives rotating a tablet', async ({ page }) => {
  const { t } = uk;
  await page.setViewportSize({ width: 1024, height: 768 });
  await signIn(page, uk, 'repairs');
  const field = page.getByRole('searchbox', { name: t.find.label.repairs });
  await field.fill('1001');
  await page.setViewportSize({ width: 600, height: 960 });
  await expect(field).toBeHidden();
  await page.getByRole('button', { name: t.find.label.repairs }).click();
  await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(field).toHaveValue('1001');
});

test('the user list aligns the status details and shows the whole sort order on a phone', async ({ page }) => {
  const { t } = uk;
  await signIn(page, uk, 'admin');
  await page.goto(`${uk.home}/admin/manage-users?search=expired@`);
  const status = page.getByRole('cell').filter({ has: page.locator('.users-soft') });
  const statusText = status.getByText(t.users.statuses.inviteExpired);
  const expiryText = status.locator('.users-soft');
  expect(Math.abs((await getBox(statusText)).x - (await getBox(expiryText)).x)).toBeLessThan(30);
  await page.getByRole('button', { name: new RegExp(`^${t.list.moreFilters}`) }).click();
  const chip = page.getByRole('button', { name: t.list.sort.label }).locator('.list-chip-text');
  expect(await chip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

import { chromiumArguments } from '#scripts/browsers.ts';
import { expect, signIn, signOut, test, uk } from './portal.ts';

// Playwright disables the back/forward cache by default.
test.use({
  launchOptions: {
    executablePath: process.env['CHROME_PATH'] ?? '',
    args: chromiumArguments,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

test('Back after signing out does not show the page of the previous user', async ({ page }) => {
  await signIn(page, uk, 'repairs');
  await expect(page.getByRole('heading', { level: 2, name: uk.t.repairs.latest.title })).toBeVisible();
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) =>
      sessionStorage.setItem('restored', JSON.stringify([persisted, document.documentElement.checkVisibility()])),
    ),
  );
  await signOut(page, uk);
  await page.evaluate(() => history.back());
  // The restored page checks the session and redirects to the sign-in page.
  await expect(async () =>
    expect(await page.evaluate(() => sessionStorage.getItem('restored'))).toBe('[true,false]'),
  ).toPass();
  await expect(page).toHaveURL(new RegExp(`${uk.home}/auth/login`));
  await expect(page.getByLabel(uk.t.login.email)).toHaveValue('');
});

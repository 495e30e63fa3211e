import { test as playwrightTest } from '@playwright/test';
import { expect, uk } from './portal.ts';

// This journey uses Playwright's own test, because the portal's test fails on any violation.
playwrightTest('the content policy blocks inline scripts and styles, and reports them', async ({ page }) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  await page.goto('/UK');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(violations).toEqual([]);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.wasRun = true';
    document.body.append(script);
    document.body.insertAdjacentHTML('beforeend', '<p style="color: red">x</p>');
  });
  expect(await page.evaluate(() => 'wasRun' in window)).toBe(false);
  await expect.poll(() => violations.length).toBeGreaterThanOrEqual(2);
});

playwrightTest('a redirect from the sign-in page does not keep its relaxed policy', async ({ page }) => {
  await page.goto('/UK/zz/auth/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(uk.t.landing.title);
  await expect(page).toHaveURL('/UK');
  await page.waitForLoadState('networkidle');
  const color = await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<p id="styled" style="color: rgb(1, 2, 3)">x</p>');
    return getComputedStyle(document.querySelector('#styled') ?? document.body).color;
  });
  expect(color).not.toBe('rgb(1, 2, 3)');
});

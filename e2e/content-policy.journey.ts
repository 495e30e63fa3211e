import { test as plain } from '@playwright/test';
import { expect, places } from './portal.ts';

// Every other journey fails on the first violation. This one makes two, to see that they would be heard.
plain('the content policy stops inline scripts and styles, and says so', async ({ page }) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  await page.goto(`/${places[0]?.prefix}`);
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

for (const address of [
  '/UK/zz/auth/login',
  '/UK/nuk/nothing/auth/login',
  '/UK/nuk/nothing/auth/forgot-password/request-code',
]) {
  plain(`the laxer policy does not stay when ${address} leads elsewhere`, async ({ page }) => {
    await page.goto(address);
    await page
      .getByRole('link', { name: 'Home' })
      .or(page.getByRole('heading', { name: 'Repairs and returns for retailers' }))
      .first()
      .waitFor();
    const home = page.getByRole('link', { name: 'Home' });
    if (await home.isVisible()) await home.click();
    await expect(page).toHaveURL(/\/UK(\/nuk\/auth\/login)?$/);
    // A sign-in page has its own policy; every other is strict again.
    if (page.url().endsWith('/auth/login')) return;
    await page.waitForLoadState('networkidle');
    const colour = await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<p id="styled" style="color: rgb(1, 2, 3)">x</p>');
      return getComputedStyle(document.querySelector('#styled') ?? document.body).color;
    });
    expect(colour).not.toBe('rgb(1, 2, 3)');
  });
}

plain('the captcha’s laxer policy is on the pages that ask for a tick only', async ({ request }) => {
  const policyOf = async (path: string) => (await request.get(path)).headers()['content-security-policy'] ?? '';
  for (const page of ['login', 'forgot-password/request-code', 'forgot-password/reset-password'])
    expect(await policyOf(`/UK/nuk/auth/${page}`)).toContain('unsafe-inline');
  const strict = ['/', '/UK', '/UK/nuk', '/UK/nuk/repairs/book', '/UK/nuk/auth/set-password', '/config.json'];
  for (const path of [...strict, '/UK/nuk/auth/login/x', '/UK/nuk/auth/forgot-password', '/UK/nuk/auth/request-code']) {
    const policy = await policyOf(path);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|recaptcha/);
  }
});

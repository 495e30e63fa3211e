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

plain('the login page’s laxer policy is on the login page only', async ({ request }) => {
  const policyOf = async (path: string) => (await request.get(path)).headers()['content-security-policy'] ?? '';
  expect(await policyOf('/UK/nuk/auth/login')).toContain('unsafe-inline');
  for (const path of ['/', '/UK', '/UK/nuk', '/UK/nuk/repairs/book', '/UK/nuk/auth/login/x', '/config.json']) {
    const policy = await policyOf(path);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|recaptcha/);
  }
});

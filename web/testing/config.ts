import type { WebConfig } from '#shared/config/web-config.ts';

const region = { returnsAvailable: true, returnPeriodDays: 30, supportUrl: 'https://support.example.com' };
const legal = {
  privacyPolicy: 'https://legal.example.com/privacy',
  termsOfService: 'https://legal.example.com/terms',
};

export const testConfig: WebConfig = {
  stage: 'test',
  hasDailyEmail: true,
  trackingUrl: 'https://tracking.example.com/',
  captcha: { provider: 'recaptcha', scriptUrl: 'https://captcha.example.com/api.js', siteKey: 'site-key' },
  provider: { name: 'Example Repairs Ltd', address: ['1 Example Street', 'London'], email: 'repairs@example.com' },
  regions: { nuk: region, ndach: region, nfr: { ...region, legal } },
};

export const configWithoutReturnsInFrance: WebConfig = {
  ...testConfig,
  regions: { ...testConfig.regions, nfr: { ...testConfig.regions.nfr, returnsAvailable: false } },
};

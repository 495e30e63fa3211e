import { expect, test } from '@jest/globals';
import { toCancellationFormPath, isCaptchaPage, paths, patterns } from './paths.ts';

test('paths have the expected URLs', () => {
  const place = { prefix: 'DE', region: 'ndach' } as const;
  const examples = {
    ...Object.fromEntries(
      Object.entries(paths)
        .filter(([name]) => !['root', 'landing', 'legal', 'legalInRegion', 'device'].includes(name))
        .map(([name, path]) => [name, (path as (target: typeof place) => string)(place)]),
    ),
    root: paths.root(),
    landing: paths.landing('UK'),
    privacyPolicy: paths.legal('UK', 'privacy-policy'),
    termsOfService: paths.legal('FR', 'terms-of-service'),
    privacyPolicyInRegion: paths.legalInRegion(place, 'privacy-policy'),
    termsOfServiceInRegion: paths.legalInRegion(place, 'terms-of-service'),
    trackedRepair: paths.trackRepair(place, 'RMA 1&2'),
    oneUser: paths.individualUserOperations(place, '0f8b'),
    registeredUser: paths.registrationConfirmed(place, '0f8b'),
    device: paths.device(place, 'XAW 1/2'),
    cancellationForm: toCancellationFormPath('prod', 'de'),
  };
  expect(examples).toMatchInlineSnapshot(`
    {
      "bookRepair": "/DE/ndach/repairs/book",
      "bookReturn": "/DE/ndach/returns/book",
      "cancellationForm": "/documents/prod/cancellation-form-de.pdf",
      "changePassword": "/DE/ndach/auth/change-password",
      "device": "/DE/ndach/devices?serialNumber=XAW+1%2F2",
      "home": "/DE/ndach",
      "individualUserOperations": "/DE/ndach/admin/individual-user-operations",
      "landing": "/UK",
      "login": "/DE/ndach/auth/login",
      "manageUsers": "/DE/ndach/admin/manage-users",
      "oneUser": "/DE/ndach/admin/individual-user-operations?sub=0f8b",
      "overview": "/DE/ndach/overview",
      "privacyPolicy": "/UK/legal-information/privacy-policy",
      "privacyPolicyInRegion": "/DE/ndach/legal-information/privacy-policy",
      "register": "/DE/ndach/admin/register",
      "registerUsersBulk": "/DE/ndach/admin/register-users-bulk",
      "registeredUser": "/DE/ndach/admin/registration-confirmed?sub=0f8b",
      "registrationConfirmed": "/DE/ndach/admin/registration-confirmed",
      "requestCode": "/DE/ndach/auth/forgot-password/request-code",
      "resetPassword": "/DE/ndach/auth/forgot-password/reset-password",
      "root": "/",
      "setPassword": "/DE/ndach/auth/set-password",
      "submittedRepairs": "/DE/ndach/repairs/submitted",
      "submittedReturns": "/DE/ndach/returns/submitted",
      "termsOfService": "/FR/legal-information/terms-of-service",
      "termsOfServiceInRegion": "/DE/ndach/legal-information/terms-of-service",
      "trackRepair": "/DE/ndach/repairs/track",
      "trackedRepair": "/DE/ndach/repairs/track?rma=RMA+1%262",
    }
  `);
});

test('patterns have no parameters but language and region, as paths are logged', () => {
  const parameters = Object.values(patterns).flatMap((pattern) => pattern.match(/:\w+/g) ?? []);
  expect(new Set(parameters)).toEqual(new Set([':prefix', ':region']));
});

test('detects captcha pages by the end of their path', () => {
  const place = { prefix: 'FR', region: 'nuk' } as const;
  const login = paths.login(place);
  const requestCode = paths.requestCode(place);
  const resetPassword = paths.resetPassword(place);
  for (const path of [login, requestCode, resetPassword, patterns.login]) expect(isCaptchaPage(path)).toBe(true);
  for (const path of [paths.setPassword(place), paths.home(place), `${login}/x`, '/FR/nuk/auth/forgot-password'])
    expect(isCaptchaPage(path)).toBe(false);
});

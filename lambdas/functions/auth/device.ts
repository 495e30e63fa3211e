import type { Device } from '#shared/users/sign-in-check.ts';

// The first match counts, because most browsers also send Safari, those based on Chromium also Chrome, and Android also Linux.
const browsers: readonly (readonly [Device['browser'], RegExp])[] = [
  ['other', /\bOPR\/|\bOPT\/|OPiOS|SamsungBrowser|YaBrowser|Vivaldi|DuckDuckGo|UCBrowser/],
  ['edge', /\bEdg(?:e|A|iOS)?\//],
  ['firefox', /\b(?:Firefox|FxiOS)\//],
  ['chrome', /\b(?:Chrome|CriOS)\//],
  ['safari', /^(?=.* Safari\/).*\bVersion\/\d/],
];
const systems: readonly (readonly [Device['system'], RegExp])[] = [
  ['ios', /\b(?:iPhone|iPad|iPod)\b/],
  ['android', /\bAndroid\b/],
  ['windows', /\bWindows NT\b/],
  ['chromeos', /\bCrOS\b/],
  // An iPad that requests desktop sites also sends Macintosh and cannot be distinguished from a Mac.
  ['macos', /\bMacintosh\b/],
  ['linux', /\bLinux\b/],
];

/** Returns the browser and operating system families in a User-Agent header. Clients can forge the header, so the result is only displayed and never used for decisions. */
export const parseUserAgent = (userAgent: string): Device => {
  const truncatedUserAgent = userAgent.slice(0, 500);
  return {
    browser: browsers.find(([, pattern]) => pattern.test(truncatedUserAgent))?.[0] ?? 'other',
    system: systems.find(([, pattern]) => pattern.test(truncatedUserAgent))?.[0] ?? 'other',
  };
};

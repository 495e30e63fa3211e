import type { Device } from '#shared/users/sign-in-check.ts';

// The order matters: most browsers name Safari, those made from Chromium name Chrome, too, and Android names Linux.
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
  // An iPad that asks for desktop sites says this, too: nothing tells it apart.
  ['macos', /\bMacintosh\b/],
  ['linux', /\bLinux\b/],
];

/** The family of browser and system that a User-Agent header names. Made up by whoever sends it: for people to read, never to decide by. */
export const deviceOf = (userAgent: string): Device => {
  const known = userAgent.slice(0, 500);
  return {
    browser: browsers.find(([, pattern]) => pattern.test(known))?.[0] ?? 'other',
    system: systems.find(([, pattern]) => pattern.test(known))?.[0] ?? 'other',
  };
};

import { existsSync } from 'node:fs';

/** What the journey in other browsers than Chromium needs, each by the places where it may lie. */
const others = {
  firefox: {
    needed: [['/usr/bin/firefox-esr', '/Applications/Firefox.app/Contents/MacOS/firefox']],
    install: [
      'Debian:  sudo apt-get install firefox-esr',
      'macOS:   brew install --cask firefox',
      'If it is installed elsewhere, set FIREFOX_PATH to its executable.',
    ],
  },
  webkit: {
    needed: [['/usr/bin/WebKitWebDriver'], ['/usr/bin/Xvfb']],
    install: ['Debian, Ubuntu:  sudo apt-get install webkit2gtk-driver xvfb', 'There is none for other systems.'],
  },
} as const;

export type OtherBrowser = keyof typeof others;

export const isOtherBrowser = (name: string): name is OtherBrowser => Object.hasOwn(others, name);

/** The paths of what a browser needs, in their order. Throws with what to install when something is missing. */
export const findOtherBrowser = (name: OtherBrowser): string[] => {
  const { needed, install } = others[name];
  const own = name === 'firefox' && process.env['FIREFOX_PATH'];
  const wanted: readonly (readonly string[])[] = own ? [[own]] : needed;
  const found = wanted.map((places) => places.find((path) => existsSync(path)));
  const missing = wanted.flatMap(([usual], index) => (found[index] === undefined ? [usual] : []));
  if (missing.length === 0) return found.filter((path) => path !== undefined);
  throw new Error([`Not found: ${missing.join(', ')}.`, ...install.map((line) => `  ${line}`)].join('\n'));
};

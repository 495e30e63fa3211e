import { existsSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { chromium } from '@playwright/test';

/**
 * Programs that tests need for each browser: for each program the possible paths, and the environment variable that
 * overrides them.
 */
const browsers = {
  chromium: {
    programPaths: [
      [
        '/usr/bin/chromium',
        '/usr/bin/chromium-browser',
        '/usr/bin/google-chrome',
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        '/Applications/Chromium.app/Contents/MacOS/Chromium',
        'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      ],
    ],
    variable: 'CHROME_PATH',
    install: ['Debian, Ubuntu:  sudo apt-get install chromium', 'macOS:           brew install --cask chromium'],
  },
  firefox: {
    programPaths: [['/usr/bin/firefox-esr', '/Applications/Firefox.app/Contents/MacOS/firefox']],
    variable: 'FIREFOX_PATH',
    install: ['Debian:  sudo apt-get install firefox-esr', 'macOS:   brew install --cask firefox'],
  },
  webkit: {
    programPaths: [['/usr/bin/WebKitWebDriver'], ['/usr/bin/Xvfb']],
    variable: undefined,
    install: ['Debian, Ubuntu:  sudo apt-get install webkit2gtk-driver xvfb', 'There is none for other systems.'],
  },
} as const;

type BrowserName = keyof typeof browsers;

export const isBrowserName = (name: string): name is BrowserName => Object.hasOwn(browsers, name);

/**
 * Returns the paths of the programs that a browser needs, in the order of `programPaths`. Throws with installation instructions if one is
 * missing.
 */
export const findBrowser = (name: BrowserName): string[] => {
  const { programPaths, variable, install } = browsers[name];
  const customPath = variable && process.env[variable];
  const pathsByProgram: readonly (readonly string[])[] = customPath ? [[customPath]] : programPaths;
  const paths = pathsByProgram.map((candidatePaths) => candidatePaths.find((path) => existsSync(path)));
  const missingPaths = pathsByProgram.flatMap(([usualPath], index) => (paths[index] === undefined ? [usualPath] : []));
  if (missingPaths.length === 0) return paths.filter((path) => path !== undefined);
  const hints = variable ? [`If it is installed elsewhere, set ${variable} to its executable.`] : [];
  throw new Error(
    [`Not found: ${missingPaths.join(', ')}.`, ...[...install, ...hints].map((line) => `  ${line}`)].join('\n'),
  );
};

/** Arguments for starting Chromium, also as root in a container, without background requests. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
];

export const runWithChromium = async <T>(work: (browser: Browser) => Promise<T>): Promise<T> => {
  const [executablePath = ''] = findBrowser('chromium');
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  return work(browser).finally(() => browser.close());
};

import { existsSync } from 'node:fs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** How it is started: as root in a container, too, and without asking anybody for anything. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
];

/** The path of an installed Chromium or Chrome. Throws with what to install when there is none. */
export const findChromium = (): string => {
  const found = [process.env['CHROME_PATH'] ?? '', ...places].find((path) => path !== '' && existsSync(path));
  if (found) return found;
  throw new Error(
    'The browser journeys need Chromium or Chrome, and none was found.\n' +
      '  Debian, Ubuntu:  sudo apt-get install chromium\n' +
      '  macOS:           brew install --cask chromium\n' +
      'If it is installed elsewhere, set CHROME_PATH to its executable.',
  );
};

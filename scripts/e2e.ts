import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { findBrowser, isBrowserName } from './browsers.ts';
import { startTemporaryPortal } from './demo/portal.ts';

const root = resolve(import.meta.dirname, '..');

type Environment = Readonly<Record<string, string>>;

const toBrowserEnvironment = (name: string): Environment => {
  if (!isBrowserName(name)) throw new Error('--browser is one of chromium, firefox, webkit.');
  const [path = ''] = findBrowser(name);
  return name === 'chromium' ? { CHROME_PATH: path } : { PORTAL_BROWSER: name };
};

/** Runs Playwright against its own portal, passing on further arguments. Resolves to the exit code. */
const runJourneys = async (browser: Environment, args: readonly string[]): Promise<number> => {
  // Records stay pending until a test sends a provider event.
  const portal = await startTemporaryPortal({ backOffice: 'silent', say: (message) => console.log(message) });
  try {
    const child = spawn(
      process.execPath,
      [
        join(root, 'node_modules/@playwright/test/cli.js'),
        'test',
        '--config',
        join(root, 'e2e/playwright.config.ts'),
        ...args,
      ],
      {
        cwd: root,
        stdio: 'inherit',
        env: {
          ...process.env,
          ...browser,
          PORTAL_URL: portal.siteUrl,
          PORTAL_INBOX_URL: portal.inboxUrl,
          PORTAL_BACK_OFFICE_URL: portal.backOfficeUrl,
          PORTAL_STATE: portal.stateFolder,
        },
      },
    );
    return await new Promise((resolveExitCode) => child.once('exit', (code) => resolveExitCode(code ?? 1)));
  } finally {
    await portal.stop();
  }
};

const args = process.argv.slice(2).flatMap((arg) => (arg.startsWith('--browser=') ? arg.split('=') : [arg]));
const browserIndex = args.indexOf('--browser');

const failWith = (code: number) => (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(code);
};

try {
  const browser = toBrowserEnvironment(browserIndex < 0 ? 'chromium' : (args[browserIndex + 1] ?? ''));
  runJourneys(browser, browserIndex < 0 ? args : args.toSpliced(browserIndex, 2)).then(
    (code) => process.exit(code),
    failWith(1),
  );
} catch (error) {
  failWith(2)(error);
}

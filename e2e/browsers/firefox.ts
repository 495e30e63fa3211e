import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Capabilities, WebDriver } from 'selenium-webdriver';
import { Session } from 'selenium-webdriver/lib/session.js';
import * as z from 'zod/mini';
import { toJsonFunction, startProcess } from './driver.ts';
import type { Driver, Tab } from './driver.ts';

const schemas = {
  contexts: z.object({ contexts: z.tuple([z.object({ context: z.string() })], z.unknown()) }),
  context: z.object({ context: z.string() }),
  data: z.object({ data: z.string() }),
  text: z.object({ type: z.literal('success'), result: z.object({ value: z.string() }) }),
  node: z.object({ type: z.literal('success'), result: z.object({ sharedId: z.string() }) }),
};
const responseSchema = z.object({ type: z.string(), result: z.optional(z.unknown()), message: z.optional(z.string()) });

/** Starts Firefox, controlled over WebDriver BiDi, which calls a tab a browsing context. Takes the path of Firefox. */
export const startFirefox = async ([firefoxPath = '']: readonly string[]): Promise<Driver> => {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  // The preference dispatches clicks through the window, so that they reach cross-origin frames.
  await writeFile(join(profile, 'user.js'), 'user_pref("remote.events.async.mouse.enabled", true);\n');
  const firefox = await startProcess(
    firefoxPath,
    ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile],
    // The window must contain everything that is clicked: clicks outside it are lost.
    { HOME: profile, MOZ_HEADLESS_WIDTH: '1600', MOZ_HEADLESS_HEIGHT: '1200' },
    /WebDriver BiDi listening on (ws:\S+)/,
  );
  const noExecutor = { execute: () => Promise.reject(new Error('There is no driver beside the browser.')) };
  const capabilities = new Capabilities({ webSocketUrl: `${firefox.matchedOutput}/session` });
  const bidi = await new WebDriver(new Session('', capabilities), noExecutor).getBidi();
  const send = async (method: string, params: object) => {
    const { type, result, message } = responseSchema.parse(await bidi.send({ method, params }));
    if (type === 'error') throw new Error(`${method}: ${message}`);
    return result;
  };
  await send('session.new', { capabilities: {} });
  const { contexts } = schemas.contexts.parse(await send('browsingContext.getTree', {}));
  const [{ context: firstContext }] = contexts;

  let activeContext = firstContext;
  const createTab = (context: string): Tab => {
    const target = { context };
    const navigate = (url: string) => send('browsingContext.navigate', { context, url, wait: 'complete' });
    return {
      // Retries once, because Firefox aborts a navigation if the page navigates at the same moment.
      open: async (url) => void (await navigate(url).catch(() => navigate(url))),
      evaluate: async (pageFunction, ...values) => {
        const result = await send('script.callFunction', {
          functionDeclaration: toJsonFunction(pageFunction),
          arguments: [{ type: 'string', value: JSON.stringify(values) }],
          awaitPromise: true,
          target,
        });
        return JSON.parse(schemas.text.parse(result).result.value);
      },
      performActions: async (actions) => {
        // A tab is only activated if it is not active yet, because activating it moves its focus.
        if (activeContext !== context) await send('browsingContext.activate', { context });
        activeContext = context;
        await send('input.performActions', { context, actions: [actions] });
      },
      chooseFile: async (selector, path) => {
        const expression = `document.querySelector(${JSON.stringify(selector)})`;
        const node = schemas.node.parse(await send('script.evaluate', { expression, awaitPromise: false, target }));
        await send('input.setFiles', { context, element: { sharedId: node.result.sharedId }, files: [path] });
      },
      resize: async (width, height) =>
        void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
      takeScreenshot: async () => schemas.data.parse(await send('browsingContext.captureScreenshot', { context })).data,
      deleteCookies: async () => void (await send('storage.deleteCookies', {})),
    };
  };

  return {
    ...createTab(firstContext),
    openTab: async () => {
      const { context } = schemas.context.parse(await send('browsingContext.create', { type: 'tab' }));
      return createTab(context);
    },
    close: async () => {
      await bidi.close();
      await firefox.stop();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};

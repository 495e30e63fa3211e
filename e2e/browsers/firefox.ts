import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Capabilities, WebDriver } from 'selenium-webdriver';
import { Session } from 'selenium-webdriver/lib/session.js';
import * as z from 'zod/mini';
import { inJson, started } from './driver.ts';
import type { Driver, Tab } from './driver.ts';

const answers = {
  contexts: z.object({ contexts: z.tuple([z.object({ context: z.string() })], z.unknown()) }),
  context: z.object({ context: z.string() }),
  data: z.object({ data: z.string() }),
  text: z.object({ type: z.literal('success'), result: z.object({ value: z.string() }) }),
  node: z.object({ type: z.literal('success'), result: z.object({ sharedId: z.string() }) }),
};
const answered = z.object({ type: z.string(), result: z.optional(z.unknown()), message: z.optional(z.string()) });

/** Firefox over WebDriver BiDi, which it speaks itself. */
export const startFirefox = async ([binary = '']: readonly string[]): Promise<Driver> => {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  // A click comes from the window itself, so that it reaches a frame of another origin, too.
  await writeFile(join(profile, 'user.js'), 'user_pref("remote.events.async.mouse.enabled", true);\n');
  const firefox = await started(
    binary,
    ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile],
    // The window has to hold what is looked at: a click beside it is lost.
    { HOME: profile, MOZ_HEADLESS_WIDTH: '1600', MOZ_HEADLESS_HEIGHT: '1200' },
    /WebDriver BiDi listening on (ws:\S+)/,
  );
  const nothing = { execute: () => Promise.reject(new Error('There is no driver beside the browser.')) };
  const capabilities = new Capabilities({ webSocketUrl: `${firefox.said}/session` });
  const bidi = await new WebDriver(new Session('', capabilities), nothing).getBidi();
  const send = async (method: string, params: object) => {
    const { type, result, message } = answered.parse(await bidi.send({ method, params }));
    if (type === 'error') throw new Error(`${method}: ${message}`);
    return result;
  };
  await send('session.new', { capabilities: {} });
  const { contexts } = answers.contexts.parse(await send('browsingContext.getTree', {}));
  const [{ context: first }] = contexts;

  let active = first;
  const tabIn = (context: string): Tab => {
    const target = { context };
    const go = (url: string) => send('browsingContext.navigate', { context, url, wait: 'complete' });
    return {
      // Where the page itself goes somewhere at that moment, Firefox gives up one of the two ways.
      open: async (url) => void (await go(url).catch(() => go(url))),
      ask: async (inPage, ...values) => {
        const result = await send('script.callFunction', {
          functionDeclaration: inJson(inPage),
          arguments: [{ type: 'string', value: JSON.stringify(values) }],
          awaitPromise: true,
          target,
        });
        return JSON.parse(answers.text.parse(result).result.value);
      },
      act: async (actions) => {
        // To activate a tab moves its focus, so that is done only when another one was active.
        if (active !== context) await send('browsingContext.activate', { context });
        active = context;
        await send('input.performActions', { context, actions: [actions] });
      },
      chooseFile: async (selector, path) => {
        const expression = `document.querySelector(${JSON.stringify(selector)})`;
        const found = answers.node.parse(await send('script.evaluate', { expression, awaitPromise: false, target }));
        await send('input.setFiles', { context, element: { sharedId: found.result.sharedId }, files: [path] });
      },
      resize: async (width, height) =>
        void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
      picture: async () => answers.data.parse(await send('browsingContext.captureScreenshot', { context })).data,
      forgetCookies: async () => void (await send('storage.deleteCookies', {})),
    };
  };

  return {
    ...tabIn(first),
    openTab: async () => {
      const { context } = answers.context.parse(await send('browsingContext.create', { type: 'tab' }));
      return tabIn(context);
    },
    close: async () => {
      await bidi.close();
      await firefox.stop();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};

import { setTimeout as wait } from 'node:timers/promises';
import { Builder, By } from 'selenium-webdriver';
import { Command, Name } from 'selenium-webdriver/lib/command.js';
import { findFreePort } from '#scripts/local-cloud/servers.ts';
import { toJsonFunction, startProcess } from './driver.ts';
import type { Driver, Tab } from './driver.ts';

const isReady = (url: string) =>
  fetch(`${url}/status`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Starts WebKitGTK's MiniBrowser, controlled over WebDriver, on a virtual screen. Takes the paths of WebKitWebDriver and Xvfb. */
export const startWebKit = async ([driverPath = '', xvfbPath = '']: readonly string[]): Promise<Driver> => {
  const screen = await startProcess(
    xvfbPath,
    ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    {},
    /^(\d+)\n/,
  );
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startProcess(driverPath, [`--port=${port}`], {
    DISPLAY: `:${screen.matchedOutput}`,
    GDK_BACKEND: 'x11',
  });
  while (!(await isReady(url))) await wait(50);
  const driver = await new Builder()
    .disableEnvironmentOverrides()
    .usingServer(url)
    .withCapabilities({ browserName: 'MiniBrowser' })
    .build();

  /** Commands go to the current window, so each one first switches to the tab's own. */
  const createTab = (handle: string): Tab => {
    const runInTab = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      await driver.switchTo().window(handle);
      return work();
    };
    return {
      open: (pageUrl) => runInTab(() => driver.get(pageUrl)),
      evaluate: (pageFunction, ...values) =>
        runInTab(async () =>
          JSON.parse(
            await driver.executeScript(
              `return (${toJsonFunction(pageFunction)})(arguments[0])`,
              JSON.stringify(values),
            ),
          ),
        ),
      performActions: (actions) =>
        runInTab(() => driver.execute(new Command(Name.ACTIONS).setParameter('actions', [actions])) as Promise<void>),
      chooseFile: (selector, path) => runInTab(() => driver.findElement(By.css(selector)).sendKeys(path)),
      resize: (width, height) =>
        runInTab(async () => void (await driver.manage().window().setRect({ x: 0, y: 0, width, height }))),
      takeScreenshot: () => runInTab(() => driver.takeScreenshot()),
      deleteCookies: () => runInTab(() => driver.manage().deleteAllCookies()),
    };
  };

  return {
    ...createTab(await driver.getWindowHandle()),
    openTab: async () => {
      await driver.switchTo().newWindow('tab');
      return createTab(await driver.getWindowHandle());
    },
    close: async () => {
      await driver.quit();
      await server.stop();
      await screen.stop();
    },
  };
};

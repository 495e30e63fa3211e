import { setTimeout as wait } from 'node:timers/promises';
import { Builder, By } from 'selenium-webdriver';
import { Command, Name } from 'selenium-webdriver/lib/command.js';
import { freePort } from '#scripts/local-cloud/servers.ts';
import { inJson, started } from './driver.ts';
import type { Driver } from './driver.ts';

const isUp = (url: string) =>
  fetch(`${url}/status`).then(
    ({ ok }) => ok,
    () => false,
  );

/** WebKitGTK's own small browser over WebDriver, on a screen that nobody sees. */
export const startWebKit = async ([driverBinary = '', xvfb = '']: readonly string[]): Promise<Driver> => {
  const screen = await started(
    xvfb,
    ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    {},
    /^(\d+)\n/,
  );
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await started(driverBinary, [`--port=${port}`], { DISPLAY: `:${screen.said}`, GDK_BACKEND: 'x11' });
  while (!(await isUp(url))) await wait(50);
  const driver = await new Builder()
    .disableEnvironmentOverrides()
    .usingServer(url)
    .withCapabilities({ browserName: 'MiniBrowser' })
    .build();

  return {
    open: (address) => driver.get(address),
    ask: async (inPage, ...values) =>
      JSON.parse(await driver.executeScript(`return (${inJson(inPage)})(arguments[0])`, JSON.stringify(values))),
    act: (actions) => driver.execute(new Command(Name.ACTIONS).setParameter('actions', [actions])),
    chooseFile: (selector, path) => driver.findElement(By.css(selector)).sendKeys(path),
    resize: async (width, height) => void (await driver.manage().window().setRect({ x: 0, y: 0, width, height })),
    picture: () => driver.takeScreenshot(),
    forgetCookies: () => driver.manage().deleteAllCookies(),
    close: async () => {
      await driver.quit();
      await server.stop();
      await screen.stop();
    },
  };
};

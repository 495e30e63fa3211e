import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { chromiumArguments } from '#scripts/browsers.ts';
import { returnItems } from '#shared/catalogue/returns.ts';
import { makeCameraVideo } from './camera-video.ts';
import type { Scene } from './camera-video.ts';
import { expect, expectAccessible, expectNoOverflow, signIn, test as base, uk } from './portal.ts';
import type { JourneyPlace } from './portal.ts';
import { entryField, findLine, frenchPlace, itemAt } from './return-form.ts';

type CameraOptions = {
  /** Scenes that the camera shows in a loop; undefined for a device without a camera. */
  readonly camera: { readonly scenes: readonly Scene[] } | undefined;
  readonly isPermissionDenied: boolean;
  readonly width: number;
};

/** Test on a phone whose camera shows printed codes. Each test starts a browser, because the video is one of its arguments. */
const test = base.extend<CameraOptions>({
  camera: [undefined, { option: true }],
  isPermissionDenied: [false, { option: true }],
  width: [375, { option: true }],
  page: async ({ playwright, baseURL, camera, isPermissionDenied, width }, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'camera-'));
    const video = join(folder, 'codes.y4m');
    if (camera) await writeFile(video, await makeCameraVideo(camera.scenes));
    const browser = await playwright.chromium.launch({
      executablePath: process.env['CHROME_PATH'] ?? '',
      args: [
        ...chromiumArguments,
        ...(isPermissionDenied ? [] : ['--use-fake-ui-for-media-stream']),
        ...(camera ? ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${video}`] : []),
      ],
    });
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      viewport: { width, height: 720 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    await provide(page);
    await browser.close();
    await rm(folder, { recursive: true });
  },
});

const cameraButton = (page: Page, { t }: JourneyPlace, field: string) =>
  page.getByRole('button', { name: t.scan.camera.open.replace('{field}', field) });

const openBooking = async (page: Page, place: JourneyPlace, name: 'repairs' | 'returns') => {
  await signIn(page, place, name);
  await page.goto(`${place.home}/${name}/book`);
  await expect(page.getByText(place.t.scan.ready)).toBeVisible();
};

const repairSerialNumber = 'XJW70001000132';
const consoleEan = returnItems.find(({ key }) => key === 'switch-lite-coral')?.ean ?? '';
const serialNumbers = ['KEY70001004001', 'KEY70001004002', 'KEY70001004003', 'KEY70001004004'];
const [firstSerial = '', secondSerial = '', thirdSerial = '', fourthSerial = ''] = serialNumbers;
const pause: Scene = { codes: [], seconds: 1 };

test.describe('a return', () => {
  const eanCode = (index: number, placement = {}) =>
    ({ format: 'EAN13', text: itemAt(index).ean, scale: 2, ...placement }) as const;
  test.use({
    camera: {
      scenes: [
        pause,
        { codes: [eanCode(0, { degrees: 5 })], seconds: 4 },
        { codes: [{ format: 'Code128', text: firstSerial, scale: 2, degrees: -8 }], blur: 1, seconds: 4 },
        pause,
        {
          codes: [
            eanCode(1, { x: 0.5, y: 0.3 }),
            { format: 'DataMatrix', text: secondSerial, scale: 5, x: 0.5, y: 0.7, degrees: 15 },
          ],
          seconds: 4,
        },
        pause,
        // GS1 element string: 01 and the GTIN-14, then 21 and the serial number.
        {
          codes: [{ format: 'DataMatrix', text: `010${itemAt(2).ean}21${thirdSerial}`, scale: 6, degrees: 30 }],
          blur: 2,
          seconds: 4,
        },
        pause,
        {
          codes: [
            eanCode(3, { x: 0.5, y: 0.25 }),
            { format: 'QRCode', text: fourthSerial, scale: 5, x: 0.5, y: 0.68, degrees: -20 },
          ],
          seconds: 4,
        },
      ],
    },
  });

  test('can be scanned code by code with the camera', async ({ page }) => {
    const { t } = uk;
    const loadedFiles: string[] = [];
    page.context().on('request', (request) => loadedFiles.push(new URL(request.url()).pathname));
    const isBarcodeReaderLoaded = () => loadedFiles.some((path) => path.endsWith('.wasm'));
    await page.addInitScript(() => {
      const tracks: MediaStreamTrack[] = [];
      Object.assign(window, { tracks });
      const { mediaDevices } = navigator;
      const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (constraints) => {
        const stream = await getUserMedia(constraints);
        tracks.push(...stream.getTracks());
        return stream;
      };
    });
    const readTrackStates = () =>
      page.evaluate(() =>
        (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map((track) => track.readyState),
      );
    await signIn(page, uk, 'returns');
    // The test starts on Home, whose own document is not allowed to use the camera.
    await page.getByRole('link', { name: t.shell.nav.bookReturn, exact: true }).first().click();
    const eanCameraButton = cameraButton(page, uk, t.returns.fields.ean);
    await expect(eanCameraButton).toBeVisible();
    await expect(cameraButton(page, uk, t.returns.fields.serialNumber)).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(loadedFiles.length).toBeGreaterThan(10);
    expect(isBarcodeReaderLoaded()).toBe(false);

    await eanCameraButton.click();
    const dialog = page.getByRole('dialog', { name: t.scan.camera.products });
    await expect(dialog.getByText(t.scan.camera.privacy)).toBeVisible();
    await expect(dialog.locator('li')).toHaveCount(3);
    await expect(dialog.getByText(t.returns.latest.numberOfProducts_other.replace('{count}', '4'))).toBeVisible();
    expect(isBarcodeReaderLoaded()).toBe(true);
    expect(await readTrackStates()).toEqual(['live']);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect.poll(readTrackStates).toEqual(['ended']);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect.poll(readTrackStates).toEqual(['ended', 'live']);
    // When the video repeats, every serial number has already been scanned.
    await expect(dialog.locator('.camera-outcome.is-refused')).toBeVisible();
    await dialog.getByRole('button', { name: t.scan.camera.done }).click();
    await expect(dialog).toBeHidden();
    await expect(eanCameraButton).toBeFocused();
    await expect.poll(readTrackStates).toEqual(['ended', 'ended']);
    await expect(page.locator('[data-line]')).toHaveCount(4);
    for (const [index, serialNumber] of serialNumbers.entries())
      await expect(findLine(page, serialNumber)).toContainText(itemAt(index).ean);
  });
});

test.describe('a repair', () => {
  test.use({
    camera: {
      scenes: [
        {
          codes: [
            { format: 'EAN13', text: consoleEan, scale: 2, x: 0.5, y: 0.3, degrees: 3 },
            { format: 'Code128', text: repairSerialNumber, scale: 2, x: 0.5, y: 0.7, degrees: 3 },
            // This code belongs to no field.
            { format: 'QRCode', text: 'https://www.example.com/support', scale: 2, x: 0.9, y: 0.9 },
          ],
        },
      ],
    },
  });

  test('takes serial number and product from one label, and then closes the camera', async ({ page }) => {
    const { t } = uk;
    await openBooking(page, uk, 'repairs');
    await cameraButton(page, uk, t.repairs.fields.serialNumber).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByLabel(t.repairs.fields.serialNumber, { exact: true })).toHaveValue(repairSerialNumber);
    await expect(page.locator('.product-suggestion')).toBeVisible();
    await expect(page.locator('[data-field=product]').getByRole('button').first()).toBeFocused();
    await expect(page.getByLabel(t.repairs.fields.storeRefNo)).toHaveValue('');
  });
});

test.describe('a narrow phone', () => {
  test.use({ camera: { scenes: [{ codes: [] }] }, width: 320 });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`shows the camera without sideways scrolling, ${colorScheme}`, async ({ page }) => {
      const { t } = frenchPlace;
      await page.emulateMedia({ colorScheme });
      await openBooking(page, frenchPlace, 'returns');
      await expectNoOverflow(page);
      await expectAccessible(page);
      await cameraButton(page, frenchPlace, t.returns.fields.serialNumber).click();
      const dialog = page.getByRole('dialog', { name: t.scan.camera.products });
      await expect(dialog.getByText(t.scan.camera.nextEan)).toBeVisible();
      await expectNoOverflow(page);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });
});

const expectProblem = async (page: Page, place: JourneyPlace, text: string) => {
  const { t } = place;
  await openBooking(page, place, 'returns');
  await cameraButton(page, place, t.returns.fields.ean).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText(text);
  await expectNoOverflow(page);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: t.scan.camera.type }).click();
  await expect(dialog).toBeHidden();
  await expect(entryField(page, 'ean')).toBeFocused();
  await page.keyboard.type(itemAt(0).ean);
  await expect(entryField(page, 'ean')).toHaveValue(itemAt(0).ean);
};

test('a missing camera is reported, and the field can be typed in', ({ page }) =>
  expectProblem(page, uk, uk.t.scan.camera.missing));

test.describe('a camera without permission', () => {
  test.use({ camera: { scenes: [{ codes: [] }] }, isPermissionDenied: true });

  test('is reported, and the field can be typed in', async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Browser.setPermission', { permission: { name: 'camera' }, setting: 'denied' });
    await expectProblem(page, uk, uk.t.scan.camera.refused);
  });
});

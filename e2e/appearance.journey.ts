import { expect } from '@playwright/test';
import { repairs } from '#shared/api/routes/repairs.ts';
import { userFiles } from '#shared/api/routes/user-files.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import type { RejectedUserRow } from '#shared/users/file/report.ts';
import { expectControlHeight } from './interactions.ts';
import { findCutTexts } from './walk/checks.ts';
import { findNewestRecord, repairsByRegion } from './walk/data.ts';
import * as interactions from './walk/interactions.ts';
import { resize, test } from './walk/open.ts';
import { createUsersFileReport } from './walk/reports.ts';
import { stubResponse } from './walk/stubbed-responses.ts';

// German has the longest texts.
test.use({ language: 'de' });

test('an overdue repair shows its whole reference and RMA number on a phone', async ({ open, place }) => {
  const repair = findNewestRecord(repairsByRegion, place.region, ({ state }) => state === 'assessed');
  const next: Repair['next'] = { promise: 'target', by: '2026-11-01', who: ['provider'] };
  const overdueRepair = { ...repair, storeRefNo: '2001-0024-WE-07', rma: 'DE50364590', next };
  const page = await open('submittedRepairs', {
    responses: [stubResponse(repairs.listRepairs, () => ({ items: [overdueRepair] }))],
    shows: interactions.firstRow,
  });
  await resize(page, { width: 320, scheme: 'light' });
  await expect(page.getByText('DE50364590')).toBeVisible();
  expect(await findCutTexts(page)).toEqual([]);
});

test('the reasons of rejected rows are shown in full', async ({ open, place }) => {
  const report = createUsersFileReport(place.region);
  const rejectedRow: RejectedUserRow = {
    row: 5,
    values: ['anna@ndach.example', '42', 'Wien', 'true', 'false', 'false'],
    reasons: [{ column: 'storeId', key: 'storeIdZeros' }],
  };
  const page = await open('registerUsersBulk', {
    responses: [stubResponse(userFiles.readUserFile, () => ({ report: { ...report, refused: [rejectedRow] } }))],
    actions: [interactions.chooseFile('users.csv')],
    shows: '.report-table',
  });
  for (const width of [1280, 320]) {
    await resize(page, { width, scheme: 'light' });
    await expect(page.getByText(place.t.users.file.reasons.storeIdZeros)).toBeVisible();
    expect(await findCutTexts(page)).toEqual([]);
  }
});

test('the numbers on Home keep their padding and alignment on a phone', async ({ open }) => {
  const page = await open('home', 'filled', { pane: { width: 320, scheme: 'light' } });
  const tiles = await page.locator('.tiles > li').evaluateAll((items) =>
    items.map((item) => {
      const inner = item.querySelector('button') ?? item;
      const box = inner.getBoundingClientRect();
      const texts = document.createRange();
      texts.selectNodeContents(inner);
      const label = document.createRange();
      label.selectNodeContents(inner.lastChild ?? inner);
      return {
        text: item.textContent,
        overflow:
          texts.getBoundingClientRect().right - (box.right - Number.parseFloat(getComputedStyle(inner).paddingRight)),
        labelTop: label.getBoundingClientRect().top - item.getBoundingClientRect().top,
      };
    }),
  );
  expect(tiles.length).toBeGreaterThan(1);
  expect(tiles.filter(({ overflow }) => overflow > 1)).toEqual([]);
  expect(new Set(tiles.map(({ labelTop }) => Math.round(labelTop))).size).toBe(1);
});

test('controls are 40 pixels high, and cards are white on a gray page', async ({ open }) => {
  for (const name of ['bookRepair', 'submittedRepairs', 'changePassword'] as const) {
    const page = await open(name, 'filled');
    await expectControlHeight(page, 40);
    const [pageColor, cardColor] = await page.evaluate(() =>
      ['body', '.data-table, .account-panel, [class*=awsui_root_][class*=awsui_variant-default_]'].map((selector) => {
        const element = document.querySelector(selector);
        return element && getComputedStyle(element).backgroundColor;
      }),
    );
    expect([pageColor, cardColor]).toEqual(['rgb(246, 247, 249)', 'rgb(255, 255, 255)']);
  }
});

test('no button of a file report has the native style of the browser', async ({ open }) => {
  const page = await open('bookReturn', 'file report');
  await expect(page.locator('.correct-row').first()).toBeVisible();
  const nativeButtons = await page
    .locator('button:visible')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => getComputedStyle(button).borderTopStyle === 'outset')
        .map((button) => button.outerHTML),
    );
  expect(nativeButtons).toEqual([]);
});

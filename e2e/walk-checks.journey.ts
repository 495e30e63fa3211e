import { expect, test } from '@playwright/test';
import { brand } from '#shared/config/brand.ts';
import { findAxeViolations, findCutTexts, findOverflow, findExtraPrimaryActions } from './walk/checks.ts';
import { findKeyboardProblems } from './walk/keyboard.ts';

// Each check of the walk, which visits every page (docs/walk.md), must detect its problem, and report nothing on a valid page.
const primaryStyle = `background: ${brand.primary}; color: #fff`;
const validContent = `<h1>Sound</h1><p><a href="#one">One</a> <button style="${primaryStyle}">Two</button> <input aria-label="Three"></p>`;
const toPage = (content: string) =>
  `<!doctype html><html lang="en"><title>Page</title><meta name="viewport" content="width=device-width"><main>${content}</main></html>`;

test('a valid page has no findings', async ({ page }) => {
  await page.setContent(toPage(validContent));
  expect([
    ...(await findOverflow(page)),
    ...(await findCutTexts(page)),
    ...(await findExtraPrimaryActions(page)),
    ...(await findAxeViolations(page)),
    ...(await findKeyboardProblems(page)),
  ]).toEqual([]);
});

for (const [problem, content, check, pattern] of [
  [
    'horizontal overflow',
    '<div class="wide" style="width: 3000px">x</div>',
    findOverflow,
    /wider than the window.*wide/,
  ],
  [
    'truncated words',
    '<button style="width: 40px; overflow: hidden; white-space: nowrap">Much too long</button>',
    findCutTexts,
    /Words do not fit <button>: Much too long/,
  ],
  [
    'two primary actions',
    `<a href="#two" style="${primaryStyle}">Also</a>`,
    findExtraPrimaryActions,
    /2 primary actions: Two; Also/,
  ],
  ['insufficient contrast', '<p style="color: #ccc; background: #fff">Pale</p>', findAxeViolations, /^color-contrast/],
  [
    'an invisible focus',
    '<style>button { outline: none }</style>',
    findKeyboardProblems,
    /Nothing shows the focus on <button> Two/,
  ],
  [
    'a keyboard trap',
    `<textarea aria-label="Trap" onkeydown="if (event.key === 'Tab') event.preventDefault()"></textarea><button>Out</button>`,
    findKeyboardProblems,
    /Tab never reaches <button> Out/,
  ],
  [
    'a backward focus order',
    '<div style="display: flex; flex-direction: column-reverse"><button>Low</button><button>High</button></div>',
    findKeyboardProblems,
    /goes up from <button> Low to <button> High/,
  ],
  [
    'an obscured focus',
    '<div style="position: fixed; inset: 0; background: #fff">Over all</div>',
    findKeyboardProblems,
    /<button> Two lies behind <div> Over all/,
  ],
  [
    'a target that is too small',
    `<style>li a { font-size: 12px; line-height: 16px }</style><ul><li><a href="#a">A</a></li><li><a href="#b">B</a></li></ul>`,
    findAxeViolations,
    /^target-size/,
  ],
] as const)
  test(`finds ${problem}`, async ({ page }) => {
    await page.setContent(toPage(validContent + content));
    expect((await check(page)).join('\n')).toMatch(pattern);
  });

test('finds a focus that is invisible in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.setContent(
    toPage(`${validContent}<style>a:focus { outline: 0; box-shadow: 0 0 0 2px #00f } label { position: relative }
      input:focus { outline: 2px solid } [type=checkbox] { opacity: 0; position: absolute }</style>
      <label>Four <i>x</i><input type="checkbox"></label>`),
  );
  expect((await findKeyboardProblems(page)).join('\n')).toMatch(
    /^Nothing shows the focus on <a> One\nNothing shows the focus on <input> Four x$/,
  );
});

import { expect, test } from '@playwright/test';
import { brand } from '#shared/brand.ts';
import { axeFindings, cutFindings, overflowFindings, primaryFindings } from './walk/checks.ts';
import { keyboardFindings } from './walk/keyboard.ts';

// A walk that finds nothing says something only if it would find what is wrong.
const filled = `background: ${brand.primary}; color: #fff`;
const sound = `<h1>Sound</h1><p><a href="#one">One</a> <button style="${filled}">Two</button> <input aria-label="Three"></p>`;
const pageOf = (content: string) =>
  `<!doctype html><html lang="en"><title>Page</title><meta name="viewport" content="width=device-width"><main>${content}</main></html>`;

test('a sound page gives no cause for complaint', async ({ page }) => {
  await page.setContent(pageOf(sound));
  expect([
    ...(await overflowFindings(page)),
    ...(await cutFindings(page)),
    ...(await primaryFindings(page)),
    ...(await axeFindings(page)),
    ...(await keyboardFindings(page)),
  ]).toEqual([]);
});

for (const [fault, content, check, words] of [
  [
    'sticks out sideways',
    '<div class="wide" style="width: 3000px">x</div>',
    overflowFindings,
    /wider than the window.*wide/,
  ],
  [
    'has its words cut',
    '<button style="width: 40px; overflow: hidden; white-space: nowrap">Much too long</button>',
    cutFindings,
    /Words do not fit <button>: Much too long/,
  ],
  [
    'has two primary actions',
    `<a href="#two" style="${filled}">Also</a>`,
    primaryFindings,
    /2 primary actions: Two; Also/,
  ],
  ['cannot be read', '<p style="color: #ccc; background: #fff">Pale</p>', axeFindings, /^color-contrast/],
  [
    'hides the focus',
    '<style>button { outline: none }</style>',
    keyboardFindings,
    /Nothing shows the focus on <button> Two/,
  ],
  [
    'lets nobody out',
    `<textarea aria-label="Trap" onkeydown="if (event.key === 'Tab') event.preventDefault()"></textarea><button>Out</button>`,
    keyboardFindings,
    /Tab never reaches <button> Out/,
  ],
  [
    'goes backwards',
    '<div style="display: flex; flex-direction: column-reverse"><button>Low</button><button>High</button></div>',
    keyboardFindings,
    /goes up from <button> Low to <button> High/,
  ],
  [
    'lies over what has the focus',
    '<div style="position: fixed; inset: 0; background: #fff">Over all</div>',
    keyboardFindings,
    /<button> Two lies behind <div> Over all/,
  ],
  [
    'is too small to hit',
    `<style>li a { font-size: 12px; line-height: 16px }</style><ul><li><a href="#a">A</a></li><li><a href="#b">B</a></li></ul>`,
    axeFindings,
    /^target-size/,
  ],
] as const)
  test(`what ${fault} is found`, async ({ page }) => {
    await page.setContent(pageOf(sound + content));
    expect((await check(page)).join('\n')).toMatch(words);
  });

test('a focus that the reader’s own colours leave out is found', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.setContent(
    pageOf(`${sound}<style>a:focus { outline: 0; box-shadow: 0 0 0 2px #00f } label { position: relative }
      input:focus { outline: 2px solid } [type=checkbox] { opacity: 0; position: absolute }</style>
      <label>Four <i>x</i><input type="checkbox"></label>`),
  );
  expect((await keyboardFindings(page)).join('\n')).toMatch(
    /^Nothing shows the focus on <a> One\nNothing shows the focus on <input> Four x$/,
  );
});

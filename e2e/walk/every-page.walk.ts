import type { Page, TestInfo } from '@playwright/test';
import { expect } from '@playwright/test';
import { axeFindings, cutFindings, overflowFindings, primaryFindings } from './checks.ts';
import { keyboardFindings } from './keyboard.ts';
import { loadsAnew, pictureOf, resize, test as base } from './open.ts';
import type { Pane, Scheme, Tongue } from './open.ts';
import { walked } from './pages.ts';
import type { WalkedName } from './pages.ts';
import { statesOf } from './state.ts';

type Windows = { readonly widths: readonly number[]; readonly schemes: readonly Scheme[] };
export type WalkOptions = Windows & { readonly tongue: Tongue };

const test = base.extend<Windows>({
  widths: [[1280], { option: true }],
  schemes: [['light'], { option: true }],
});

/** The windows in which a state is seen. Colours are looked at in the three languages: grown texts are about room. */
const panesOf = ({ tongue, widths, schemes }: WalkOptions): Pane[] =>
  widths.flatMap((width) =>
    (tongue === 'pseudo' ? schemes.slice(0, 1) : schemes)
      // In the reader's colours the focus is what may be lost: once is enough.
      .filter((scheme) => scheme !== 'forced' || (tongue === 'en' && width === Math.max(...widths)))
      .map((scheme) => ({ width, scheme })),
  );

/** Looks at the open page in one window: a picture for the report, and what is wrong there. */
const look = async (page: Page, pane: Pane, tongue: Tongue, info: TestInfo) => {
  const where = `${pane.width} ${pane.scheme}`;
  await resize(page, pane);
  await info.attach(where, { body: await pictureOf(page, pane, 60), contentType: 'image/webp' });
  expect.soft(await overflowFindings(page), `sticks out sideways at ${where}`).toEqual([]);
  expect.soft(await cutFindings(page), `words are cut at ${where}`).toEqual([]);
  // In the reader's colours nothing is filled in ours.
  if (pane.scheme !== 'forced') expect.soft(await primaryFindings(page), `primary actions at ${where}`).toEqual([]);
  // Of one window in another scheme only the colours are new.
  const rules = pane.scheme === 'light' ? [] : ['color-contrast', 'link-in-text-block'];
  if (tongue !== 'pseudo') expect.soft(await axeFindings(page, rules), `axe at ${where}`).toEqual([]);
};

/** By keyboard a state is walked in one language, in the narrowest window, in a usual one and in the reader's own colours. */
const isWalkedByKeyboard = ({ width, scheme }: Pane) =>
  scheme === 'forced' || (scheme === 'light' && [320, 1280].includes(width));

for (const name of Object.keys(walked) as WalkedName[])
  for (const [state] of statesOf(walked[name]))
    test(`${name}: ${state}`, async ({ open, tongue, widths, schemes }, info) => {
      const panes = panesOf({ tongue, widths, schemes });
      for (const round of loadsAnew(name) ? panes.map((pane) => [pane]) : [panes]) {
        const [first] = loadsAnew(name) ? round : [];
        const page = await open(name, state, first && { pane: first });
        for (const pane of round) await look(page, pane, tongue, info);
        // Last: it closes what opens at a key and leaves the focus anywhere.
        for (const pane of tongue === 'en' ? round.filter(isWalkedByKeyboard) : []) {
          await resize(page, pane);
          expect.soft(await keyboardFindings(page), `by keyboard at ${pane.width} ${pane.scheme}`).toEqual([]);
        }
      }
    });

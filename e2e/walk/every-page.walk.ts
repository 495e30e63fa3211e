import type { Page, TestInfo } from '@playwright/test';
import { expect } from '@playwright/test';
import { axeFindings, cutFindings, overflowFindings, primaryFindings } from './checks.ts';
import { keyboardFindings } from './keyboard.ts';
import { needsReload, takePicture, resize, test as base } from './open.ts';
import type { Pane, Scheme, Tongue } from './open.ts';
import { allPages } from './pages.ts';
import type { WalkedName } from './pages.ts';
import { toStateEntries } from './state.ts';

type Windows = { readonly widths: readonly number[]; readonly schemes: readonly Scheme[] };
export type WalkOptions = Windows & { readonly tongue: Tongue };

const test = base.extend<Windows>({
  widths: [[1280], { option: true }],
  schemes: [['light'], { option: true }],
});

/**
 * Returns the windows in which a state is checked. Color schemes are only varied in real languages, because the
 * pseudo-locale checks layout.
 */
const createPanes = ({ tongue, widths, schemes }: WalkOptions): Pane[] =>
  widths.flatMap((width) =>
    (tongue === 'pseudo' ? schemes.slice(0, 1) : schemes)
      // Forced colors mainly affect the focus indicator, so one window is enough.
      .filter((scheme) => scheme !== 'forced' || (tongue === 'en' && width === Math.max(...widths)))
      .map((scheme) => ({ width, scheme })),
  );

/** Checks the open page in one window and attaches a picture to the report. */
const checkPane = async (page: Page, pane: Pane, tongue: Tongue, info: TestInfo) => {
  const paneName = `${pane.width} ${pane.scheme}`;
  await resize(page, pane);
  await info.attach(paneName, { body: await takePicture(page, pane, 60), contentType: 'image/webp' });
  expect.soft(await overflowFindings(page), `sticks out sideways at ${paneName}`).toEqual([]);
  expect.soft(await cutFindings(page), `words are cut at ${paneName}`).toEqual([]);
  // With forced colors no button has the brand's fill color.
  if (pane.scheme !== 'forced') expect.soft(await primaryFindings(page), `primary actions at ${paneName}`).toEqual([]);
  // In other schemes only colors differ from the light one.
  const rules = pane.scheme === 'light' ? [] : ['color-contrast', 'link-in-text-block'];
  if (tongue !== 'pseudo') expect.soft(await axeFindings(page, rules), `axe at ${paneName}`).toEqual([]);
};

/** The keyboard is checked in one language, in the narrowest window, a typical one, and with forced colors. */
const isWalkedByKeyboard = ({ width, scheme }: Pane) =>
  scheme === 'forced' || (scheme === 'light' && [320, 1280].includes(width));

for (const name of Object.keys(allPages) as WalkedName[])
  for (const [state] of toStateEntries(allPages[name]))
    test(`${name}: ${state}`, async ({ open, tongue, widths, schemes }, info) => {
      const panes = createPanes({ tongue, widths, schemes });
      for (const round of needsReload(name) ? panes.map((pane) => [pane]) : [panes]) {
        const [firstPane] = needsReload(name) ? round : [];
        const page = await open(name, state, firstPane && { pane: firstPane });
        for (const pane of round) await checkPane(page, pane, tongue, info);
        // Last, because it closes menus and moves the focus.
        for (const pane of tongue === 'en' ? round.filter(isWalkedByKeyboard) : []) {
          await resize(page, pane);
          expect.soft(await keyboardFindings(page), `by keyboard at ${pane.width} ${pane.scheme}`).toEqual([]);
        }
      }
    });

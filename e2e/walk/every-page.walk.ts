import type { Page, TestInfo } from '@playwright/test';
import { expect } from '@playwright/test';
import { findAxeViolations, findCutTexts, findOverflow, findExtraPrimaryActions } from './checks.ts';
import { findKeyboardProblems } from './keyboard.ts';
import { needsReload, takePicture, resize, test as base } from './open.ts';
import type { Pane, Scheme, WalkLanguage } from './open.ts';
import { allPages } from './pages.ts';
import type { WalkedName } from './pages.ts';
import { toStateEntries } from './state.ts';

// Opens every page in every state, and checks it in each window (docs/walk.md).

/** Window widths in pixels and color schemes, all combinations of which are checked. */
type Windows = { readonly widths: readonly number[]; readonly schemes: readonly Scheme[] };
export type WalkOptions = Windows & { readonly language: WalkLanguage };

const test = base.extend<Windows>({
  widths: [[1280], { option: true }],
  schemes: [['light'], { option: true }],
});

/**
 * Returns the windows in which a state is checked. Color schemes are only varied in real languages, because the
 * pseudo-locale checks layout.
 */
const createPanes = ({ language, widths, schemes }: WalkOptions): Pane[] =>
  widths.flatMap((width) =>
    (language === 'pseudo' ? schemes.slice(0, 1) : schemes)
      // Forced colors mainly affect the focus indicator, so one window is enough.
      .filter((scheme) => scheme !== 'forced' || (language === 'en' && width === Math.max(...widths)))
      .map((scheme) => ({ width, scheme })),
  );

/** Checks the open page in one window and attaches a picture to the report. */
const checkPane = async (page: Page, pane: Pane, language: WalkLanguage, info: TestInfo) => {
  const paneName = `${pane.width} ${pane.scheme}`;
  await resize(page, pane);
  await info.attach(paneName, { body: await takePicture(page, pane, 60), contentType: 'image/webp' });
  expect.soft(await findOverflow(page), `horizontal overflow at ${paneName}`).toEqual([]);
  expect.soft(await findCutTexts(page), `truncated texts at ${paneName}`).toEqual([]);
  // With forced colors no button has the brand's fill color.
  if (pane.scheme !== 'forced')
    expect.soft(await findExtraPrimaryActions(page), `primary actions at ${paneName}`).toEqual([]);
  // In other schemes only colors differ from the light one, which is checked with all rules (an empty list).
  const rules = pane.scheme === 'light' ? [] : ['color-contrast', 'link-in-text-block'];
  if (language !== 'pseudo') expect.soft(await findAxeViolations(page, rules), `axe at ${paneName}`).toEqual([]);
};

/** Returns true for the narrowest window, a typical one, and forced colors, which are checked by keyboard in English. */
const needsKeyboardCheck = ({ width, scheme }: Pane) =>
  scheme === 'forced' || (scheme === 'light' && [320, 1280].includes(width));

for (const name of Object.keys(allPages) as WalkedName[])
  for (const [state] of toStateEntries(allPages[name]))
    test(`${name}: ${state}`, async ({ open, language, widths, schemes }, info) => {
      const panes = createPanes({ language, widths, schemes });
      // A page that must be reloaded for each window is opened once per window.
      const paneGroups = needsReload(name) ? panes.map((pane) => [pane]) : [panes];
      for (const paneGroup of paneGroups) {
        const [firstPane] = needsReload(name) ? paneGroup : [];
        const page = await open(name, state, firstPane && { pane: firstPane });
        for (const pane of paneGroup) await checkPane(page, pane, language, info);
        // The keyboard check comes last, because it closes menus and moves the focus.
        for (const pane of language === 'en' ? paneGroup.filter(needsKeyboardCheck) : []) {
          await resize(page, pane);
          expect.soft(await findKeyboardProblems(page), `by keyboard at ${pane.width} ${pane.scheme}`).toEqual([]);
        }
      }
    });

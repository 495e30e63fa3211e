import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { axeFindings, cutFindings, overflowFindings, primaryFindings } from './checks.ts';
import { keyboardFindings } from './keyboard.ts';
import { newContext, openState, pictureOf, placeIn, resize } from './open.ts';
import type { Pane, Tongue } from './open.ts';
import type { WalkOptions } from './options.ts';
import { walked } from './pages.ts';
import type { WalkedName } from './pages.ts';
import { statesOf } from './state.ts';
import type { State } from './state.ts';

/** A page in a state, in a language. */
type Stop = { readonly name: WalkedName; readonly state: string; readonly tongue: Tongue };

/** A picture of a stop; `file` is relative to the report. */
export type Picture = Stop & Pane & { readonly file: string };

/** What is wrong at a stop, and in which windows. */
export type Finding = Stop & { readonly kind: string; readonly words: string; readonly where: string };

export type Walk = {
  readonly stops: readonly Stop[];
  readonly pictures: readonly Picture[];
  readonly findings: readonly Finding[];
  readonly seconds: number;
};

type Collaborators = {
  readonly browser: Browser;
  readonly site: string;
  readonly options: WalkOptions;
  readonly say: (line: string) => void;
};

type Job = Stop & { readonly definition: State };

/** The windows of a stop. Colours are looked at in the three languages: grown texts are about room. */
const panesOf = ({ tongue }: Stop, { tongues, widths, schemes }: WalkOptions): Pane[] =>
  widths.flatMap((width) =>
    (tongue === 'pseudo' ? schemes.slice(0, 1) : schemes)
      // In the reader's colours the focus is what may be lost: once is enough.
      .filter((scheme) => scheme !== 'forced' || (tongue === tongues[0] && width === Math.max(...widths)))
      .map((scheme) => ({ width, scheme })),
  );

/** By keyboard each stop is walked in one language, in the narrowest window, in a usual one and in the reader's own colours. */
const isWalkedByKeyboard = ({ width, scheme }: Pane, { widths, schemes }: WalkOptions) =>
  scheme === 'forced' || (scheme === schemes[0] && (width === Math.min(...widths) || width === 1280));

const fileName = ({ name, state, tongue }: Stop, { width, scheme }: Pane) =>
  `${[name, state, tongue, width, scheme].join('-').replaceAll(/[^\w-]+/g, '_')}.webp`;

/** Walks every page in every state, and looks at it in every language, width and colour scheme. Never throws for what a page does. */
export const walk = async ({ browser, site, options, say }: Collaborators): Promise<Walk> => {
  const begun = performance.now();
  const pictures: Picture[] = [];
  const findings: Finding[] = [];
  await mkdir(join(options.out, 'pictures'), { recursive: true });

  /** Looks at the open page in one window; what it finds there is told by its kind. */
  const look = async (page: Page, stop: Stop, pane: Pane) => {
    const { name, state, tongue } = stop;
    const tell = (kind: string, list: readonly string[]) =>
      findings.push(
        ...list.map((words) => ({ name, state, tongue, kind, words, where: `${pane.width} ${pane.scheme}` })),
      );
    await resize(page, pane);
    const file = join('pictures', fileName(stop, pane));
    await pictureOf(page, pane, { path: join(options.out, file), quality: 60 });
    pictures.push({ name, state, tongue, ...pane, file });
    tell('overflow', await overflowFindings(page));
    tell('cut', await cutFindings(page));
    // In the reader's colours nothing is filled in ours.
    if (pane.scheme !== 'forced') tell('primary', await primaryFindings(page));
    // Of one window in another scheme only the colours are new.
    const rules = pane.scheme === options.schemes[0] ? [] : ['color-contrast', 'link-in-text-block'];
    if (tongue !== 'pseudo') tell('axe', await axeFindings(page, rules));
  };

  const visit = async (context: BrowserContext, job: Job) => {
    const { name, state, tongue, definition } = job;
    const { loadsAnew = false } = walked[name];
    const tell = (kind: string, where: string, list: readonly string[]) =>
      findings.push(...list.map((words) => ({ name, state, tongue, kind, words, where })));
    const panes = panesOf(job, options);
    for (const round of loadsAnew ? panes.map((pane) => [pane]) : [panes]) {
      const pane = loadsAnew ? round[0] : undefined;
      const { page, complaints } = await openState({
        context,
        site,
        tongue,
        walked: walked[name],
        state: definition,
        pane,
      });
      try {
        for (const one of round) await look(page, job, one);
        // Last: it closes what opens at a key and leaves the focus anywhere.
        if (tongue === options.tongues[0])
          for (const one of round.filter((each) => isWalkedByKeyboard(each, options))) {
            await resize(page, one);
            tell('keyboard', `${one.width} ${one.scheme}`, await keyboardFindings(page));
          }
        tell('console', '', complaints);
      } finally {
        await page.close();
      }
    }
  };

  const jobs: Job[] = options.tongues.flatMap((tongue) =>
    options.pages.flatMap((name) =>
      statesOf(walked[name])
        .filter(([state]) => options.states?.includes(state) ?? true)
        .map(([state, definition]) => ({ name, state, tongue, definition })),
    ),
  );
  const left = jobs.values();
  const work = async () => {
    let context: BrowserContext | undefined;
    let spoken: Tongue | undefined;
    // One iterator for all: each takes the next stop that nobody has.
    for (const job of left) {
      if (!context || spoken !== job.tongue) {
        await context?.close();
        context = await newContext(browser, placeIn(job.tongue));
        spoken = job.tongue;
      }
      const before = findings.length;
      const { name, state, tongue } = job;
      await visit(context, job).catch((error: unknown) => {
        const [words = ''] = String(error).split('\n    at ');
        findings.push({ name, state, tongue, kind: 'state', words, where: '' });
      });
      const found = findings.slice(before).filter((one) => one.name === name && one.state === state);
      say(`${found.length === 0 ? '✓' : '✗'} ${tongue} ${name}: ${state}`);
      for (const { kind, words, where } of found) say(`    ${kind} ${where}: ${words.slice(0, 300)}`);
    }
    await context?.close();
  };
  await Promise.all(Array.from({ length: options.workers }, work));
  return {
    stops: jobs.map(({ name, state, tongue }) => ({ name, state, tongue })),
    pictures,
    findings,
    seconds: Math.round((performance.now() - begun) / 1000),
  };
};

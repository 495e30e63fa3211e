import { windowOf } from './open.ts';
import { walked } from './pages.ts';
import type { WalkedName } from './pages.ts';
import { stateNames } from './state.ts';
import type { Finding, Picture, Walk } from './walk.ts';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A page's name for whoever doesn't know the code. */
const titleOf = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase());

const groupBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string) =>
  [...Map.groupBy(items, keyOf)].map(([key, group]) => ({ key, group }));

/** Findings that say the same of a page in a state are one, with all the places where it was found. */
const gathered = (findings: readonly Finding[]) =>
  groupBy(findings, ({ name, state, kind, words }) => [name, state, kind, words].join('\n')).map(({ group }) => ({
    ...(group[0] as Finding),
    places: [...new Set(group.map(({ tongue, where }) => `${tongue} ${where}`.trim()))],
  }));

/** What is wrong, line by line, for a terminal. */
export const findingLines = (findings: readonly Finding[]) =>
  gathered(findings).map(
    ({ name, state, kind, words, places }) => `${name}: ${state} · ${kind} · ${words} (${places.join(', ')})`,
  );

const findingsTable = (findings: readonly Finding[]) =>
  findings.length === 0
    ? '<p class="good">Nothing was found.</p>'
    : `<table><thead><tr><th>Page</th><th>State</th><th>Check</th><th>What</th><th>Where</th></tr></thead><tbody>${gathered(
        findings,
      )
        .map(
          ({ name, state, kind, words, places }) =>
            `<tr><td><a href="#${name}">${titleOf(name)}</a></td><td>${escaped(state)}</td><td>${kind}</td><td>${escaped(words)}</td><td>${escaped(places.join(', '))}</td></tr>`,
        )
        .join('')}</tbody></table>`;

/** Shown at a fifth of their width; a click shows them whole. */
const scale = 0.2;

const pictureTag = ({ file, name, state, tongue, width, scheme }: Picture) => {
  const { height } = windowOf(width);
  const alt = `${name}, ${state}, ${tongue}, ${width} pixels, ${scheme}`;
  return `<a href="${escaped(file)}"><img loading="lazy" src="${escaped(file)}" alt="${escaped(alt)}" width="${width * scale}" style="max-height:${height * scale * 2}px"><span>${width} ${scheme}</span></a>`;
};

const section = (name: WalkedName, pictures: readonly Picture[]) => {
  const reasons = stateNames.flatMap((state) => {
    const reason = walked[name].states[state];
    return typeof reason === 'string' ? [`<li>${state}: ${escaped(reason)}</li>`] : [];
  });
  const states = groupBy(pictures, ({ state }) => state).map(
    ({ key: state, group }) =>
      `<details><summary>${escaped(state)}</summary>${groupBy(group, ({ tongue }) => tongue)
        .map(
          ({ key: tongue, group: views }) =>
            `<h4>${tongue}</h4><div class="views">${views.map(pictureTag).join('')}</div>`,
        )
        .join('')}</details>`,
  );
  return `<section id="${name}"><h2>${titleOf(name)}</h2>${states.join('')}${
    reasons.length > 0 ? `<details><summary>no such state</summary><ul>${reasons.join('')}</ul></details>` : ''
  }</section>`;
};

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 1500px; margin: 0 auto; padding: 24px; }
  table { border-collapse: collapse; } th, td { border: 1px solid #8c8c94; padding: 4px 8px; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
  .good { font-weight: 700; } summary { cursor: pointer; padding: 4px 0; }
  .views { display: flex; flex-wrap: wrap; gap: 12px; align-items: start; }
  .views a { display: grid; text-decoration: none; font-size: 12px; } img { object-fit: cover; object-position: top; border: 1px solid #8c8c94; }
  nav ul { columns: 4; padding: 0; list-style: none; }`;

type ReportOptions = Walk & { readonly widths: readonly number[]; readonly at: Date };

/** One page that tells how the walk went: in figures, what was found, and every picture. */
export const reportPage = ({ stops, pictures, findings, seconds, widths, at }: ReportOptions) => {
  const names = [...new Set(stops.map(({ name }) => name))];
  const states = new Set(stops.map(({ name, state }) => `${name} ${state}`)).size;
  const tongues = [...new Set(stops.map(({ tongue }) => tongue))];
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The portal, page by page</title><style>${style}</style>
<h1>The portal, page by page</h1>
<p>${names.length} pages in ${states} states, in ${tongues.join(', ')}, at ${widths.join(', ')} pixels, light and dark: ${pictures.length} windows were looked at on ${at.toISOString().slice(0, 10)}, in ${Math.round(seconds / 60)} minutes. “pseudo” is English with texts 40 % longer.</p>
<p>In each window: accessibility (axe), nothing sticks out sideways, no words are cut. In each state: no error in the browser’s console, no violation of the content policy, every control reached by Tab, in order, with its focus seen.</p>
<h2>Findings: ${gathered(findings).length}</h2>
${findingsTable(findings)}
<nav aria-label="Pages"><h2>Pages</h2><ul>${names.map((name) => `<li><a href="#${name}">${titleOf(name)}</a></li>`).join('')}</ul></nav>
${names
  .map((name) =>
    section(
      name,
      pictures.filter((picture) => picture.name === name),
    ),
  )
  .join('\n')}
</html>
`;
};

import { brand } from '#shared/config/brand.ts';
import type { EmailSender } from '#shared/config/env.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { prefixes, regions } from '#shared/config/regions.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { emailTexts } from '#shared/locales/email-texts.ts';

export const findRegionLanguage = (region: RegionId) => prefixes[regions[region].prefix].language;

export const formatInstant = (region: RegionId, instant: Date): string => {
  const { prefix, timeZone } = regions[region];
  return new Intl.DateTimeFormat(prefixes[prefix].locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
    instant,
  );
};

/** Formats a calendar date in figures, as lists show it. */
export const formatDate = (region: RegionId, date: CalendarDate): string =>
  new Intl.DateTimeFormat(prefixes[regions[region].prefix].locale, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`));

/** Escapes text for HTML. All builders of email parts below take plain text and escape it. */
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;

/** Value of `font-family`, followed by a declaration that lets long texts wrap. */
const fontFamilyAndWrapping = 'Consolas,Menlo,monospace;overflow-wrap:anywhere';
const plainStyle = `style="font:bold 20px/1.4 ${fontFamilyAndWrapping}"`;
const boxedStyle = `class="box" style="display:inline-block;margin:4px 0 0;padding:12px 20px;border-radius:8px;background:#f3f3f7;letter-spacing:2px;font:bold 28px/1.3 ${fontFamilyAndWrapping}"`;

/** Name and value, in a font with unambiguous characters. */
export const labeledValue = (name: string, value: string, style = plainStyle) =>
  `<p style="margin:0 0 16px">${escapeHtml(name)}<br><strong ${style}>${escapeHtml(value)}</strong></p>`;

/** Name and value of a code to type, in a box. */
export const code = (name: string, value: string) => labeledValue(name, value, boxedStyle);

export const button = (text: string, url: string) =>
  `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;border-radius:24px;text-align:center;background:${brand.primary};color:#ffffff;font-weight:bold;text-decoration:none">${escapeHtml(text)}</a></p>`;

/** Paragraph with a URL to copy, for mail programs that show no links. Omits the fragment, whose data the user can type into the page. */
export const linkAddress = (text: string, url: string) =>
  `<p style="margin:0 0 16px;font-size:14px;overflow-wrap:anywhere">${escapeHtml(text)}<br>${escapeHtml(url.replace(/#.*/, ''))}</p>`;

/** Heading of a part of an email, below that of the email itself. */
export const heading = (text: string) =>
  `<h2 style="margin:32px 0 16px;font-size:18px;line-height:1.3">${escapeHtml(text)}</h2>`;

type LinkedItem = { readonly title: string; readonly note: string; readonly url: string };

/** List of linked titles, each with a note below. */
export const linkList = (items: readonly LinkedItem[]) =>
  [
    '<ul style="margin:0 0 16px;padding:0;list-style:none">',
    ...items.map(
      ({ title, note, url }) =>
        `<li style="margin:0 0 12px;overflow-wrap:anywhere"><a href="${escapeHtml(url)}" style="color:inherit;font-weight:bold">${escapeHtml(title)}</a><br>${escapeHtml(note)}</li>`,
    ),
    '</ul>',
  ].join('\n');

/** Text with a link at its end. */
export const linkedParagraph = (text: string, link: string, url: string) =>
  `<p style="margin:0 0 16px">${escapeHtml(text)} <a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(link)}</a></p>`;

const buildSiteHeader = (name: string) =>
  `<header><p style="margin:0 0 24px;font-weight:bold"><span aria-hidden="true" style="display:inline-block;width:32px;margin-right:8px;border-radius:8px 8px 8px 0;background:${brand.primary};color:#ffffff;line-height:32px;text-align:center">✓</span> ${escapeHtml(name)}</p></header>`;

export type Email = { readonly subject: string; readonly html: string };

/** Complete email in the region's language, with the sender (`lines`: name and postal address) and the contact (`ask`) in the footer. Each part is on a separate line, so that it is readable as plain text. Mail programs show the preheader after the subject in lists. */
export const createEmail = (
  region: RegionId,
  { lines, ask }: EmailSender,
  subject: string,
  preheader: string,
  parts: readonly string[],
): Email => {
  const texts = emailTexts[findRegionLanguage(region)];
  const footer = [[texts.siteName, ...lines].join(', '), texts.ask.replace('{ask}', ask), texts.automatic];
  const html = `<!DOCTYPE html>
<html lang="${findRegionLanguage(region)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
body { background: #161d26 !important; color: #ebebf0 !important }
.box { background: #2f3946 !important }
.quiet { color: #c6c6cd !important }
}
</style>
</head>
<body style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;color:#1b1b1b;font:16px/1.5 Arial,Helvetica,sans-serif">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preheader)}</div>
${buildSiteHeader(texts.siteName)}
<main>
<h1 style="margin:0 0 24px;font-size:24px;line-height:1.25">${escapeHtml(subject)}</h1>
${parts.join('\n')}
</main>
<footer class="quiet" style="margin:32px 0 0;padding:16px 0 0;border-top:1px solid #8c8c94;font-size:14px;color:#595959">
${footer.map((line) => `<p style="margin:0 0 8px">${escapeHtml(line)}</p>`).join('\n')}
</footer>
</body>
</html>`;
  return { subject, html };
};

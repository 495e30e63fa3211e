import { brand } from '#shared/brand.ts';

/** The parts an email is made of. Each takes plain text and escapes it; none needs a table, a picture or a style sheet. */

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(text)}</p>`;

/** A value under its name, in letters that cannot be mistaken for one another. */
export const fact = (name: string, value: string) =>
  `<p style="margin:0 0 16px">${escaped(name)}<br><strong style="font:bold 20px/1.4 Consolas,Menlo,monospace;overflow-wrap:anywhere">${escaped(value)}</strong></p>`;

export const button = (text: string, url: string) =>
  `<p style="margin:24px 0"><a href="${escaped(url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${brand.primary};color:#ffffff;font-weight:bold;text-decoration:none">${escaped(text)}</a></p>`;

/** An address to be copied, for mail programs that show no links. */
export const address = (text: string, url: string) =>
  `<p style="margin:0 0 16px;font-size:14px;overflow-wrap:anywhere">${escaped(text)}<br>${escaped(url)}</p>`;

export const smallPrint = (text: string) =>
  `<p style="margin:32px 0 0;font-size:14px;color:#595959">${escaped(text)}</p>`;

/** A whole email; a line for each part, so that it reads as text, too. */
export const document = (language: string, title: string, parts: readonly string[]) =>
  `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
</head>
<body style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;color:#1b1b1b;font:16px/1.5 Arial,Helvetica,sans-serif">
<main>
<h1 style="margin:0 0 24px;font-size:24px;line-height:1.25">${escaped(title)}</h1>
${parts.join('\n')}
</main>
</body>
</html>`;

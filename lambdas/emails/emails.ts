import { address, button, code, fact, letter, paragraph } from '#lambdas/email-parts/html.ts';
import type { Email } from '#lambdas/email-parts/html.ts';
import { momentIn } from '#lambdas/email-parts/region.ts';
import type { Writer } from '#shared/env.ts';
import { limits } from '#shared/limits.ts';
import type { EmailTexts } from '#shared/locales/email-texts.ts';
import { paths } from '#shared/paths.ts';
import type { RegionId } from '#shared/regions.ts';
import { regions } from '#shared/regions.ts';

/** An email's region and sender, its texts, and the placeholders that Cognito fills in. */
export type Occasion = {
  readonly region: RegionId;
  readonly writer: Writer;
  readonly texts: EmailTexts;
  /** Origin of the portal, `https://…`; where nobody said it, the email has no link. */
  readonly site: string | undefined;
  readonly email: string;
  /** Stands for the temporary password or the code. */
  readonly code: string;
  readonly now: Date;
};

const hour = 3_600_000;

const placeOf = (region: RegionId) => ({ region, prefix: regions[region].prefix });

/** When something ends, by the clocks of the region. */
const validUntil = (texts: EmailTexts, instant: Date, region: RegionId) =>
  `${texts.validUntil.replace('{date}', momentIn(region, instant))}.`;

/** Where an email leads, and what the link's fragment says to the page; fragments never reach a server. */
const link = (site: string | undefined, path: string, told: Readonly<Record<string, string>>) =>
  site &&
  `${site}${path}#${Object.entries(told)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;

/** The invitation, or the one that replaces it. `username` stands for the address to sign in with. */
export const invitation = (to: Occasion & { readonly username: string; readonly again: boolean }): Email => {
  const { region, site, email, now, texts } = to;
  const { subject, text } = to.again ? texts.invitation.again : texts.invitation;
  const expires = new Date(now.getTime() + limits.invitationDays * 24 * hour);
  const url = link(site, paths.login(placeOf(region)), { email, expires: expires.toISOString() });
  const until = validUntil(texts, expires, region);
  return letter(region, to.writer, subject, until, [
    paragraph(texts.hello),
    paragraph(text),
    fact(texts.email, to.username),
    code(texts.invitation.temporaryPassword, to.code),
    ...(url ? [button(texts.invitation.link, url)] : []),
    paragraph(`${until} ${texts.invitation.afterwards}`),
    ...(url ? [address(texts.address, url)] : []),
    paragraph(texts.invitation.unexpected),
  ]);
};

/** The code for a forgotten password. */
export const resetCode = (to: Occasion): Email => {
  const { region, site, email, now, texts } = to;
  const { subject, text } = texts.code;
  const expires = new Date(now.getTime() + limits.verificationCodeHours * hour);
  const url = link(site, paths.resetPassword(placeOf(region)), { email });
  const until = validUntil(texts, expires, region);
  return letter(region, to.writer, subject, until, [
    paragraph(texts.hello),
    paragraph(text),
    code(texts.code.code, to.code),
    ...(url ? [button(texts.code.link, url)] : []),
    paragraph(`${until} ${texts.code.afterwards}`),
    ...(url ? [address(texts.address, url)] : []),
    paragraph(texts.code.unexpected),
  ]);
};

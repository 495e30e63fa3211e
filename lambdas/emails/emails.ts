import { address, button, document, fact, paragraph, smallPrint } from '#lambdas/email-parts/html.ts';
import { languageOf, momentIn } from '#lambdas/email-parts/region.ts';
import { limits } from '#shared/limits.ts';
import type { EmailTexts } from '#shared/locales/email-texts.ts';
import { paths } from '#shared/paths.ts';
import type { RegionId } from '#shared/regions.ts';
import { regions } from '#shared/regions.ts';

export type Email = { readonly subject: string; readonly html: string };

/** Who is written to, from where, and what Cognito puts in afterwards. */
export type Occasion = {
  readonly region: RegionId;
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
  texts.validUntil.replace('{date}', momentIn(region, instant));

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
  const html = document(languageOf(region), subject, [
    paragraph(texts.hello),
    paragraph(text),
    fact(texts.email, to.username),
    fact(texts.invitation.temporaryPassword, to.code),
    ...(url ? [button(texts.invitation.link, url)] : []),
    paragraph(`${validUntil(texts, expires, region)}. ${texts.invitation.afterwards}`),
    ...(url ? [address(texts.address, url)] : []),
    paragraph(texts.invitation.unexpected),
    smallPrint(texts.automatic),
  ]);
  return { subject, html };
};

/** The code for a forgotten password. */
export const resetCode = ({ region, site, email, code, now, texts }: Occasion): Email => {
  const { subject, text } = texts.code;
  const expires = new Date(now.getTime() + limits.verificationCodeHours * hour);
  const url = link(site, paths.resetPassword(placeOf(region)), { email });
  const html = document(languageOf(region), subject, [
    paragraph(texts.hello),
    paragraph(text),
    fact(texts.code.code, code),
    ...(url ? [button(texts.code.link, url)] : []),
    paragraph(`${validUntil(texts, expires, region)}. ${texts.code.afterwards}`),
    ...(url ? [address(texts.address, url)] : []),
    paragraph(texts.code.unexpected),
    smallPrint(texts.automatic),
  ]);
  return { subject, html };
};

import * as z from 'zod/mini';
import type { Email } from '#lambdas/email-parts/html.ts';
import { languageOf, address, button, code, fact, letter, paragraph, momentIn } from '#lambdas/email-parts/html.ts';
import type { Writer } from '#shared/env.ts';
import { limits } from '#shared/limits.ts';
import { emailTexts } from '#shared/locales/email-texts.ts';
import type { EmailTexts } from '#shared/locales/email-texts.ts';
import { paths } from '#shared/paths.ts';
import type { RegionId } from '#shared/regions.ts';
import { regions } from '#shared/regions.ts';

type Occasion = {
  readonly region: RegionId;
  readonly writer: Writer;
  readonly texts: EmailTexts;
  readonly site: string | undefined;
  readonly email: string;
  readonly code: string;
  readonly now: Date;
};

const hour = 3_600_000;

const placeOf = (region: RegionId) => ({ region, prefix: regions[region].prefix });

const validUntil = (texts: EmailTexts, instant: Date, region: RegionId) =>
  `${texts.validUntil.replace('{date}', momentIn(region, instant))}.`;

/** Where an email leads, and what the link's fragment says to the page; fragments never reach a server. */
const link = (site: string | undefined, path: string, told: Readonly<Record<string, string>>) =>
  site &&
  `${site}${path}#${Object.entries(told)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;

const invitation = (to: Occasion & { readonly username: string; readonly again: boolean }): Email => {
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

const resetCode = (to: Occasion): Email => {
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

const origin = z.string().check(
  z.refine((site) => URL.canParse(site) && new URL(site).protocol === 'https:' && new URL(site).origin === site, {
    error: 'the caller must say the origin of the site, https://…',
  }),
);

const person = {
  userAttributes: z.object({ email: z.string() }),
  codeParameter: z.string(),
  // Only our own functions and scripts can pass it: the client has a secret. AWS promises it for forgotten passwords, not for invitations.
  clientMetadata: z.optional(z.object({ site: z.optional(z.string()), kind: z.optional(z.string()) })),
};
const request = z.object(person);

type CustomMessage = { readonly triggerSource: string; readonly request: unknown; readonly response: object };

type Options = {
  readonly region: RegionId;
  readonly writer: Writer;
  readonly ownSite?: string | undefined;
  readonly now: () => Date;
};

/** Without links where nobody says a site: AWS promises no metadata with invitations. Throws where it is no origin. */
export const customMessage = ({ region, writer, ownSite, now }: Options) => {
  const occasion = ({ userAttributes: { email }, codeParameter, clientMetadata }: z.output<typeof request>) => ({
    region,
    writer,
    texts: emailTexts[languageOf(region)],
    site: z.optional(origin).parse(ownSite ?? clientMetadata?.site),
    email,
    code: codeParameter,
    now: now(),
  });

  const emailFor = (event: CustomMessage): Email | undefined => {
    switch (event.triggerSource) {
      case 'CustomMessage_AdminCreateUser': {
        const asked = z.object({ ...person, usernameParameter: z.string() }).parse(event.request);
        return invitation({
          ...occasion(asked),
          username: asked.usernameParameter,
          again: asked.clientMetadata?.kind === 'resent',
        });
      }
      case 'CustomMessage_ForgotPassword':
        return resetCode(occasion(request.parse(event.request)));
      default:
        return undefined;
    }
  };

  return <Event extends CustomMessage>(event: Event): Event => {
    const email = emailFor(event);
    if (!email) return event;
    return { ...event, response: { ...event.response, emailSubject: email.subject, emailMessage: email.html } };
  };
};

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

const origin = z.string().check(
  z.refine((site) => URL.canParse(site) && new URL(site).protocol === 'https:' && new URL(site).origin === site, {
    error: 'the caller must say the origin of the site, https://…',
  }),
);

const request = z.object({
  userAttributes: z.object({ email: z.string() }),
  codeParameter: z.string(),
  // Only our own functions and scripts can pass it: the client has a secret. AWS promises it for forgotten passwords, not for invitations.
  clientMetadata: z.optional(z.object({ site: z.optional(z.string()), kind: z.optional(z.string()) })),
});

type CustomMessage = { readonly triggerSource: string; readonly request: unknown; readonly response: object };

type Options = {
  readonly region: RegionId;
  readonly writer: Writer;
  readonly ownSite?: string | undefined;
  readonly now: () => Date;
};

type Words = Pick<EmailTexts['code'], 'subject' | 'text' | 'link' | 'afterwards' | 'unexpected'>;

/** What is sent, for how long it counts, and where it leads. */
type Sent = {
  readonly words: Words;
  readonly facts: readonly string[];
  readonly hours: number;
  readonly path: string;
  readonly tellsEnd: boolean;
};

/** Without links where nobody says a site: AWS promises no metadata with invitations. Throws where it is no origin. */
export const customMessage = ({ region, writer, ownSite, now }: Options) => {
  const texts = emailTexts[languageOf(region)];
  const place = { region, prefix: regions[region].prefix };

  const written = (
    { userAttributes: { email }, clientMetadata }: z.output<typeof request>,
    { words, facts, hours, path, tellsEnd }: Sent,
  ): Email => {
    const expires = new Date(now().getTime() + hours * 3_600_000);
    const until = `${texts.validUntil.replace('{date}', momentIn(region, expires))}.`;
    const site = z.optional(origin).parse(ownSite ?? clientMetadata?.site);
    // What the fragment says to the page never reaches a server.
    const told = new URLSearchParams({ email, ...(tellsEnd && { expires: expires.toISOString() }) });
    const url = site && `${site}${path}#${told}`;
    return letter(region, writer, words.subject, until, [
      paragraph(texts.hello),
      paragraph(words.text),
      ...facts,
      ...(url ? [button(words.link, url)] : []),
      paragraph(`${until} ${words.afterwards}`),
      ...(url ? [address(texts.address, url)] : []),
      paragraph(words.unexpected),
    ]);
  };

  const emailFor = (event: CustomMessage): Email | undefined => {
    switch (event.triggerSource) {
      case 'CustomMessage_AdminCreateUser': {
        const asked = z.extend(request, { usernameParameter: z.string() }).parse(event.request);
        const { again, temporaryPassword, ...first } = texts.invitation;
        return written(asked, {
          words: asked.clientMetadata?.kind === 'resent' ? { ...first, ...again } : first,
          facts: [fact(texts.email, asked.usernameParameter), code(temporaryPassword, asked.codeParameter)],
          hours: limits.invitationDays * 24,
          path: paths.login(place),
          tellsEnd: true,
        });
      }
      case 'CustomMessage_ForgotPassword': {
        const asked = request.parse(event.request);
        return written(asked, {
          words: texts.code,
          facts: [code(texts.code.code, asked.codeParameter)],
          hours: limits.verificationCodeHours,
          path: paths.resetPassword(place),
          tellsEnd: false,
        });
      }
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

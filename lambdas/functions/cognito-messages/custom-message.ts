import * as z from 'zod/mini';
import type { Email } from '#lambdas/lib/email/html.ts';
import {
  regionLanguage,
  linkAddress,
  button,
  code,
  labeledValue,
  createEmail,
  paragraph,
  formatInstant,
} from '#lambdas/lib/email/html.ts';
import { paths } from '#shared/api/paths.ts';
import type { EmailSender } from '#shared/config/env.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regions } from '#shared/config/regions.ts';
import { emailTexts } from '#shared/locales/email-texts.ts';
import type { EmailTexts } from '#shared/locales/email-texts.ts';

const origin = z.string().check(
  z.refine((site) => URL.canParse(site) && new URL(site).protocol === 'https:' && new URL(site).origin === site, {
    error: 'the caller must say the origin of the site, https://…',
  }),
);

const request = z.object({
  userAttributes: z.object({ email: z.string() }),
  codeParameter: z.string(),
  // Only our own functions and scripts can pass it, because the client has a secret. AWS documents it for forgotten passwords, not for invitations.
  clientMetadata: z.optional(z.object({ site: z.optional(z.string()), kind: z.optional(z.string()) })),
});

type CustomMessage = { readonly triggerSource: string; readonly request: unknown; readonly response: object };

type Options = {
  readonly region: RegionId;
  readonly sender: EmailSender;
  readonly ownSite?: string | undefined;
  readonly now: () => Date;
};

type Words = Pick<EmailTexts['code'], 'subject' | 'text' | 'link' | 'afterwards' | 'unexpected'>;

/** Content of an email, its validity in hours, and the path that its button links to. */
type EmailContent = {
  readonly words: Words;
  readonly facts: readonly string[];
  readonly hours: number;
  readonly path: string;
  readonly includesExpiry: boolean;
};

/** Writes Cognito's emails. They have no links if the site is unknown, since AWS guarantees no metadata with invitations. Throws if the site is not an https origin. */
export const customMessage = ({ region, sender, ownSite, now }: Options) => {
  const texts = emailTexts[regionLanguage(region)];
  const place = { region, prefix: regions[region].prefix };

  const writeEmail = (
    { userAttributes: { email }, clientMetadata }: z.output<typeof request>,
    { words, facts, hours, path, includesExpiry }: EmailContent,
  ): Email => {
    const expires = new Date(now().getTime() + hours * 3_600_000);
    const validity = `${texts.validUntil.replace('{date}', formatInstant(region, expires))}.`;
    const site = z.optional(origin).parse(ownSite ?? clientMetadata?.site);
    // The page reads the data from the fragment, which browsers do not send to the server.
    const fragment = new URLSearchParams({ email, ...(includesExpiry && { expires: expires.toISOString() }) });
    const url = site && `${site}${path}#${fragment}`;
    return createEmail(region, sender, words.subject, validity, [
      paragraph(texts.hello),
      paragraph(words.text),
      ...facts,
      ...(url ? [button(words.link, url)] : []),
      paragraph(`${validity} ${words.afterwards}`),
      ...(url ? [linkAddress(texts.address, url)] : []),
      paragraph(words.unexpected),
    ]);
  };

  const emailFor = (event: CustomMessage): Email | undefined => {
    switch (event.triggerSource) {
      case 'CustomMessage_AdminCreateUser': {
        const messageRequest = z.extend(request, { usernameParameter: z.string() }).parse(event.request);
        const { again, temporaryPassword, ...first } = texts.invitation;
        return writeEmail(messageRequest, {
          words: messageRequest.clientMetadata?.kind === 'resent' ? { ...first, ...again } : first,
          facts: [
            labeledValue(texts.email, messageRequest.usernameParameter),
            code(temporaryPassword, messageRequest.codeParameter),
          ],
          hours: limits.invitationDays * 24,
          path: paths.login(place),
          includesExpiry: true,
        });
      }
      case 'CustomMessage_ForgotPassword': {
        const messageRequest = request.parse(event.request);
        return writeEmail(messageRequest, {
          words: texts.code,
          facts: [code(texts.code.code, messageRequest.codeParameter)],
          hours: limits.verificationCodeHours,
          path: paths.resetPassword(place),
          includesExpiry: false,
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

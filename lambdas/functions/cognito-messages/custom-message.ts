import * as z from 'zod/mini';
import type { Email } from '#lambdas/lib/email/html.ts';
import {
  findRegionLanguage,
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
    error: 'the caller must pass the origin of the site, https://…',
  }),
);

const request = z.object({
  userAttributes: z.object({ email: z.string() }),
  codeParameter: z.string(),
  // Only the portal's functions and scripts can pass metadata, because the client has a secret. AWS documents metadata for forgotten passwords, but not for invitations.
  clientMetadata: z.optional(z.object({ site: z.optional(z.string()), kind: z.optional(z.string()) })),
});

type CustomMessage = { readonly triggerSource: string; readonly request: unknown; readonly response: object };

type Options = {
  readonly region: RegionId;
  readonly sender: EmailSender;
  /** Origin of the stage's own domain; without one, the metadata names the site. */
  readonly ownSite?: string | undefined;
  readonly now: () => Date;
};

type ContentTexts = Pick<EmailTexts['code'], 'subject' | 'text' | 'link' | 'afterwards' | 'unexpected'>;

/** Content of an email, the time for which it is valid, and the path that its button links to. */
type EmailContent = {
  readonly contentTexts: ContentTexts;
  readonly details: readonly string[];
  readonly validHours: number;
  readonly path: string;
  readonly includesExpiry: boolean;
};

/** Creates the trigger that writes Cognito's emails. They have no links if the site is unknown, because AWS does not guarantee metadata for invitations. Throws if the site is not an https origin. */
export const createCustomMessageTrigger = ({ region, sender, ownSite, now }: Options) => {
  const texts = emailTexts[findRegionLanguage(region)];
  const place = { region, prefix: regions[region].prefix };

  const writeEmail = (
    { userAttributes: { email }, clientMetadata }: z.output<typeof request>,
    { contentTexts, details, validHours, path, includesExpiry }: EmailContent,
  ): Email => {
    const expires = new Date(now().getTime() + validHours * 3_600_000);
    const validity = `${texts.validUntil.replace('{date}', formatInstant(region, expires))}.`;
    const site = z.optional(origin).parse(ownSite ?? clientMetadata?.site);
    // The page reads the data from the fragment, which browsers do not send to the server.
    const fragment = new URLSearchParams({ email, ...(includesExpiry && { expires: expires.toISOString() }) });
    const url = site && `${site}${path}#${fragment}`;
    return createEmail(region, sender, contentTexts.subject, validity, [
      paragraph(texts.hello),
      paragraph(contentTexts.text),
      ...details,
      ...(url ? [button(contentTexts.link, url)] : []),
      paragraph(`${validity} ${contentTexts.afterwards}`),
      ...(url ? [linkAddress(texts.address, url)] : []),
      paragraph(contentTexts.unexpected),
    ]);
  };

  const composeEmail = (event: CustomMessage): Email | undefined => {
    switch (event.triggerSource) {
      case 'CustomMessage_AdminCreateUser': {
        const messageRequest = z.extend(request, { usernameParameter: z.string() }).parse(event.request);
        const { again, temporaryPassword, ...firstInvitation } = texts.invitation;
        return writeEmail(messageRequest, {
          contentTexts:
            messageRequest.clientMetadata?.kind === 'resent' ? { ...firstInvitation, ...again } : firstInvitation,
          details: [
            labeledValue(texts.email, messageRequest.usernameParameter),
            code(temporaryPassword, messageRequest.codeParameter),
          ],
          validHours: limits.invitationDays * 24,
          path: paths.login(place),
          includesExpiry: true,
        });
      }
      case 'CustomMessage_ForgotPassword': {
        const messageRequest = request.parse(event.request);
        return writeEmail(messageRequest, {
          contentTexts: texts.code,
          details: [code(texts.code.code, messageRequest.codeParameter)],
          validHours: limits.verificationCodeHours,
          path: paths.resetPassword(place),
          includesExpiry: false,
        });
      }
      default:
        return undefined;
    }
  };

  return <Event extends CustomMessage>(event: Event): Event => {
    const email = composeEmail(event);
    if (!email) return event;
    return { ...event, response: { ...event.response, emailSubject: email.subject, emailMessage: email.html } };
  };
};

import * as z from 'zod/mini';
import type { Email } from '#lambdas/email-parts/html.ts';
import { languageOf } from '#lambdas/email-parts/region.ts';
import type { Writer } from '#shared/env.ts';
import { emailTexts } from '#shared/locales/email-texts.ts';
import type { RegionId } from '#shared/regions.ts';
import { invitation, resetCode } from './emails.ts';

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
const invitationRequest = z.object({ ...person, usernameParameter: z.string() });

/** As far as it is ours to know; all else goes back to Cognito as it came. */
export type CustomMessage = { readonly triggerSource: string; readonly request: unknown; readonly response: object };

type Options = {
  readonly region: RegionId;
  readonly writer: Writer;
  /** The stage's own site, where it has a name; otherwise the caller says which it is. */
  readonly ownSite?: string | undefined;
  readonly now: () => Date;
};

/**
 * Writes Cognito's emails in the region's language. Without links where neither the stage nor the caller says a site, since AWS does not
 * promise that what the caller says arrives with an invitation. Throws where what is said is no origin.
 */
export const customMessage = ({ region, writer, ownSite, now }: Options) => {
  const language = languageOf(region);

  const occasion = ({ userAttributes: { email }, codeParameter: code, clientMetadata }: z.output<typeof request>) => ({
    region,
    writer,
    texts: emailTexts[language],
    site: z.optional(origin).parse(ownSite ?? clientMetadata?.site),
    email,
    code,
    now: now(),
  });

  const emailFor = (event: CustomMessage): Email | undefined => {
    switch (event.triggerSource) {
      case 'CustomMessage_AdminCreateUser': {
        const asked = invitationRequest.parse(event.request);
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

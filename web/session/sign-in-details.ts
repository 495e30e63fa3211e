import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { parseLinkFragment } from './link-fragment.ts';
import { readRememberedEmail, rememberEmail } from './remembered-email.ts';

const optionalEmail = z.optional(field.email);
const optionalInstant = z.optional(field.instant);

/** Facts that an invitation email adds to its link: the user's email, and the instant at which the invitation expires. */
export type SignInDetails = { readonly email?: string | undefined; readonly expires?: string | undefined };

/** Reads the fragment of an email's link, which the browser never sends to a server. */
const parseFragment = (fragment: string): SignInDetails => {
  const { email, expires } = parseLinkFragment(fragment);
  return { email: optionalEmail.safeParse(email).data, expires: optionalInstant.safeParse(expires).data };
};

/**
 * Returns the sign-in details of the link, and removes them from the URL; without a link, those remembered in this
 * tab.
 */
export const readSignInDetails = (region: RegionId): SignInDetails => {
  const fromLink = parseFragment(location.hash);
  if (fromLink.email === undefined && fromLink.expires === undefined)
    return { email: optionalEmail.safeParse(readRememberedEmail(region)).data };
  history.replaceState(history.state, '', location.pathname + location.search);
  if (fromLink.email !== undefined) rememberEmail(region, fromLink.email);
  return fromLink;
};

export const addEmailToPath = (path: string, email: string) => `${path}#${new URLSearchParams({ email })}`;

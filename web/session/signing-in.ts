import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import type { RegionId } from '#shared/regions.ts';
import { tabMemory } from '#web/browser/memory.ts';

const address = z.optional(field.email);
const instant = z.optional(field.instant);

export type SigningIn = { readonly email?: string | undefined; readonly expires?: string | undefined };

const nameOf = (region: RegionId) => `signingIn.${region}`;

export const rememberEmail = (region: RegionId, email: string) => tabMemory.set(nameOf(region), email);

export const forgetSigningIn = (region: RegionId) => tabMemory.remove(nameOf(region));

/** What an email's link says in its fragment, which never reaches a server. */
const ofFragment = (fragment: string): SigningIn => {
  // A plus sign in an address is one, even where whoever wrote the link left it as it was.
  const { email, expires } = Object.fromEntries(new URLSearchParams(fragment.replace(/^#/, '').replaceAll('+', '%2B')));
  return { email: address.safeParse(email).data, expires: instant.safeParse(expires).data };
};

export const whoSignsIn = (region: RegionId): SigningIn => {
  const linked = ofFragment(location.hash);
  if (linked.email === undefined && linked.expires === undefined)
    return { email: address.safeParse(tabMemory.get(nameOf(region))).data };
  history.replaceState(history.state, '', location.pathname + location.search);
  if (linked.email !== undefined) rememberEmail(region, linked.email);
  return linked;
};

export const withEmail = (path: string, email: string) => `${path}#${new URLSearchParams({ email })}`;

/** Name resolution of the local cloud: maps a real address (origin, or origin and path) to its local one. */
export type Hosts = readonly (readonly [real: string, local: string])[];

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// `https://example.com` must not match in `https://example.com.evil.test`.
const toPattern = (real: string) => new RegExp(`${escapeRegExp(real)}${real.endsWith('/') ? '' : '(?![\\w.:-])'}`, 'g');

/** Returns the local URL for a real one; undefined if the local cloud does not emulate it. */
export const toLocalUrl = (hosts: Hosts, url: string): string | undefined => {
  const [real, local] = hosts.find(([candidate]) => url.search(toPattern(candidate)) === 0) ?? [];
  return real === undefined || local === undefined ? undefined : local + url.slice(real.length);
};

/** Replaces all real addresses in a text by local ones. */
export const replaceHosts = (hosts: Hosts, text: string): string =>
  hosts.reduce((result, [real, local]) => result.replace(toPattern(real), local), text);

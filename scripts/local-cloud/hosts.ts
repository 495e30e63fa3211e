/** Name resolution of the local cloud: maps a real address (origin, or origin and path) to its local one. */
export type Hosts = readonly (readonly [real: string, local: string])[];

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// `https://example.com` must not match in `https://example.com.evil.test`.
const toPattern = (real: string) => new RegExp(`${escapeRegExp(real)}${real.endsWith('/') ? '' : '(?![\\w.:-])'}`, 'g');

export const toLocalUrl = (hosts: Hosts, url: string): string | undefined => {
  const entry = hosts.find(([real]) => url.search(toPattern(real)) === 0);
  return entry && entry[1] + url.slice(entry[0].length);
};

export const replaceHosts = (hosts: Hosts, text: string): string =>
  hosts.reduce((result, [real, local]) => result.replace(toPattern(real), local), text);

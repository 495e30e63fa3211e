/** The local cloud's name resolution: real address (origin, or origin and path) → where it is answered here. */
export type Hosts = readonly (readonly [real: string, local: string])[];

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// `https://example.com` must not be found in `https://example.com.evil.test`.
const found = (real: string) => new RegExp(`${escaped(real)}${real.endsWith('/') ? '' : '(?![\\w.:-])'}`, 'g');

export const localAddress = (hosts: Hosts, url: string): string | undefined => {
  const entry = hosts.find(([real]) => url.search(found(real)) === 0);
  return entry && entry[1] + url.slice(entry[0].length);
};

export const localText = (hosts: Hosts, text: string): string =>
  hosts.reduce((changed, [real, local]) => changed.replace(found(real), local), text);

import { toCancellationFormPath } from '#shared/api/paths.ts';
import { prefixes } from '#shared/config/regions.ts';
import type { Prefix, RegionId } from '#shared/config/regions.ts';
import { getConfig, findExternalLegalTexts } from '#web/data/config.ts';

const openInNewTab = (link: HTMLAnchorElement | null, href: string) => {
  const hint = document.querySelector<HTMLTemplateElement>('#new-tab-hint');
  if (!link || !hint) return;
  Object.assign(link, { href, target: '_blank', rel: 'noopener noreferrer' });
  link.append(' ', hint.content.cloneNode(true));
};

/** Fills in the links of the footer that depend on the stage. */
export const fillFooter = (prefix: Prefix, region: RegionId | undefined) => {
  const findLink = (selector: string) => document.querySelector<HTMLAnchorElement>(`.footer a${selector}`);
  findLink('[download]')?.setAttribute('href', toCancellationFormPath(getConfig().stage, prefixes[prefix].language));
  const legal = findExternalLegalTexts(prefix, region);
  if (!legal) return;
  openInNewTab(findLink('[href$=privacy-policy]'), legal.privacyPolicy);
  openInNewTab(findLink('[href$=terms-of-service]'), legal.termsOfService);
};

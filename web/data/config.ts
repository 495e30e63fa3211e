import { regionIds, regions } from '#shared/config/regions.ts';
import type { Prefix, RegionId } from '#shared/config/regions.ts';
import { webConfig } from '#shared/config/web-config.ts';
import type { WebConfig } from '#shared/config/web-config.ts';

let loadedConfig: WebConfig | undefined;

export const setConfig = (json: unknown) => {
  loadedConfig = webConfig.parse(json);
};

export const getConfig = (): WebConfig => {
  if (!loadedConfig) throw new Error('The configuration was read before it was loaded.');
  return loadedConfig;
};

/**
 * Returns the URLs of the external legal texts that apply, if any. Outside a region, the language prefix selects
 * the region.
 */
export const findExternalLegalTexts = (prefix: Prefix, region?: RegionId) => {
  const legalRegion = region ?? regionIds.find((id) => regions[id].prefix === prefix);
  return legalRegion && getConfig().regions[legalRegion].legal;
};

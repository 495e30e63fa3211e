import { webConfig } from '#shared/web-config.ts';
import type { WebConfig } from '#shared/web-config.ts';

let loaded: WebConfig | undefined;

/** Takes what /config.json says; throws when it is not a configuration. */
export const setConfig = (json: unknown) => {
  loaded = webConfig.parse(json);
};

/** What differs by stage. Loaded before anything renders. */
export const config = (): WebConfig => {
  if (!loaded) throw new Error('The configuration was asked before it was loaded.');
  return loaded;
};

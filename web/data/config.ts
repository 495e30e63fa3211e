import { webConfig } from '#shared/config/web-config.ts';
import type { WebConfig } from '#shared/config/web-config.ts';

let loaded: WebConfig | undefined;

export const setConfig = (json: unknown) => {
  loaded = webConfig.parse(json);
};

export const config = (): WebConfig => {
  if (!loaded) throw new Error('The configuration was asked before it was loaded.');
  return loaded;
};

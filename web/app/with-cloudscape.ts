import type { ComponentType } from 'react';
import { needCloudscape } from './cloudscape-texts.ts';

export const withCloudscape =
  <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  async (): Promise<ComponentType<Props>> => {
    const [{ withCloudscapeTexts }, Inner] = await Promise.all([import('./cloudscape.tsx'), load(), needCloudscape()]);
    return withCloudscapeTexts(Inner);
  };

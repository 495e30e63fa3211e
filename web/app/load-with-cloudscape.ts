import type { ComponentType } from 'react';
import { loadCloudscapeTexts } from './cloudscape-texts.ts';

/** Loads a component together with Cloudscape's context and its texts. */
export const loadWithCloudscape =
  <Props extends object>(loadInner: () => Promise<ComponentType<Props>>) =>
  async (): Promise<ComponentType<Props>> => {
    const [{ withCloudscapeTexts }, Inner] = await Promise.all([
      import('./cloudscape.tsx'),
      loadInner(),
      loadCloudscapeTexts(),
    ]);
    return withCloudscapeTexts(Inner);
  };

import * as z from 'zod/mini';
import { matchesPattern } from '../iam/evaluate.ts';
import type { ResourceType } from '../template/deploy.ts';
import { filesIn } from './bucket-origin.ts';
import type { SiteContent } from './bucket-origin.ts';

const deployment = z.looseObject({
  SourceObjectKeys: z.array(z.string()),
  SourceMarkers: z.optional(z.never('the local cloud fills no markers')),
  DestinationBucketName: z.string(),
  DestinationBucketKeyPrefix: z._default(z.string(), ''),
  Exclude: z._default(z.array(z.string()), []),
  Include: z.optional(z.never('the local cloud excludes files only')),
  SystemMetadata: z._default(z.record(z.string(), z.string()), {}),
});

/** CDK's bucket deployment: the files of its sources, later ones over earlier ones. */
export const bucketDeployment =
  (content: SiteContent): ResourceType =>
  ({ logicalId, properties, place }) => {
    const { SourceObjectKeys, DestinationBucketName, ...rules } = deployment.parse(properties);
    for (const key of SourceObjectKeys) {
      const asset = place.assets.get(key);
      if (!asset?.isFolder)
        throw new Error(`the local cloud deploys folders, and ${key} is none of the synthesized app`);
      for (const [name, path] of filesIn(asset.path)) {
        if (rules.Exclude.some((pattern) => matchesPattern(pattern, name))) continue;
        const objectKey = [rules.DestinationBucketKeyPrefix, name].filter(Boolean).join('/');
        content.put(DestinationBucketName, objectKey, path, rules.SystemMetadata);
      }
    }
    return { ref: logicalId };
  };

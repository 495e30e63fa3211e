import * as z from 'zod/mini';
import { matchesPattern } from '../iam/evaluate.ts';
import type { ResourceType } from '../template/deploy.ts';
import { filesIn } from './bucket-origin.ts';
import type { SiteContent } from './bucket-origin.ts';

const deployment = z.looseObject({
  SourceObjectKeys: z.array(z.string()),
  SourceMarkers: z._default(z.array(z.record(z.string(), z.string())), []),
  SourceMarkersConfig: z._default(z.array(z.object({ jsonEscape: z.optional(z.boolean()) })), []),
  DestinationBucketName: z.string(),
  DestinationBucketKeyPrefix: z._default(z.string(), ''),
  Exclude: z._default(z.array(z.string()), []),
  Include: z._default(z.array(z.string()), []),
  SystemMetadata: z._default(z.record(z.string(), z.string()), {}),
});

const replaceMarkers = (markers: Readonly<Record<string, string>>, escape: boolean) => (body: Buffer) => {
  if (Object.keys(markers).length === 0) return body;
  const replaced = Object.entries(markers).reduce(
    (text, [marker, value]) => text.replaceAll(marker, () => (escape ? JSON.stringify(value).slice(1, -1) : value)),
    body.toString(),
  );
  return Buffer.from(replaced);
};

/** CDK's bucket deployment: the files of its sources, later ones over earlier ones. */
export const bucketDeployment =
  (content: SiteContent): ResourceType =>
  ({ logicalId, properties, place }) => {
    const {
      SourceObjectKeys,
      SourceMarkers,
      SourceMarkersConfig,
      DestinationBucketName: bucket,
      DestinationBucketKeyPrefix: prefix,
      ...rules
    } = deployment.parse(properties);
    const isIn = (name: string) =>
      !rules.Exclude.some((pattern) => matchesPattern(pattern, name)) ||
      rules.Include.some((pattern) => matchesPattern(pattern, name));

    for (const [index, key] of SourceObjectKeys.entries()) {
      const asset = place.assets.get(key);
      if (!asset?.isFolder)
        throw new Error(`the local cloud deploys folders, and ${key} is none of the synthesized app`);
      const change = replaceMarkers(SourceMarkers[index] ?? {}, SourceMarkersConfig[index]?.jsonEscape ?? false);
      for (const [name, path] of filesIn(asset.path)) {
        if (isIn(name))
          content.put(bucket, [prefix, name].filter(Boolean).join('/'), path, rules.SystemMetadata, change);
      }
    }
    return { ref: logicalId, attributes: { DestinationBucketArn: `arn:aws:s3:::${bucket}`, SourceObjectKeys } };
  };

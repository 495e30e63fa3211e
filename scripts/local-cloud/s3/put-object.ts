import type { Signer } from './authenticate.ts';
import { decodeAwsChunked } from './aws-chunked.ts';
import { isChecksumHeader } from './checksums.ts';
import { receiveObject } from './incoming-object.ts';
import { headersToKeep } from './object-headers.ts';
import type { Bucket } from './object-store.ts';
import { maxUpload } from './post-policy.ts';
import type { S3Request } from './request.ts';
import { notImplemented, S3Error } from './s3-error.ts';

const streaming = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';

/** The headers that come with a PUT, with those that a presigned address carries in its query. */
const sentHeaders = ({ headers, query, header }: S3Request): [string, string][] => {
  const names = [
    ...Object.keys(headers),
    ...query.map(([name]) => name.toLowerCase()).filter((name) => name.startsWith('x-amz-')),
  ];
  return [...new Set(names)].map((name) => [name, header(name) ?? '']);
};

const announcedSize = (request: S3Request, chunked: boolean): number => {
  const announced = request.header(chunked ? 'x-amz-decoded-content-length' : 'content-length');
  if (!announced || !/^\d{1,15}$/.test(announced))
    throw new S3Error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
  return Number(announced);
};

/** PutObject: answers the headers of success. */
export const putObject = async (
  bucket: Bucket,
  request: S3Request,
  { payloadHash }: Signer,
  body: AsyncIterable<Buffer>,
  now: number,
): Promise<Record<string, string>> => {
  const conditional = ['if-match', 'if-none-match'].find((name) => request.headers[name] !== undefined);
  if (conditional) throw notImplemented(`PutObject with ${conditional}`);
  const chunked = payloadHash === streaming;
  if (payloadHash.startsWith('STREAMING-') && !chunked) throw notImplemented(payloadHash);

  const size = announcedSize(request, chunked);
  if (size > maxUpload)
    throw new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed object size.', {
      ProposedSize: String(size),
      MaxSizeAllowed: String(maxUpload),
    });
  const sent = sentHeaders(request);
  const trailers = new Map<string, string>();
  const trailerNames = chunked
    ? (request.header('x-amz-trailer') ?? '').split(',').map((name) => name.trim().toLowerCase())
    : [];

  const { etag, checksums } = await receiveObject(
    bucket,
    chunked ? decodeAwsChunked(body, trailers) : body,
    {
      minSize: 0,
      maxSize: size,
      size,
      compute: [...new Set([...sent.map(([name]) => name), ...trailerNames].filter(isChecksumHeader))],
      checksums: () => [...sent, ...trailerNames.map((name): [string, string] => [name, trailers.get(name) ?? ''])],
      contentMd5: request.header('content-md5'),
      sha256: chunked || payloadHash === 'UNSIGNED-PAYLOAD' ? undefined : payloadHash,
    },
    { key: request.key, headers: headersToKeep(sent), lastModified: new Date(now).toISOString() },
  );
  return { etag: `"${etag}"`, ...checksums, 'x-amz-server-side-encryption': 'AES256' };
};

import { S3ServiceException } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';

/** For tests: an answer of S3 to a plain fetch: its status, and of an error its code and message. */
export const readAnswer = async (
  response: Response,
): Promise<{ status: number; code?: string | undefined; message?: string | undefined }> => {
  const body = await response.text();
  const [, code] = /<Code>(.*?)<\/Code>/s.exec(body) ?? [];
  const [, message] = /<Message>(.*?)<\/Message>/s.exec(body) ?? [];
  return code === undefined
    ? { status: response.status }
    : { status: response.status, code, message: message?.replaceAll('&quot;', '"') };
};

/** For tests: how S3 refused a call of the SDK. Throws when it did not. */
export const failure = async (
  sent: Promise<unknown>,
): Promise<{ name: string; status: number | undefined; message: string }> => {
  const error = await sent.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof S3ServiceException)) throw new Error(`Not a refusal of S3: ${String(error)}`);
  return { name: error.name, status: error.$metadata.httpStatusCode, message: error.message };
};

type Upload = {
  readonly client: S3Client;
  readonly bucket: string;
  readonly key: string;
  readonly content?: string | Uint8Array<ArrayBuffer>;
  readonly fields?: Record<string, string>;
  /** Bytes. */
  readonly most?: number;
  readonly headers?: Record<string, string>;
};

/** For tests: puts an object as a browser does, with a presigned form. */
export const upload = async ({
  client,
  bucket,
  key,
  content = 'hello',
  fields = {},
  most = 1000,
  headers = {},
}: Upload): Promise<Response> => {
  const { url, fields: signed } = await createPresignedPost(client, {
    Bucket: bucket,
    Key: key,
    Fields: fields,
    Conditions: [['content-length-range', 0, most]],
  });
  const form = new FormData();
  for (const [name, value] of Object.entries(signed)) form.append(name, value);
  form.append('file', new Blob([content]));
  return fetch(url, { method: 'POST', body: form, headers });
};

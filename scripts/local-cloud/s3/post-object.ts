import { ALGORITHM, encode, parseCredential, sameSignature, sign } from '../sigv4.ts';
import { secretFor } from './authenticate.ts';
import type { Signers } from './authenticate.ts';
import type { Bucket } from './incoming-object.ts';
import { receiveObject } from './incoming-object.ts';
import { headersToKeep, refuseUnknownAmzNames } from './object-headers.ts';
import { isMultipart, readPostForm } from './post-form.ts';
import { checkPolicy, parsePolicy } from './post-policy.ts';
import type { PostPolicy } from './post-policy.ts';
import type { S3Request } from './request.ts';
import { accessDenied, invalidArgument, notImplemented, S3Error, signatureDoesNotMatch } from './s3-error.ts';

type Fields = ReadonlyMap<string, string>;

const required = (fields: Fields, name: string): string => {
  const value = fields.get(name);
  if (value) return value;
  throw invalidArgument(
    `Bucket POST must contain a field named '${name}'. If it is specified, please check the order of the fields.`,
    name,
  );
};

/** Who signed the policy, and the policy; the signature covers the field's text as it came. */
const verifyPolicy = (fields: Fields, signers: Signers): { accessKeyId: string; policy: PostPolicy } => {
  if (!fields.has('policy')) throw accessDenied();
  const policy = required(fields, 'policy');
  if (required(fields, 'x-amz-algorithm') !== ALGORITHM)
    throw invalidArgument(
      `X-Amz-Algorithm only supports "${ALGORITHM}"`,
      'x-amz-algorithm',
      fields.get('x-amz-algorithm'),
    );
  const credential = parseCredential(required(fields, 'x-amz-credential'));
  if (!credential)
    throw invalidArgument('The credential is malformed.', 'x-amz-credential', fields.get('x-amz-credential'));
  const date = required(fields, 'x-amz-date');
  const signature = required(fields, 'x-amz-signature');
  const secret = secretFor(credential, signers, 'AuthorizationQueryParametersError');
  if (!date.startsWith(credential.date) || !sameSignature(sign(policy, credential, secret), signature))
    throw signatureDoesNotMatch();
  return { accessKeyId: credential.accessKeyId, policy: parsePolicy(policy) };
};

const refuseUnsupportedFields = (fields: Fields): void => {
  refuseUnknownAmzNames(fields);
  const unsupported = [...fields.keys()].find((name) =>
    /^(acl|tagging|redirect|success_action_.+|x-amz-checksum-.+|content-md5|cache-control|content-(disposition|encoding|language)|expires)$/.test(
      name,
    ),
  );
  if (unsupported) throw notImplemented(`POST Object with the field ${unsupported}`);
};

/** POST Object, a browser's upload under a signed policy; the headers of its answer. `permit` refuses a signer who may not put the key. */
export const postObject = async (
  bucket: Bucket,
  request: S3Request,
  body: AsyncIterable<Buffer>,
  signers: Signers,
  permit: (accessKeyId: string, key: string) => void,
): Promise<Record<string, string>> => {
  const contentType = request.header('content-type');
  if (!isMultipart(contentType)) {
    throw new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
      Condition: 'Bucket POST must be of the enclosure-type multipart/form-data',
    });
  }
  return readPostForm(contentType, body, async ({ fields, file }) => {
    const key = required(fields, 'key');
    const { accessKeyId, policy } = verifyPolicy(fields, signers);
    // The policy is held to the bucket of the address; a form that names another could only mean to deceive.
    if ((fields.get('bucket') ?? request.bucket) !== request.bucket)
      throw accessDenied('Invalid according to Policy: Policy Condition failed: the bucket is not that of the address');
    checkPolicy(policy, new Map([...fields, ['bucket', request.bucket]]), signers.now());
    refuseUnsupportedFields(fields);
    permit(accessKeyId, key);
    const etag = await receiveObject(bucket, file, policy, {
      key,
      headers: headersToKeep(fields),
      lastModified: new Date(signers.now()).toISOString(),
    });
    const location = `http://${request.header('host')}/${request.bucket}/${key.split('/').map(encode).join('/')}`;
    return { etag: `"${etag}"`, location };
  });
};

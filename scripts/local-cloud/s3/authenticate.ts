import { ALGORITHM, parseAmzDate, parseAuthorization, sameSignature, signRequest } from '../sigv4.ts';
import type { Credential } from '../sigv4.ts';
import type { S3Request } from './request.ts';
import { accessDenied, notImplemented, S3Error, signatureDoesNotMatch } from './s3-error.ts';

export type Signers = { region: string; now: () => number; secretOf: (accessKeyId: string) => string | undefined };

const tolerance = 15 * 60_000;

/** The secret of a known key whose credential is for this region and for S3. */
export const secretFor = (credential: Credential, { region, secretOf }: Signers, code: string): string => {
  if (credential.service !== 's3')
    throw new S3Error(400, code, `The credential is for the service '${credential.service}'; expecting 's3'`);
  if (credential.region !== region)
    throw new S3Error(400, code, `The credential is for the region '${credential.region}'; expecting '${region}'`, {
      Region: region,
    });
  const secret = secretOf(credential.accessKeyId);
  if (secret !== undefined) return secret;
  throw new S3Error(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.', {
    AWSAccessKeyId: credential.accessKeyId,
  });
};

const requireSigned = ({ headers }: S3Request, signedHeaders: readonly string[]): void => {
  const unsigned = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))].filter(
    (name) => !signedHeaders.includes(name),
  );
  if (unsigned.length > 0)
    throw new S3Error(403, 'AccessDenied', 'There were headers present in the request which were not signed', {
      HeadersNotSigned: unsigned.join(', '),
    });
};

const byHeader = (request: S3Request, signers: Signers): string => {
  const code = 'AuthorizationHeaderMalformed';
  const authorization = parseAuthorization(request.header('authorization'));
  if (!authorization) throw new S3Error(400, code, `The authorization header is malformed; expecting ${ALGORITHM}.`);
  const secret = secretFor(authorization.credential, signers, code);
  const amzDate = request.header('x-amz-date') ?? '';
  const signedAt = parseAmzDate(amzDate);
  if (Number.isNaN(signedAt)) throw accessDenied('AWS authentication requires a valid Date or x-amz-date header');
  if (Math.abs(signers.now() - signedAt) > tolerance) {
    throw new S3Error(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    );
  }
  const payloadHash = request.header('x-amz-content-sha256');
  if (!payloadHash)
    throw new S3Error(400, 'InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  const { credential, signedHeaders, signature } = authorization;
  requireSigned(request, signedHeaders);
  const expected = signRequest({ ...request, signedHeaders, payloadHash }, amzDate, credential, secret);
  if (!amzDate.startsWith(credential.date) || !sameSignature(expected, signature)) throw signatureDoesNotMatch();
  return credential.accessKeyId;
};

/** The access key that signed a request, in its Authorization header; an address is not signed here. */
export const authenticate = (request: S3Request, signers: Signers): string => {
  if (request.param('X-Amz-Algorithm') !== undefined) throw notImplemented('requests with a presigned address');
  if (request.header('authorization') === undefined) throw accessDenied();
  return byHeader(request, signers);
};

import { ALGORITHM, parseAmzDate, parseAuthorization, parseCredential, sameSignature, signRequest } from '../sigv4.ts';
import type { Authorization, Credential } from '../sigv4.ts';
import type { S3Request } from './request.ts';
import { accessDenied, invalidArgument, S3Error, signatureDoesNotMatch } from './s3-error.ts';

export type Signers = { region: string; now: () => number; secretOf: (accessKeyId: string) => string | undefined };

/** Who signed a request, and what its signature says of the body: a hex SHA-256, or one of the UNSIGNED and STREAMING markers. */
export type Signer = { accessKeyId: string; payloadHash: string };

const tolerance = 15 * 60_000;
const longestLife = 7 * 24 * 3600;

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

const verify = (
  request: S3Request,
  { credential, signedHeaders, signature }: Authorization,
  amzDate: string,
  payloadHash: string,
  secret: string,
): Signer => {
  requireSigned(request, signedHeaders);
  const query = request.query.filter(([name]) => name.toLowerCase() !== 'x-amz-signature');
  const expected = signRequest({ ...request, query, signedHeaders, payloadHash }, amzDate, credential, secret);
  if (!amzDate.startsWith(credential.date) || !sameSignature(expected, signature)) throw signatureDoesNotMatch();
  return { accessKeyId: credential.accessKeyId, payloadHash };
};

const byHeader = (request: S3Request, signers: Signers): Signer => {
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
  return verify(request, authorization, amzDate, payloadHash, secret);
};

const byQuery = (request: S3Request, signers: Signers): Signer => {
  const code = 'AuthorizationQueryParametersError';
  const [algorithm, credentialText, amzDate, expires, signedHeaders, signature] = [
    'Algorithm',
    'Credential',
    'Date',
    'Expires',
    'SignedHeaders',
    'Signature',
  ].map((name) => request.param(`X-Amz-${name}`));
  const credential = parseCredential(credentialText ?? '');
  if (algorithm !== ALGORITHM || !credential || !amzDate || !expires || !signedHeaders || !signature) {
    throw new S3Error(
      400,
      code,
      'The query must hold X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders and X-Amz-Expires.',
    );
  }
  const secret = secretFor(credential, signers, code);
  const signedAt = parseAmzDate(amzDate);
  const life = /^\d+$/.test(expires) ? Number(expires) : NaN;
  if (Number.isNaN(signedAt))
    throw new S3Error(400, code, "X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
  if (!(life >= 1 && life <= longestLife))
    throw new S3Error(400, code, 'X-Amz-Expires must be between 1 and 604800 seconds');
  const signer = verify(
    request,
    { credential, signedHeaders: signedHeaders.split(';'), signature },
    amzDate,
    'UNSIGNED-PAYLOAD',
    secret,
  );
  if (signers.now() < signedAt - tolerance) throw accessDenied('Request is not yet valid');
  if (signers.now() >= signedAt + life * 1000) throw accessDenied('Request has expired');
  return signer;
};

/** Verifies the signature of a request, be it in the Authorization header or in a presigned address. */
export const authenticate = (request: S3Request, signers: Signers): Signer => {
  const header = request.header('authorization');
  const presigned = request.param('X-Amz-Algorithm') !== undefined || request.param('X-Amz-Signature') !== undefined;
  if (header && presigned) throw invalidArgument('Only one auth mechanism allowed', 'Authorization');
  if (header) return byHeader(request, signers);
  if (presigned) return byQuery(request, signers);
  throw accessDenied();
};

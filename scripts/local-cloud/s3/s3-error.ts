import { element, document } from './xml.ts';

/** An answer of S3 other than success; `details` become elements of the XML body. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, string>;

  constructor(status: number, code: string, message: string, details: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export const accessDenied = (message = 'Access Denied'): S3Error => new S3Error(403, 'AccessDenied', message);

export const invalidArgument = (message: string, name: string, value = ''): S3Error =>
  new S3Error(400, 'InvalidArgument', message, { ArgumentName: name, ArgumentValue: value });

export const signatureDoesNotMatch = (): S3Error =>
  new S3Error(
    403,
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  );

export const notImplemented = (what: string): S3Error =>
  new S3Error(501, 'NotImplemented', `The local S3 does not do ${what}.`);

export const noSuchKey = (key: string): S3Error =>
  new S3Error(404, 'NoSuchKey', 'The specified key does not exist.', { Key: key });

/** The body of an error answer. */
export const errorDocument = (error: S3Error, resource: string, requestId: string): string =>
  document(
    'Error',
    element('Code', error.code),
    element('Message', error.message),
    ...Object.entries(error.details).map(([name, value]) => element(name, value)),
    element('Resource', resource),
    element('RequestId', requestId),
  );

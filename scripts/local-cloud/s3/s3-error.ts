import { escapeMarkup } from '../text.ts';

export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const accessDenied = (message = 'Access Denied'): S3Error => new S3Error(403, 'AccessDenied', message);
export const noSuchKey = (): S3Error => new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');
export const invalidArgument = (message: string): S3Error => new S3Error(400, 'InvalidArgument', message);
export const notImplemented = (feature: string): S3Error =>
  new S3Error(501, 'NotImplemented', `The local S3 does not do ${feature}.`);

export const toErrorDocument = ({ code, message }: S3Error): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${escapeMarkup(message)}</Message></Error>`;

import { invalidArgument, notImplemented, S3Error } from './s3-error.ts';

const kept = [
  'content-type',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
];
const metadataPrefix = 'x-amz-meta-';

/** Bytes of names (without prefix) and values that S3 keeps as an object's own metadata. */
const maxMetadata = 2048;

/** An HTTP header's value, as Node accepts it. */
const checkHeaderValue = (name: string, value: string): string => {
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    throw invalidArgument('The value cannot be sent back as a header.', name, value);
  return value;
};

/** What is kept of an upload's fields, names in lower case, and sent back with the object as headers. */
export const headersToKeep = (sent: Iterable<readonly [string, string]>): Record<string, string> => {
  const headers: Record<string, string> = { 'content-type': 'binary/octet-stream' };
  let metadata = 0;
  for (const [name, value] of sent) {
    if (name.startsWith(metadataPrefix)) metadata += name.length - metadataPrefix.length + Buffer.byteLength(value);
    else if (!kept.includes(name)) continue;
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw invalidArgument('The name cannot be sent back as a header.', name);
    if (value !== '') headers[name] = checkHeaderValue(name, value);
  }
  if (metadata > maxMetadata)
    throw new S3Error(400, 'MetadataTooLarge', 'Your metadata headers exceed the maximum allowed metadata size.');
  return headers;
};

// The SDK gives calls without a body the checksum of nothing.
const understood =
  /^x-amz-(algorithm|credential|date|expires|signature|signedheaders|security-token|content-sha256|user-agent|checksum-(mode|crc32)|meta-.+)$/;

/** Refuses by name every `x-amz-…` header, query parameter or form field whose meaning would be lost here. */
export const refuseUnknownAmzNames = (sent: Iterable<readonly [string, string]>): void => {
  for (const [name, value] of sent) {
    if (!name.startsWith('x-amz-') || understood.test(name)) continue;
    if (name === 'x-amz-server-side-encryption' && value === 'AES256') continue;
    throw notImplemented(name);
  }
};

import { invalidArgument, notImplemented } from './s3-error.ts';

/** The headers that are kept of an upload, from its form's fields (names in lower case), and sent back with the object. */
export const headersToKeep = (fields: ReadonlyMap<string, string>): Record<string, string> => {
  const type = fields.get('content-type') || 'binary/octet-stream';
  // As Node accepts a header's value.
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(type))
    throw invalidArgument('The value cannot be sent back as a header.', 'content-type', type);
  return { 'content-type': type };
};

// The SDK gives calls without a body the checksum of nothing.
const understood =
  /^x-amz-(algorithm|credential|date|expires|signature|signedheaders|security-token|content-sha256|user-agent|checksum-(mode|crc32))$/;

/** Refuses by name every `x-amz-…` header, query parameter or form field whose meaning would be lost here. */
export const refuseUnknownAmzNames = (sent: Iterable<readonly [string, string]>): void => {
  for (const [name, value] of sent) {
    if (!name.startsWith('x-amz-') || understood.test(name)) continue;
    if (name === 'x-amz-server-side-encryption' && value === 'AES256') continue;
    throw notImplemented(name);
  }
};

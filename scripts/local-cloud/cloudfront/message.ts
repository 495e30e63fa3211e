import type { HttpResponse } from '../servers.ts';

/** Viewer request on its way to the origin. Header names are in lower case; `path` is encoded. */
export type ViewerRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

export const edgeError = (status: number, message: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/html', server: 'CloudFront' },
  body: Buffer.from(
    `<!DOCTYPE html><html lang="en"><title>ERROR: The request could not be satisfied</title><h1>${status} ERROR</h1><p>${message}</p></html>`,
  ),
});

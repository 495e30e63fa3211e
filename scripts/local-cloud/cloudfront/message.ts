import type { HttpResponse } from '../servers.ts';

/** Viewer request on its way to the origin. Header names are in lower case; `path` is percent-encoded. */
export type ViewerRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** Creates the page that CloudFront itself returns for an error. */
export const createCloudFrontErrorResponse = (status: number, message: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/html', server: 'CloudFront' },
  body: Buffer.from(
    `<!DOCTYPE html><html lang="en"><title>ERROR: The request could not be satisfied</title><h1>${status} ERROR</h1><p>${message}</p></html>`,
  ),
});

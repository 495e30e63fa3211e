/** For tests: an answer of S3 to a plain fetch: its status, and of an error its code and message. */
export const readAnswer = async (response: Response) => {
  const body = await response.text();
  const [, code] = /<Code>(.*?)<\/Code>/s.exec(body) ?? [];
  const [, message] = /<Message>(.*?)<\/Message>/s.exec(body) ?? [];
  return { status: response.status, ...(code && { code, message: message?.replaceAll(/&(quot|#34);/g, '"') }) };
};

type Form = { readonly url: string; readonly fields: Readonly<Record<string, string>> };

/** For tests: puts an object as a browser does, with a presigned form, which may have more fields after its file. */
export const post = (
  { url, fields }: Form,
  content = 'store;ean',
  after: readonly [string, string | Blob][] = [],
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content], { type: 'application/x-ignored' }), 'upload.csv');
  for (const [name, value] of after) form.append(name, value);
  return fetch(url, { method: 'POST', body: form, headers });
};

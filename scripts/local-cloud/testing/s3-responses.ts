/** Reads an S3 response: its status and, for an error, its code and message. */
export const readResponse = async (response: Response) => {
  const body = await response.text();
  const [, code] = /<Code>(.*?)<\/Code>/s.exec(body) ?? [];
  const [, message] = /<Message>(.*?)<\/Message>/s.exec(body) ?? [];
  return { status: response.status, ...(code && { code, message: message?.replaceAll(/&(quot|#34);/g, '"') }) };
};

type Form = { readonly url: string; readonly fields: Readonly<Record<string, string>> };

/** Uploads an object with a presigned form as a browser does, with optional fields after the file. */
export const postForm = (
  { url, fields }: Form,
  content = 'store;ean',
  fieldsAfterFile: readonly [string, string | Blob][] = [],
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content], { type: 'application/x-ignored' }), 'upload.csv');
  for (const [name, value] of fieldsAfterFile) form.append(name, value);
  return fetch(url, { method: 'POST', body: form, headers });
};

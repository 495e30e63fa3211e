/** An answer of S3 to a plain fetch: its status, and of an error its code and message. */
export const readAnswer = async (
  response: Response,
): Promise<{ status: number; code?: string | undefined; message?: string | undefined }> => {
  const body = await response.text();
  const [, code] = /<Code>(.*?)<\/Code>/s.exec(body) ?? [];
  const [, message] = /<Message>(.*?)<\/Message>/s.exec(body) ?? [];
  return code === undefined
    ? { status: response.status }
    : { status: response.status, code, message: message?.replaceAll('&quot;', '"') };
};

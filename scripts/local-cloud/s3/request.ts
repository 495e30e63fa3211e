import type { IncomingMessage } from 'node:http';
import type { Headers } from '../sigv4.ts';
import { S3Error } from './s3-error.ts';

export type S3Request = {
  method: string;
  /** Decoded. */
  path: string;
  bucket: string;
  /** Empty when the request is for the bucket. */
  key: string;
  query: [string, string][];
  param: (name: string) => string | undefined;
  headers: Headers;
  header: (name: string) => string | undefined;
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
};

const readQuery = (text: string): [string, string][] =>
  text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', value = ''] = pair.replaceAll('+', ' ').split(/=(.*)/s, 2).map(decode);
      return [name, value];
    });

/** Reads a path-style address, `/{bucket}/{key}`. */
export const readRequest = ({
  method = '',
  url = '',
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): S3Request => {
  const [rawPath = '', rawQuery = ''] = url.split(/\?(.*)/s, 2);
  const path = decode(rawPath);
  const [, bucket = '', key = ''] = /^\/([^/]*)(?:\/(.*))?$/s.exec(path) ?? [];
  const query = readQuery(rawQuery);
  const param = (name: string): string | undefined =>
    query.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
  const header = (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(',') : value;
  };
  return { method, path, bucket, key, query, param, headers, header };
};

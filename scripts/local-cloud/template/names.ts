import { createHash } from 'node:crypto';
import type { Resource } from './deploy.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** A physical name for a resource whose template gives none: the same in every run, so that its data is found again. */
export const physicalName = ({ logicalId, place }: Resource, maxLength = 64): string => {
  const suffix = hash(`${place.stackName}/${logicalId}`).slice(0, 12).toUpperCase();
  return `${`${place.stackName}-${logicalId}`.slice(0, maxLength - suffix.length - 1)}-${suffix}`;
};

/** An id of AWS's form, e.g. of an API: lower-case letters and digits. */
export const physicalId = ({ logicalId, place }: Resource, length: number): string =>
  BigInt(`0x${hash(`${place.stackName}/${logicalId}`)}`)
    .toString(36)
    .slice(0, length);

import type { RegionId } from '#shared/regions.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const placeOf = (region: RegionId, sub: string) => `uploads/${region}/${sub}/`;

/** Where a user's next file waits to be read. */
export const uploadKey = (region: RegionId, sub: string, id: string) => `${placeOf(region, sub)}${id}`;

/** Whether a key is one that was made for this user. */
export const isOwnKey = (key: string, region: RegionId, sub: string) =>
  key.startsWith(placeOf(region, sub)) && uuid.test(key.slice(placeOf(region, sub).length));

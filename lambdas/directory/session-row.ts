import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import { device } from '#shared/users/sign-in-check.ts';
import type { Device } from '#shared/users/sign-in-check.ts';
import { userId } from './user-row.ts';

/** A session's row. It begins at sign-in and ends 12 hours later at the latest, however often it is refreshed. */
export const sessionSchema = z.object({
  id: z.string(),
  sub: z.string(),
  /** `region#sub`: what the index by user is asked for. */
  user: z.string(),
  /** On what it began. */
  device,
  startedAt: field.instant,
  lastRefreshAt: field.instant,
  revoked: z.boolean(),
  /** Epoch second of the absolute end; the table's TTL. */
  expiresAt: z.number(),
});

export type Session = z.output<typeof sessionSchema>;

/** `originJti` is the claim that every token of one sign-in shares. */
export const sessionId = (region: RegionId, originJti: string) => `${region}#${originJti}`;

export const newSession = (
  region: RegionId,
  originJti: string,
  sub: string,
  now: Date,
  on: Device = { browser: 'other', system: 'other' },
): Session => ({
  id: sessionId(region, originJti),
  sub,
  user: userId(region, sub),
  device: on,
  startedAt: now.toISOString(),
  lastRefreshAt: now.toISOString(),
  revoked: false,
  expiresAt: Math.floor(now.getTime() / 1000) + limits.session.absoluteHours * 3600,
});

/** Whether a session still lives: neither revoked nor past its absolute end. */
export const isAlive = (row: Session, now: Date) => !row.revoked && row.expiresAt * 1000 > now.getTime();

/** Whether a session may still be refreshed: idle for at most an hour since it was last refreshed. Loading a page is no refresh. */
export const isRefreshable = (row: Session, now: Date) =>
  isAlive(row, now) && now.getTime() - Date.parse(row.lastRefreshAt) <= limits.session.idleMinutes * 60_000;

import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { FetchError, JwksValidationError, JwtBaseError, JwtExpiredError } from 'aws-jwt-verify/error';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import * as z from 'zod/mini';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import { regionIds } from '#shared/regions.ts';

/** The claims of an access token that the portal uses. Times are epoch seconds. */
const accessToken = z.object({ sub: z.string(), origin_jti: z.string(), exp: z.number() });

export type AccessToken = z.output<typeof accessToken>;

type Pool = { readonly userPoolId: string; readonly clientId: string };

/** Throws ExpiredToken, MissingCookie, ServiceUnavailable (no key set). `verifyPast` takes expired ones, for signing out. */
export const tokenVerifier = (pools: Readonly<Record<RegionId, Pool>>, jwksCache = new SimpleJwksCache()) => {
  const verifierOf = (region: RegionId, graceSeconds: number) =>
    CognitoJwtVerifier.create({ ...pools[region], tokenUse: 'access', graceSeconds }, { jwksCache });

  const verifyWithin = (graceSeconds: number) => {
    const verifiers = new Map(regionIds.map((region) => [region, verifierOf(region, graceSeconds)]));
    return async (region: RegionId, token: string): Promise<AccessToken> => {
      try {
        return accessToken.parse(await verifiers.get(region)?.verify(token));
      } catch (error) {
        if (error instanceof JwtExpiredError) throw new AppError('ExpiredToken', { cause: error });
        // No verdict: the key set could not be read.
        if (error instanceof FetchError || error instanceof JwksValidationError)
          throw new AppError('ServiceUnavailable', { cause: error });
        if (error instanceof JwtBaseError) throw new AppError('MissingCookie', { cause: error });
        throw error;
      }
    };
  };
  return { verify: verifyWithin(0), verifyPast: verifyWithin(limits.session.absoluteHours * 3600) };
};

export type TokenVerifier = ReturnType<typeof tokenVerifier>;

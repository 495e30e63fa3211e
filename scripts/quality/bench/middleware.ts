import type { Context } from 'aws-lambda';
import { serve } from '#lambdas/lib/http/serve.ts';
import { buildRequest } from '#lambdas/testing/request.ts';
import { buildApiDependencies, benchRegion, createSignedInUser } from '#scripts/testing/signed-in-user.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import type { Bench } from './figure.ts';
import { compareInterleaved } from './interleaved.ts';

const { listRepairs } = repairs;

// Lambda invokes the handler with an unvalidated event.
type LambdaHandler = (event: unknown, context: Context) => Promise<{ readonly statusCode: number }>;

export const middleware: Bench = {
  description: 'the middleware chain against the verification of a token alone',
  run: async () => {
    const { tokenVerifier, accessToken, cookies, user, session } = createSignedInUser(new Date());
    const handler = serve(
      { listRepairs },
      { listRepairs: async () => ({ body: { items: [] } }) },
      buildApiDependencies(tokenVerifier, async () => ({ user, session })),
    );
    const request = buildRequest(listRepairs, {
      cookies: [...cookies],
      queryStringParameters: { limit: '25', state: 'submitted' },
    });
    const context = { getRemainingTimeInMillis: () => 10_000 } as Context;
    const sendRequest = async () => {
      const { statusCode } = await (handler as LambdaHandler)({ ...request }, context);
      if (statusCode !== 200) throw new Error(`the middleware chain responded with ${statusCode}`);
    };
    const ratio = await compareInterleaved(sendRequest, () => tokenVerifier.verify(benchRegion, accessToken), {
      rounds: 9,
      calls: 300,
      warmUp: 500,
    });
    return [{ label: 'Middleware chain / verification of the token alone', value: ratio, atMost: 2 }];
  },
};

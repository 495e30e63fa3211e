import { expect, test } from '@jest/globals';
import { regionIds } from '#shared/regions.ts';
import { usualAnswers } from './usual-answers.ts';

const usual = regionIds.flatMap((region) =>
  (['staff', 'admin'] as const).flatMap((who) => usualAnswers(who).map((answer) => ({ ...answer, who, region }))),
);

// Records and users are asked for by name.
test.each(usual.filter(({ route }) => !/\/(repair|return|user)$/.test(route.path)))(
  '$route.method $route.path answers $who in $region as the server could',
  ({ route, reply, region }) => {
    const { status, body } = reply?.({ region, query: new URLSearchParams(), origin: 'https://portal.example' }) ?? {};
    expect(status).toBe(route.status);
    expect(route.output.safeParse(body)).toMatchObject({ success: true });
  },
);

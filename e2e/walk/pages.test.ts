import { describe, expect, test } from '@jest/globals';
import { patterns } from '#shared/paths.ts';
import { regionIds } from '#shared/regions.ts';
import { mainPages, walked, walkedPages } from './pages.ts';
import { stateNames, statesOf } from './state.ts';
import { usualAnswers } from './usual-answers.ts';

test('every page of the site is walked, in every state or with the reason why there is none', () => {
  expect(Object.keys(walkedPages).sort()).toEqual(Object.keys(patterns).sort());
  for (const [name, { states }] of Object.entries(walked))
    for (const state of stateNames) {
      const found = states[state];
      expect([name, state, typeof found === 'string' ? found.trim().length > 10 : 'shows' in found]).toEqual([
        name,
        state,
        true,
      ]);
    }
});

test('the main pages are shown in a state that they have', () => {
  for (const [name, state] of Object.entries(mainPages))
    expect(statesOf(walked[name as keyof typeof mainPages]).map(([known]) => known)).toContain(state);
});

describe('what the walk answers is what the server could answer', () => {
  // Records and users are asked for by name.
  const byName = /\/(repair|return|user)$/;
  const usual = regionIds.flatMap((region) =>
    (['staff', 'admin'] as const).flatMap((who) =>
      usualAnswers(who).map((answer) => ({
        ...answer,
        region,
        name: `${who}: ${answer.route.method} ${answer.route.path}`,
      })),
    ),
  );
  test.each(usual.filter(({ route }) => !byName.test(route.path)))('$name in $region', ({ route, reply, region }) => {
    const { status, body } = reply?.({ region, query: new URLSearchParams(), origin: 'https://portal.example' }) ?? {};
    expect(status).toBe(route.status);
    expect(route.output.safeParse(body)).toMatchObject({ success: true });
  });
});
